/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "command/findings.h"

#define LEAD "========="

static void
set (char **text, const char *value)
{
  free (*text);
  *text = value != NULL ? xstrdup (value) : NULL;
}

static bool
begins (const char *line, const char *with)
{
  return strncmp (line, with, strlen (with)) == 0;
}

/* Without the blanks at both ends; to be freed. */
static char *
trimmed (const char *text)
{
  size_t n;

  text += strspn (text, " \t");
  for (n = strlen (text); n > 0 && strchr (" \t\r", text[n - 1]) != NULL; n--)
    continue;
  return xstrndup (text, n);
}

static bool
same (const struct finding *a, const struct finding *b)
{
  return strcmp (a->what, b->what) == 0
         && strcmp (text_shown (a->where), text_shown (b->where)) == 0;
}

static void
finding_free (struct finding *finding)
{
  free (finding->what);
  free (finding->where);
  free (finding->first);
  *finding = (struct finding){ 0 };
}

/* Puts what was read to what there is. */
static void
close_open (struct findings *f)
{
  if (f->open.what == NULL)
    return;
  for (size_t i = 0; i < f->n; i++)
    if (same (&f->item[i], &f->open)) {
      f->item[i].times++;
      finding_free (&f->open);
      return;
    }
  f->item = xgrow (f->item, f->n, sizeof *f->item);
  f->open.times = 1;
  f->item[f->n++] = f->open;
  f->open = (struct finding){ 0 };
}

/* What the sanitizer says that is no finding: its name, its sums, and that the
 * run had another exit status than 0, which gkhost explains. */
static bool
is_chatter (struct findings *f, const char *text)
{
  f->summed_up |= strstr (text, " SUMMARY: ") != NULL;
  return *text == '\0' || strcmp (text, "COMPUTE-SANITIZER") == 0
         || strstr (text, " SUMMARY: ") != NULL
         || strcmp (text, "Target application returned an error") == 0;
}

/* An indented line: where it is, or what it races with. */
static void
read_detail (struct finding *open, const char *detail)
{
  char *what;

  if (open->what == NULL)
    return;
  if (begins (detail, "at ") && open->where == NULL)
    set (&open->where, detail);
  else if (begins (detail, "and ") && strstr (detail, " access at ") != NULL) {
    what = xasprintf ("%s %s", open->what, detail);
    free (open->what);
    open->what = what;
  }
}

static void
read_sanitizer (struct findings *f, const char *line)
{
  char *text = trimmed (line);

  if (*text != '\0' && begins (line, "  "))
    read_detail (&f->open, text);
  else {
    close_open (f);
    if (!is_chatter (f, text)) {
      set (&f->open.what, text);
      set (&f->open.first, f->case_);
    }
  }
  free (text);
}

void
findings_read (struct findings *f, const char *line)
{
  if (begins (line, LEAD))
    read_sanitizer (f, line + strlen (LEAD));
  else if (begins (line, CASE_MARK)) {
    close_open (f);
    set (&f->case_, line + strlen (CASE_MARK));
  } else if (*line != '\0')
    set (&f->last, line);
}

void
findings_end (struct findings *f)
{
  close_open (f);
}

void
findings_free (struct findings *f)
{
  for (size_t i = 0; i < f->n; i++)
    finding_free (&f->item[i]);
  finding_free (&f->open);
  free (f->item);
  free (f->last);
  free (f->case_);
  *f = (struct findings){ 0 };
}

char *
finding_text (const struct finding *finding)
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
