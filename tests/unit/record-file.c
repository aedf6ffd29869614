/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "record-file.h"
#include "tests/unit/unit.h"

char record_file[4096];

int
record_file_make (void **state)
{
  const char *folder = getenv ("TMPDIR");
  int fd;

  (void)state;
  snprintf (record_file, sizeof record_file, "%s/gkhost-records-XXXXXX",
            folder != NULL ? folder : "/tmp");
  fd = mkstemp (record_file);
  return fd < 0 ? -1 : close (fd);
}

int
record_file_remove (void **state)
{
  (void)state;
  return unlink (record_file);
}

void
record_file_write (const char *text)
{
  FILE *file = fopen (record_file, "w");

  assert_non_null (file);
  fputs (text, file);
  assert_int_equal (fclose (file), 0);
}
