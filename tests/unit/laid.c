/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/xalloc.h"
#include "laid.h"
#include "tests/unit/unit.h"

char *laid_root;

int
laid_begin (void **state)
{
  const char *folder = getenv ("TMPDIR");

  (void)state;
  laid_root
      = xasprintf ("%s/gkhost-laid.XXXXXX", folder != NULL ? folder : "/tmp");
  return mkdtemp (laid_root) == NULL;
}

int
laid_end (void **state)
{
  char *command = xasprintf ("rm -rf '%s'", laid_root);
  int status = system (command);

  (void)state;
  free (command);
  free (laid_root);
  laid_root = NULL;
  return status;
}

void
lay (const char *path, const char *text)
{
  char *name = xasprintf ("%s%s", laid_root, path);
  FILE *f;

  for (char *p = strchr (name + strlen (laid_root) + 1, '/'); p != NULL;
       p = strchr (p + 1, '/')) {
    *p = '\0';
    assert_true (mkdir (name, 0700) == 0 || errno == EEXIST);
    *p = '/';
  }
  f = fopen (name, "w");
  assert_non_null (f);
  assert_true (fputs (text, f) >= 0);
  assert_int_equal (fclose (f), 0);
  free (name);
}
