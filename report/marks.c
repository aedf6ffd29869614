/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "report/markdown-text.h"
#include "report/marks.h"

void
marks_add (struct marks *marks, const struct marks *more)
{
  marks->peer |= more->peer;
  marks->fastest |= more->fastest;
  marks->within_run |= more->within_run;
  marks->one_sample |= more->one_sample;
  marks->coarse |= more->coarse;
  for (int i = 0; i < N_CAVEATS; i++)
    marks->caveat[i] |= more->caveat[i];
}

char *
marks_line_at (const struct marks *marks, size_t i)
{
  const struct {
    bool occurred;
    const char *line;
  } legend[] = {
    { marks->peer, "*  a peer: a routine of a library or of the driver, for "
                   "comparison" },
    { marks->fastest, "<  the fastest row of its block, and rows that are not "
                      "measurably slower" },
    { marks->within_run, "±  95 % interval within this run; rounds = 10 covers "
                         "several processes" },
    { marks->one_sample, "-  one sample: no spread and no ±; raise max_time" },
    { marks->coarse, "2^-n  verified to this precision, which the variant "
                     "declares, not its type's" },
  };

  for (size_t j = 0; j < sizeof legend / sizeof legend[0]; j++)
    if (legend[j].occurred && i-- == 0)
      return xstrdup (legend[j].line);
  for (int j = 0; j < N_CAVEATS; j++)
    if (marks->caveat[j] && i-- == 0)
      return xasprintf ("%s  %s", caveat_word ((enum caveat)j),
                        caveat_meaning ((enum caveat)j));
  return NULL;
}

void
marks_print (FILE *out, const struct marks *marks)
{
  char *line;

  for (size_t i = 0; (line = marks_line_at (marks, i)) != NULL; i++) {
    fprintf (out, "%s%s\n", i == 0 ? "\n" : "", line);
    free (line);
  }
}

void
marks_print_markdown (FILE *out, const struct marks *marks)
{
  char *line;

  for (size_t i = 0; (line = marks_line_at (marks, i)) != NULL; i++) {
    putc ('\n', out);
    markdown_print (out, line);
    putc ('\n', out);
    free (line);
  }
}
