/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Who besides root can change what root would load: the owner, the group and
 * all users, of the file and of each folder above it, in which they could
 * replace the next one.  In a folder with the sticky bit, as /tmp, only owners
 * can.  Those who can change this program, as in a build tree, gain nothing by
 * a plugin.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/xalloc.h"
#include "plugin/file-identity.h"

static bool
is_written_by_group (const struct stat *st, const struct stat *program)
{
  return (st->st_mode & S_IWGRP) != 0
         && ((program->st_mode & S_IWGRP) == 0
             || st->st_gid != program->st_gid);
}

/* "user 1000 can change PATH", to be freed; NULL: root alone can. */
static char *
describe_writers (const char *path, const struct stat *program)
{
  struct stat st;

  if (stat (path, &st) < 0)
    return NULL;
  if (st.st_uid != 0 && st.st_uid != program->st_uid)
    return xasprintf ("user %lu can change %s", (unsigned long)st.st_uid, path);
  if (S_ISDIR (st.st_mode) && (st.st_mode & S_ISVTX) != 0)
    return NULL;
  if ((st.st_mode & S_IWOTH) != 0)
    return xasprintf ("all users can change %s", path);
  return is_written_by_group (&st, program) ? xasprintf (
             "group %lu can change %s", (unsigned long)st.st_gid, path)
                                            : NULL;
}

char *
file_writers (const char *path)
{
  char *part = xstrdup (path), *end, *found;
  struct stat program;

  if (stat ("/proc/self/exe", &program) < 0)
    program = (struct stat){ 0 };
  found = describe_writers (part, &program);
  while ((end = strrchr (part, '/')) != NULL && part[1] != '\0') {
    char *above;

    /* What is true of a folder is said once, not of each file in it. */
    end[end == part] = '\0';
    above = describe_writers (part, &program);
    if (above != NULL) {
      free (found);
      found = above;
    }
  }
  free (part);
  return found;
}
