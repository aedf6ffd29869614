/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/xalloc.h"
#include "report/grid.h"

/* Blanks between columns, usually and in a narrow table. */
enum { GAP = 2, GAP_LEAST = 1 };

static size_t
count_columns (const char *text)
{
  return printable_columns (text, strlen (text));
}

/* The width of a column's widest cell that has room. */
static size_t
widest_cell (const struct grid *grid, size_t column, size_t room)
{
  size_t most = count_columns (grid->head[column]);

  for (size_t i = 0; i < grid->n; i++) {
    size_t n = count_columns (grid->cell[i][column]);

    if (n <= room && n > most)
      most = n;
  }
  return most;
}

/* Sets the widths of columns for a gap.  True when names get the requested
 * room and the table fits the terminal. */
static bool
fit_columns (struct grid *grid, size_t gap, size_t room)
{
  const size_t most = print_columns ();
  size_t others = 0;

  grid->gap = gap;
  for (size_t j = 1; j < grid->n_columns; j++)
    if (grid->head[j] != NULL) {
      grid->width[j] = widest_cell (grid, j, SIZE_MAX);
      others += grid->width[j] + gap;
    }
  grid->width[0] = widest_cell (grid, 0, others < most ? most - others : 0);
  return grid->width[0] >= room && grid->width[0] + others <= most;
}

static void
shorten_heads (struct grid *grid)
{
  for (size_t j = 0; j < grid->n_columns; j++)
    if (grid->head[j] != NULL && grid->brief[j] != NULL)
      grid->head[j] = grid->brief[j];
}

static void
drop_spare (struct grid *grid)
{
  if (grid->spare > 0)
    grid->head[grid->spare] = NULL;
}

void
grid_fit (struct grid *grid)
{
  const char *head[GRID_MOST];
  size_t room;

  memcpy (head, grid->head, sizeof head);
  /* A name too long even for the narrowest table must not narrow it. */
  shorten_heads (grid);
  drop_spare (grid);
  fit_columns (grid, GAP_LEAST, 0);
  room = grid->width[0];
  memcpy (grid->head, head, sizeof head);
  if (fit_columns (grid, GAP, room) || fit_columns (grid, GAP_LEAST, room))
    return;
  shorten_heads (grid);
  if (fit_columns (grid, GAP_LEAST, room))
    return;
  drop_spare (grid);
  fit_columns (grid, GAP_LEAST, room);
}

static void
print_row (FILE *out, const struct grid *grid, const char *const *cell,
           enum tint tint)
{
  static const char *const colours[] = { "", "\033[32m", "\033[31m" };
  const char *name = cell[0];
  size_t last = grid->n_columns - 1;

  while (last > 0 && grid->head[last] == NULL)
    last--;
  if (!print_is_coloured (out))
    tint = TINT_NONE;

  if (count_columns (name) > grid->width[0]) {
    print_line (out, "%s", name);
    name = "";
  }
  print_padded (out, -(int)grid->width[0], name);
  for (size_t j = 1; j <= last; j++) {
    /* No blanks after the last one. */
    int width = j < last || grid->figure[j] ? (int)grid->width[j] : 0;
    const char *colour = colours[j == grid->verdict ? tint : TINT_NONE];

    if (grid->head[j] == NULL)
      continue;
    fprintf (out, "%*s%s", (int)grid->gap, "", colour);
    print_padded (out, grid->figure[j] ? width : -width, cell[j]);
    if (colour[0] != '\0')
      fputs ("\033[0m", out);
  }
  putc ('\n', out);
}

void
grid_print_head (FILE *out, const struct grid *grid)
{
  print_row (out, grid, grid->head, TINT_NONE);
}

void
grid_print_row (FILE *out, const struct grid *grid, size_t i)
{
  print_row (out, grid, (const char *const *)grid->cell[i], grid->tint[i]);
}

void
print_wrapped (FILE *out, const char *lead, size_t indent, char *text)
{
  if (text != NULL)
    wrap_print (out, lead, indent, text);
  free (text);
}

/* Drops trailing blanks, which align digits on a terminal only. */
static void
print_markdown_cell (FILE *out, const char *cell)
{
  size_t n = strlen (cell);

  while (n > 0 && cell[n - 1] == ' ')
    n--;
  markdown_print_and_free (out, "", xstrndup (cell, n), "");
}

static void
print_markdown_row (FILE *out, const struct grid *grid, const char *const *cell)
{
  for (size_t j = 0; j < grid->n_columns; j++)
    if (grid->head[j] != NULL) {
      fputs ("| ", out);
      print_markdown_cell (out, cell[j]);
      putc (' ', out);
    }
  fputs ("|\n", out);
}

void
grid_print_markdown (FILE *out, const struct grid *grid)
{
  print_markdown_row (out, grid, grid->head);
  for (size_t j = 0; j < grid->n_columns; j++)
    if (grid->head[j] != NULL)
      fputs (grid->figure[j] ? "| ---: " : "| --- ", out);
  fputs ("|\n", out);
  for (size_t i = 0; i < grid->n; i++)
    print_markdown_row (out, grid, (const char *const *)grid->cell[i]);
}

