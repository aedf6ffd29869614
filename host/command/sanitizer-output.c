/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "command/sanitizer-output.h"

#define LEAD "========="

static void
set_text (char **text, const char *value)
{
  free (*text);
  *text = value != NULL ? xstrdup (value) : NULL;
}

static bool
begins_with (const char *line, const char *with)
{
  return strncmp (line, with, strlen (with)) == 0;
}

/* A copy without blanks at both ends; to be freed. */
static char *
copy_trimmed (const char *text)
{
  size_t n;

  text += strspn (text, " \t");
  for (n = strlen (text); n > 0 && strchr (" \t\r", text[n - 1]) != NULL; n--)
    continue;
  return xstrndup (text, n);
}

static bool
same_finding (const struct sanitizer_finding *a,
              const struct sanitizer_finding *b)
{
  return strcmp (a->what, b->what) == 0
         && strcmp (text_or_empty (a->where), text_or_empty (b->where)) == 0;
}

static void
sanitizer_finding_free (struct sanitizer_finding *finding)
{
  free (finding->what);
  free (finding->where);
  free (finding->first);
  *finding = (struct sanitizer_finding){ 0 };
}

/* Adds the open finding to the list, or counts it there. */
static void
close_open (struct sanitizer_output *f)
{
  if (f->open.what == NULL)
    return;
  for (size_t i = 0; i < f->n; i++)
    if (same_finding (&f->item[i], &f->open)) {
      f->item[i].times++;
      sanitizer_finding_free (&f->open);
      return;
    }
  f->item = xgrow (f->item, f->n, sizeof *f->item);
  f->open.times = 1;
  f->item[f->n++] = f->open;
  f->open = (struct sanitizer_finding){ 0 };
}

/* Whether a line is no finding: the sanitizer's name, its summary, or that the
 * run had an exit status other than 0, which gkhost explains. */
static bool
is_chatter (struct sanitizer_output *f, const char *text)
{
  f->summed_up |= strstr (text, " SUMMARY: ") != NULL;
  return *text == '\0' || strcmp (text, "COMPUTE-SANITIZER") == 0
         || strstr (text, " SUMMARY: ") != NULL
         || strcmp (text, "Target application returned an error") == 0;
}

/* Reads an indented line: where the access is, or the one that it races with.
 */
static void
read_detail (struct sanitizer_finding *open, const char *detail)
{
  char *what;

  if (open->what == NULL)
    return;
  if (begins_with (detail, "at ") && open->where == NULL)
    set_text (&open->where, detail);
  else if (begins_with (detail, "and ")
           && strstr (detail, " access at ") != NULL) {
    what = xasprintf ("%s %s", open->what, detail);
    free (open->what);
    open->what = what;
  }
}

static void
read_sanitizer (struct sanitizer_output *f, const char *line)
{
  char *text = copy_trimmed (line);

  if (*text != '\0' && begins_with (line, "  "))
    read_detail (&f->open, text);
  else {
    close_open (f);
    if (!is_chatter (f, text)) {
      set_text (&f->open.what, text);
      set_text (&f->open.first, f->case_);
    }
  }
  free (text);
}

void
sanitizer_output_read (struct sanitizer_output *f, const char *line)
{
  if (begins_with (line, LEAD))
    read_sanitizer (f, line + strlen (LEAD));
  else if (begins_with (line, CASE_MARK)) {
    close_open (f);
    set_text (&f->case_, line + strlen (CASE_MARK));
  } else if (*line != '\0')
    set_text (&f->last, line);
}

void
sanitizer_output_end (struct sanitizer_output *f)
{
  close_open (f);
}

void
sanitizer_output_free (struct sanitizer_output *f)
{
  for (size_t i = 0; i < f->n; i++)
    sanitizer_finding_free (&f->item[i]);
  sanitizer_finding_free (&f->open);
  free (f->item);
  free (f->last);
  free (f->case_);
  *f = (struct sanitizer_output){ 0 };
}

char *
sanitizer_finding_text (const struct sanitizer_finding *finding)
{
  struct text text = { 0 };

  text_add (&text, "%s", finding->what);
  if (finding->where != NULL)
    text_add (&text, ", %s", finding->where);
  if (finding->times > 1)
    text_add (&text, "; %zu times", finding->times);
  if (finding->first != NULL)
    text_add (&text, "%s %s", finding->times > 1 ? ", first in" : "; in",
              finding->first);
  return text.data;
}
