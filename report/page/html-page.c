/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "report/page/html-page.h"

void
html_page_begin (FILE *out, char *title)
{
  fputs ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
         "<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width,"
         "initial-scale=1\">\n"
         /* The last defence: text that escaped quoting loads nothing. */
         "<meta http-equiv=\"Content-Security-Policy\" content=\""
         "default-src 'none';style-src 'unsafe-inline';"
         "script-src 'unsafe-inline';img-src data:\">\n"
         "<link rel=\"icon\" href=\"data:,\">\n",
         out);
  html_print_and_free (out, "<title>",
                       title != NULL ? title : xstrdup ("gkhost"),
                       "</title>\n<style>\n");
  style_print_page (out);
  fputs ("</style>\n</head>\n<body>\n", out);
}

void
html_page_end (FILE *out)
{
  fputs ("<script>\n", out);
  style_print_script (out);
  fputs ("</script>\n</body>\n</html>\n", out);
}

void
html_section_begin (FILE *out, const char *anchor, char *heading)
{
  fprintf (out, "<section>\n<h2 id=\"%s\"><a href=\"#%s\">", anchor, anchor);
  html_print_and_free (out, "", heading, "</a></h2>\n");
}

void
html_section_end (FILE *out)
{
  fputs ("</section>\n", out);
}

void
html_figure_begin (FILE *out, const char *anchor)
{
  fputs ("<figure class=\"box\" tabindex=\"0\"", out);
  if (anchor != NULL)
    fprintf (out, " id=\"%s\"", anchor);
  fputs (">\n", out);
}

void
html_figure_end (FILE *out)
{
  fputs ("</figure>\n", out);
}

void
html_print_marks (FILE *out, const struct marks *marks)
{
  char *line;
  size_t i = 0;

  for (; (line = marks_line_at (marks, i)) != NULL; i++) {
    fputs (i == 0 ? "<p class=\"soft\">" : "<br>\n", out);
    html_print_and_free (out, "", line, "");
  }
  if (i > 0)
    fputs ("</p>\n", out);
}

#define SIGNS "&<>\"'"

/* Slugs are parts of links: they stay short enough to read aloud. */
enum { SLUG_MOST = 48 };

void
html_print (FILE *out, const char *text)
{
  for (size_t n; *text != '\0'; text += n) {
    n = strcspn (text, SIGNS);
    print_text (out, text, n);
    if (text[n] != '\0')
      fprintf (out, "&#%d;", text[n++]);
  }
}

/* The size in bytes of the first characters of a printable text. */
static size_t
bytes_of (const char *text, size_t columns)
{
  size_t n = strlen (text), at = 0, length;
  uint32_t code;

  while (columns-- > 0 && (length = utf8_decode (text + at, n - at, &code)) > 0)
    at += length;
  return at;
}

void
html_print_clipped (FILE *out, const char *text, size_t columns)
{
  /* Clips the text as it is shown: escapes take room. */
  char *shown = printable_copy (text);

  if (printable_columns (shown, strlen (shown)) <= columns)
    html_print (out, shown);
  else {
    shown[bytes_of (shown, columns - 1)] = '\0';
    html_print (out, shown);
    fputs ("…", out);
  }
  free (shown);
}

void
html_print_and_free (FILE *out, const char *before, char *text,
                     const char *after)
{
  if (text == NULL)
    return;
  fputs (before, out);
  html_print (out, text);
  fputs (after, out);
  free (text);
}

static char
slug_sign (char c)
{
  if (c >= 'A' && c <= 'Z')
    return (char)(c - 'A' + 'a');
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '-';
}

char *
html_slug (const char *text)
{
  char *slug = xmalloc (SLUG_MOST + 1);
  size_t n = 0;

  for (; *text != '\0' && n < SLUG_MOST; text++) {
    char c = slug_sign (*text);

    /* An anchor begins with a letter. */
    if (n == 0 && (c < 'a' || c > 'z')) {
      slug[n++] = 'x';
      if (c == '-')
        continue;
    }
    if (c != '-' || slug[n - 1] != '-')
      slug[n++] = c;
  }
  if (n == 0)
    slug[n++] = 'x';
  slug[n] = '\0';
  return slug;
}

