/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "said.h"
#include "tests/unit/unit.h"

static FILE *real;
static char *text;
static size_t length;

void
said_start (void)
{
  real = stderr;
  stderr = open_memstream (&text, &length);
  assert_non_null (stderr);
}

char *
said_stop (void)
{
  fclose (stderr);
  stderr = real;
  return text;
}

void
said_these (const char *first, ...)
{
  char *said = said_stop ();
  va_list args;

  va_start (args, first);
  for (const char *want = first; want != NULL;
       want = va_arg (args, const char *))
    if (strstr (said, want) == NULL)
      fail_msg ("wanted '%s' in:\n%s", want, said);
  va_end (args);
  free (said);
}

void
said_nothing (void)
{
  char *said = said_stop ();

  assert_string_equal (said, "");
  free (said);
}