char **
grid_add_row (struct grid *grid)
{
  grid->cell = xgrow (grid->cell, grid->n, sizeof grid->cell[0]);
  grid->tint = xgrow (grid->tint, grid->n, sizeof grid->tint[0]);
  grid->tint[grid->n] = TINT_NONE;
  return memset (grid->cell[grid->n++], 0, sizeof grid->cell[0]);
}

void
grid_hide_empty (struct grid *grid, size_t first)
{
  for (size_t j = first; j < grid->n_columns; j++) {
    bool any = false;

    for (size_t i = 0; i < grid->n; i++)
      any |= strcmp (grid->cell[i][j], "") != 0
             && strcmp (grid->cell[i][j], "-") != 0;
    if (!any)
      grid->head[j] = NULL;
  }
}

void
grid_free (struct grid *grid)
{
  for (size_t i = 0; i < grid->n; i++)
    for (size_t j = 0; j < grid->n_columns; j++)
      free (grid->cell[i][j]);
  free (grid->cell);
  free (grid->tint);
  *grid = (struct grid){ 0 };
}

#define SIGNS "\\`*_|<>[]#~"
#define LINE_ENDS "\n\r\v\f"
#define BLANKS " \t" LINE_ENDS

void
markdown_print (FILE *out, const char *text)
{
  for (size_t n; *text != '\0'; text += n) {
    n = strcspn (text, SIGNS LINE_ENDS);
    print_text (out, text, n);
    if (text[n] == '\0')
      continue;
    if (strchr (SIGNS, text[n]) != NULL)
      fprintf (out, "\\%c", text[n]);
    else
      putc (' ', out);
    n++;
  }
}

void
markdown_print_and_free (FILE *out, const char *before, char *text,
                         const char *after)
{
  if (text == NULL)
    return;
  fputs (before, out);
  markdown_print (out, text);
  fputs (after, out);
  free (text);
}

void
markdown_print_paragraph (FILE *out, const char *text)
{
  size_t digits;

  text += strspn (text, BLANKS);
  digits = strspn (text, "0123456789");
  print_text (out, text, digits);
  text += digits;
  if (*text != '\0' && strchr (digits > 0 ? ".)" : "-+=", *text) != NULL)
    putc ('\\', out);
  markdown_print (out, text);
  putc ('\n', out);
}

const char *
marks_at (const struct marks *marks, size_t i, const char **meaning)
{
  const struct {
    bool occurred;
    const char *mark, *meaning;
  } legend[] = {
    { marks->peer, "*",
      "a peer: a routine of a library or of the driver, for comparison" },
    { marks->foreign, "?",
      "a baseline or peer of a plugin that is not gkhost's own" },
    { marks->uniform_only, "!",
      "declares that it is right on uniform data alone; never the fastest" },
    { marks->fastest, "<", "the least time of its block" },
    { marks->tied, "~", "not measurably slower than that" },
    { marks->within_run, "to",
      "the 95 % interval, within this run; rounds = 10 covers several "
      "processes" },
    { marks->about, "about",
      "a ratio whose interval is wider than a factor of two" },
    { marks->one_sample, "-", "one sample: no spread and no interval" },
    { marks->other_units, "^",
      "share of the limit of other units, by the operations that the variant "
      "does there instead of the problem's" },
    { marks->at_clock, "at clock",
      "share of the limit at the lower clock that the device had" },
    { marks->over_limit, "over 100%",
      "the limit was measured too low, or data was still in a cache: see "
      "gkhost devices" },
    { marks->coarse, "2^-n",
      "verified to this precision, which the variant declares, not its "
      "type's" },
  };

  for (size_t j = 0; j < sizeof legend / sizeof legend[0]; j++)
    if (legend[j].occurred && i-- == 0) {
      *meaning = legend[j].meaning;
      return legend[j].mark;
    }
  for (int j = 0; j < N_CAVEATS; j++)
    if (marks->caveat[j] && i-- == 0) {
      *meaning = caveat_meaning ((enum caveat)j);
      return caveat_word ((enum caveat)j);
    }
  return NULL;
}

enum { LEGEND_INDENT = 4 };

void
marks_print (FILE *out, const struct marks *marks)
{
  const char *mark, *meaning;

  for (size_t i = 0; (mark = marks_at (marks, i, &meaning)) != NULL; i++) {
    char *lead = xasprintf ("%s  ", mark);

    if (i == 0)
      putc ('\n', out);
    wrap_print (out, lead, LEGEND_INDENT, meaning);
    free (lead);
  }
}

void
marks_print_markdown (FILE *out, const struct marks *marks)
{
  const char *mark, *meaning;

  for (size_t i = 0; (mark = marks_at (marks, i, &meaning)) != NULL; i++)
    markdown_print_and_free (out, "\n", xasprintf ("%s: %s", mark, meaning),
                             "\n");
}
