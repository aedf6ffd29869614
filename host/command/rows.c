/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/message.h"
#include "base/write-all.h"
#include "command/commands.h"
#include "command/rows.h"

/* To be freed; NULL: memory is out. */
static char *
text_of (const struct rows *rows, const struct record *record, size_t *n)
{
  char *text = NULL;
  FILE *memory = open_memstream (&text, n);
  bool bad;

  if (memory == NULL)
    return NULL;
  rows->print (memory, record);
  bad = ferror (memory) != 0;
  if (fclose (memory) == 0 && !bad)
    return text;
  free (text);
  return NULL;
}

/* Past the buffer of standard output, which would keep of an interrupted write
 * neither what went out nor what did not. */
bool
rows_add (struct rows *rows, const struct record *record)
{
  char *text;
  size_t n;

  if (rows->print == NULL)
    return true;
  if (rows->failed)
    return false;
  text = text_of (rows, record, &n);
  if (text == NULL)
    errno = ENOMEM;
  if (text == NULL || !write_all (STDOUT_FILENO, text, n)) {
    output_complain (errno);
    rows->failed = true;
  }
  free (text);
  return !rows->failed;
}