/* Figures and the first column need no class: they are the default. */
static void
print_row (FILE *out, const struct grid *grid, const char *const *cell,
           const char *element)
{
  fputs ("<tr>", out);
  for (size_t j = 0; j < grid->n_columns; j++)
    if (grid->head[j] != NULL) {
      fprintf (out, "<%s%s>", element,
               j == 0 || grid->figure[j] ? "" : " class=\"l\"");
      html_print (out, cell[j]);
      fprintf (out, "</%s>", element);
    }
  fputs ("</tr>\n", out);
}

void
html_print_grid (FILE *out, const struct grid *grid, const char *heading)
{
  fprintf (out,
           "<div class=\"box\" tabindex=\"0\" role=\"group\" "
           "aria-labelledby=\"%s\">",
           heading);
  html_print_table (out, grid);
  fputs ("</div>\n", out);
}

void
html_print_table (FILE *out, const struct grid *grid)
{
  fputs ("<table>\n<thead>", out);
  print_row (out, grid, grid->head, "th");
  fputs ("</thead>\n<tbody>\n", out);
  for (size_t i = 0; i < grid->n; i++)
    print_row (out, grid, (const char *const *)grid->cell[i], "td");
  fputs ("</tbody></table>", out);
}

/* Options that choose where output goes, or continue a run. */
static const struct {
  const char *name;
  bool value; /* in the next word, or in this one after "=" */
} left_out[] = { { "-o", true },
                 { "--output", true },
                 { "--format", true },
                 { "--resume", false } };

/* The number of words of an option to leave out; 0: keep the word. */
static size_t
words_left_out (const char *word)
{
  for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++) {
    size_t n = strlen (left_out[i].name);

    if (strncmp (word, left_out[i].name, n) != 0)
      continue;
    if (word[n] == '\0')
      return 1 + left_out[i].value;
    if (word[n] == '=' || n == strlen ("-o"))
      return 1;
  }
  return 0;
}

static void
add_word (struct text *text, const char *word)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789_@%+=:,./-";

  if (text->n > 0)
    text_add (text, " ");
  if (*word != '\0' && word[strspn (word, plain)] == '\0') {
    text_add (text, "%s", word);
    return;
  }
  text_add (text, "'");
  for (; *word != '\0'; word++)
    text_add (text, *word == '\'' ? "'\\''" : "%c", *word);
  text_add (text, "'");
}

static void
add_job (struct text *text, const char *job)
{
  struct text glob = { 0 };

  text_add (&glob, "%s/*", job);
  add_word (text, "--only");
  add_word (text, glob.data);
  free (glob.data);
}

char *
rerun_command_of_job (const struct run_record *run, const char *job)
{
  struct text text = { 0 };
  bool only = false;
  size_t skip;

  if (run == NULL || run->command.n == 0)
    return NULL;
  /* The program's path on that machine is of no use elsewhere. */
  add_word (&text, "gkhost");
  for (size_t i = 1; i < run->command.n; i += skip) {
    const char *word = run->command.text[i];

    only |= strcmp (word, "--only") == 0 || strncmp (word, "--only=", 7) == 0;
    skip = words_left_out (word);
    if (skip == 0)
      add_word (&text, word);
    skip += skip == 0;
  }
  if (job != NULL && !only)
    add_job (&text, job);
  add_word (&text, "-o");
  add_word (&text, "again.jsonl");
  return text.data;
}

char *
rerun_command_of_compare (const char *old, const char *new)
{
  struct text text = { 0 };

  add_word (&text, "gkhost");
  add_word (&text, "compare");
  add_word (&text, old);
  add_word (&text, new);
  return text.data;
}
