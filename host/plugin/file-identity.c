/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "plugin/elf-file.h"
#include "plugin/file-identity.h"

static char *
format_identity (const struct elf_file *file)
{
  const struct stat *st = &file->st;
  char *build_id = elf_build_id (file);
  char *text
      = xasprintf ("%ju:%ju:%jd:%jd.%09ld:%s", (uintmax_t)st->st_dev,
                   (uintmax_t)st->st_ino, (intmax_t)st->st_size,
                   (intmax_t)st->st_mtim.tv_sec, st->st_mtim.tv_nsec, build_id);

  free (build_id);
  return text;
}

char *
file_identity (const char *path, char **identity)
{
  struct elf_file file;
  char *why = elf_open (&file, path);

  *identity = NULL;
  if (why != NULL)
    return why;
  if (elf_has_symbol (&file, GK_ENTRY_NAME))
    *identity = format_identity (&file);
  else
    why = xstrdup (NOT_A_PLUGIN);
  elf_close (&file);
  return why;
}

char *
file_replaced (const char *path, const char *identity)
{
  struct elf_file file;
  char *now, *why = elf_open (&file, path), *replaced = NULL;

  if (why != NULL) {
    replaced = xasprintf ("the plugin %s can't be read any more: %s; run again",
                          path, why);
    free (why);
    return replaced;
  }
  /* One that is no plugin is another file, too: its symbols need not be read,
   * before and behind each case. */
  now = format_identity (&file);
  elf_close (&file);
  if (strcmp (now, identity) != 0)
    replaced = xasprintf (
        "the plugin %s was replaced during the run; run again", path);
  free (now);
  return replaced;
}
