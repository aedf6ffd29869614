/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The report as one self-contained HTML page: a summary, a table of blocks,
 * then a section per block.  A page that would be too large for a browser shows
 * an excerpt, and says so.
 */
#include <config.h>

#include <stdlib.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "report/fleet/fleet.h"
#include "report/grid.h"
#include "report/page/excerpt.h"
#include "report/page/html-page.h"
#include "report/page/pictures.h"
#include "report/report.h"

static void
print_heading (FILE *out, const struct groups *groups)
{
  const struct run_record *run = groups->run;
  const struct device_record *device;
  char *remark;

  if (run == NULL)
    return;
  html_print_and_free (out, "<h1>", describe_run (run), "</h1>\n");
  device = run->devices.item;
  if (run->devices.n > 0)
    fputs ("<ul>\n", out);
  for (size_t i = 0; i < run->devices.n; i++) {
    fputs ("<li><code>", out);
    html_print (out, text_or_empty (device[i].name));
    html_print_and_free (out, "</code>: ", describe_hardware (&device[i]),
                         "</li>\n");
  }
  if (run->devices.n > 0)
    fputs ("</ul>\n", out);
  html_print_and_free (out, "<p>", describe_usual (run), "</p>\n");
  for (size_t i = 0; (remark = describe_remark (groups, i)) != NULL; i++)
    html_print_and_free (out, "<p>", remark, "</p>\n");
}

static void
print_item (void *user, const char *outcome, const char *text)
{
  struct html_list *list = user;

  if (!html_list_begin_item (list))
    return;
  if (outcome != NULL)
    fprintf (list->out, "<b class=\"bad\">%s</b>: ", outcome);
  html_print (list->out, text);
  fputs ("</li>\n", list->out);
}

static void
print_end (FILE *out, const struct groups *groups)
{
  struct html_list list = { .out = out };

  html_print_and_free (out, "<p>", describe_totals (groups), "</p>\n");
  summary_list_items (groups, print_item, &list);
  html_list_end (&list);
}

static void
print_fastest (FILE *out, const struct groups *groups)
{
  struct fastest_list list;

  fastest_make (&list, groups);
  if (list.n > 0)
    fprintf (
        out,
        "<h2 id=\"fastest\">%s</h2>\n<div class=\"box\" tabindex=\"0\" "
        "role=\"group\" aria-label=\"fastest\"><table>\n<thead><tr>"
        "<th>problem</th><th class=\"l\">fastest</th></tr></thead>\n<tbody>\n",
        describe_fastest_list (groups));
  for (size_t i = 0; i < list.n; i++) {
    const struct fastest *fastest = &list.fastest[i];

    html_print_and_free (out, "<tr><td class=\"w\">",
                         describe_comparison (fastest->record), "</td>");
    html_print_and_free (out, "<td class=\"w\">", describe_fastest (fastest),
                         "</td></tr>\n");
  }
  if (list.n > 0)
    fputs ("</tbody></table></div>\n", out);
  fastest_free (&list);
}

static void
print_rerun_command (FILE *out, const struct run_record *run, const char *job)
{
  html_print_and_free (out, "<p class=\"soft\">to reproduce: <code>",
                       rerun_command_of_job (run, job), "</code></p>\n");
}

/* Finds the row of the least time, block->n if none has a time; returns the
 * number of rows that are tied with it. */
static size_t
find_least (const struct block *block, const struct rounds *rounds,
            size_t *least)
{
  enum tie *tie = xcalloc (block->n + 1, sizeof *tie);
  size_t tied = 0;

  rows_tie (tie, block, rounds);
  *least = block->n;
  for (size_t i = 0; i < block->n; i++) {
    tied += tie[i] == TIE_EQUAL;
    /* The only row with a time is tied with none. */
    if (tie[i] == TIE_LEAST
        || (*least == block->n && case_time (block->record[i]) > 0))
      *least = i;
  }
  free (tie);
  return tied;
}

/* A block in the table of all: a link and its fastest row. */
static void
print_entry (FILE *out, const struct block *block, const struct groups *groups,
             const char *anchor)
{
  struct marks marks = { 0 };
  struct grid grid;
  struct text name = { 0 };
  size_t i, tied = find_least (block, &groups->rounds, &i);

  table_view_make (&grid, &marks, block, groups);
  text_add (&name, "%s", i < block->n ? grid.cell[i][COLUMN_VARIANT] : "-");
  if (tied > 0)
    text_add (&name, ", and %zu tied with it", tied);
  fprintf (out, "<tr><td class=\"w\"><a href=\"#%s\">", anchor);
  html_print_and_free (out, "", describe_block (block, groups->run),
                       "</a></td>");
  fprintf (out, "<td>%u</td><td class=\"%s\">", block->n,
           html_text_class (name.data));
  html_print_and_free (out, "", name.data, "");
  for (int j = COLUMN_TIME; j <= COLUMN_SPEEDUP; j++)
    if (j == COLUMN_TIME || j == COLUMN_SPEEDUP) {
      fputs ("</td><td>", out);
      html_print (out, i < block->n ? grid.cell[i][j] : "-");
    }
  fputs ("</td></tr>\n", out);
  grid_free (&grid);
}

static void
print_contents (FILE *out, const struct groups *groups, char *const *anchor)
{
  if (groups->n_blocks == 0)
    return;
  fputs ("<div class=\"box\" tabindex=\"0\" role=\"group\" "
         "aria-label=\"blocks\"><table>\n<thead><tr><th>block</th>"
         "<th>rows</th><th class=\"l\">fastest</th><th>time</th>"
         "<th>speed-up</th></tr></thead>\n<tbody>\n",
         out);
  for (size_t i = 0; i < groups->n_blocks; i++)
    print_entry (out, &groups->block[i], groups, anchor[i]);
  fputs ("</tbody></table></div>\n", out);
}

/* The note is of all blocks of a job, and stands above the first. */
static void
print_note (FILE *out, const struct block *block)
{
  if (block->job == NULL || block->job->note == NULL)
    return;
  fputs ("<p class=\"note\">", out);
  html_print (out, block->job->note);
  fputs ("</p>\n", out);
}

static void
print_tunable_plots (FILE *out, const struct block *block, const char *anchor)
{
  struct plot_tunables swept;
  size_t number = 0;

  for (size_t at = 0; plot_tunables_next (&swept, block, &at);
       plot_tunables_free (&swept)) {
    char *id = xasprintf ("%s.sweep-%zu", anchor, ++number);

    html_figure_begin (out, id);
    fputs ("<figcaption>Sweep</figcaption>\n", out);
    plot_tunables_print (out, &swept, false);
    html_figure_end (out);
    free (id);
  }
}

/* Prints the plot at the first block of a job that has several sizes. */
static void
print_size_plot (FILE *out, const struct groups *groups, size_t i,
                 const char *anchor)
{
  struct plot_sizes sizes;
  struct grid grid;

  if (!plot_sizes_make (&sizes, groups, i))
    return;
  fprintf (out, "<h3 id=\"%s.sizes\">Rate over problem size</h3>\n", anchor);
  html_figure_begin (out, NULL);
  plot_sizes_print (out, &sizes, false);
  html_figure_end (out);
  plot_sizes_view_make (&grid, &sizes);
  html_print_grid (out, &grid, anchor);
  grid_free (&grid);
  plot_sizes_free (&sizes);
}

/* Folded: the plot and its table. */
static void
print_samples (FILE *out, const struct block *block,
               const struct groups *groups, const struct grid *rows,
               const char *anchor)
{
  struct grid grid;

  if (!samples_known (block, groups))
    return;
  fprintf (out, "<details id=\"%s.samples\"><summary>Samples</summary>\n",
           anchor);
  html_figure_begin (out, NULL);
  samples_print (out, block, rows, groups, anchor);
  samples_view_make (&grid, block);
  html_print_table (out, &grid);
  fputs ("</figure>\n</details>\n", out);
  grid_free (&grid);
}

static void
print_block (FILE *out, const struct groups *groups, size_t i,
             const char *anchor)
{
  const struct block *block = &groups->block[i];
  struct marks marks = { 0 };
  struct grid grid;

  table_view_make (&grid, &marks, block, groups);
  print_note (out, block);
  html_section_begin (out, anchor, describe_block (block, groups->run));
  html_print_and_free (out, "<p>", describe_search (block), "</p>\n");
  html_figure_begin (out, NULL);
  fputs ("<figcaption>Ladder</figcaption>\n", out);
  ladder_print (out, block, &grid, anchor);
  html_figure_end (out);
  html_print_grid (out, &grid, anchor);
  html_print_and_free (out, "<p>", describe_baseline (block), "</p>\n");
  html_print_and_free (out, "<p>", describe_best_rows (block, &groups->rounds),
                       "</p>\n");
  html_print_marks (out, &marks);
  print_tunable_plots (out, block, anchor);
  print_size_plot (out, groups, i, anchor);
  print_samples (out, block, groups, &grid, anchor);
  print_rerun_command (out, groups->run, block->head->job);
  html_section_end (out);
  grid_free (&grid);
}

/* Lists the worst devices first. */
static void
print_bad_devices_list (FILE *out, const struct fleet *fleet)
{
  struct html_list list = { .out = out };

  for (int i = N_DEVICE_HEALTHS - 1; i > DEVICE_HEALTH_ALONE; i--)
    for (size_t j = 0; j < fleet->n_devices; j++) {
      if (fleet->device[j].health != (enum device_health)i
          || fleet->device[j].superseded || !html_list_begin_item (&list))
        continue;
      html_print_and_free (out, "<b class=\"bad\">",
                           fleet_device_name (fleet, j), "</b>, ");
      html_print (out, names_at (&device_health_names, i));
      html_print_and_free (out, ": ", describe_device_health (fleet, j), "");
      fputs ("</li>\n", out);
    }
  html_list_end (&list);
}

/* Prints the first rows of a table of all devices or all cases. */
static void
print_first_rows (FILE *out, struct grid *grid)
{
  const size_t n = grid->n;

  if (n > HTML_ITEMS_MOST)
    fprintf (out,
             "<p>The first %d of %zu rows are shown; --format table "
             "prints the devices.</p>\n",
             HTML_ITEMS_MOST, n);
  grid->n = n < HTML_ITEMS_MOST ? n : HTML_ITEMS_MOST;
  html_print_grid (out, grid, DEVICES_MAP);
  grid->n = n;
}

static void
print_devices_map (FILE *out, const struct records *records)
{
  struct devices_map map;
  struct grid grid;

  if (devices_map_make (&map, records)) {
    html_section_begin (out, DEVICES_MAP, xstrdup ("Devices"));
    print_bad_devices_list (out, &map.fleet);
    devices_view_make (&grid, &map.fleet);
    print_first_rows (out, &grid);
    grid_free (&grid);
    html_figure_begin (out, NULL);
    devices_map_print (out, &map, false);
    html_figure_end (out);
    devices_map_view_make (&grid, &map);
    print_first_rows (out, &grid);
    grid_free (&grid);
    html_section_end (out);
  }
  devices_map_free (&map);
}

static void
print_rooflines (FILE *out, const struct groups *groups)
{
  for (size_t i = 0; i < roofline_most (groups); i++) {
    struct roofline roofline;
    struct grid grid;

    if (roofline_make (&roofline, groups, i)) {
      html_section_begin (out, roofline.anchor, roofline_title (&roofline));
      html_figure_begin (out, NULL);
      roofline_print (out, &roofline, false);
      html_figure_end (out);
      if (roofline_has_own_work (&roofline))
        fputs ("<p>A dot shows the operations that its variant executes, below "
               "the ceiling of their units. The table has the problem's, and "
               "what is executed where that is something else.</p>\n",
               out);
      roofline_view_make (&grid, &roofline);
      html_print_grid (out, &grid, roofline.anchor);
      html_section_end (out);
      grid_free (&grid);
    }
    roofline_free (&roofline);
  }
}

/* Prints all that is below the heading. */
static void
print_body (FILE *out, const struct excerpt *excerpt, char *const *anchor)
{
  const struct groups *groups = &excerpt->groups;

  html_print_and_free (out, "<p>", describe_excerpt (excerpt), "</p>\n");
  print_end (out, groups);
  print_rerun_command (out, groups->run, NULL);
  print_contents (out, groups, anchor);
  print_fastest (out, groups);
  print_devices_map (out, groups->records);
  print_rooflines (out, groups);
  for (size_t i = 0; i < groups->n_blocks; i++)
    print_block (out, groups, i, anchor[i]);
}

/* The anchors of all blocks, so that an excerpt does not number them anew. */
static char **
make_anchors (const struct groups *groups)
{
  char **anchor = xcalloc (groups->n_blocks + 1, sizeof *anchor);
  struct anchors anchors = { 0 };

  for (size_t i = 0; i < groups->n_blocks; i++)
    anchor[i] = anchors_next (&anchors, &groups->block[i]);
  anchors_free (&anchors);
  return anchor;
}

static void
free_anchors (char **anchor, const struct groups *groups)
{
  for (size_t i = 0; i < groups->n_blocks; i++)
    free (anchor[i]);
  free (anchor);
}

/* Makes the body with at most so many rows, to be freed.  Sets the number of
 * rows that it has. */
static char *
make_body (const struct groups *groups, char **all_anchors, size_t *rows,
           size_t *bytes)
{
  struct excerpt excerpt;
  char **anchor, *body = NULL;
  FILE *memory = open_memstream (&body, bytes);

  if (memory == NULL)
    exit_out_of_memory ();
  excerpt_make (&excerpt, groups, *rows);
  anchor = xcalloc (excerpt.groups.n_blocks + 1, sizeof *anchor);
  for (size_t i = 0; i < excerpt.groups.n_blocks; i++)
    anchor[i] = all_anchors[excerpt.number[i]];
  print_body (memory, &excerpt, anchor);
  *rows = excerpt.n_rows;
  free (anchor);
  excerpt_free (&excerpt);
  if (ferror (memory) || fclose (memory) != 0)
    exit_out_of_memory ();
  return body;
}

/* Prints the body with as many rows as fit. */
static void
print_fitting_body (FILE *out, const struct groups *groups)
{
  char **anchor = make_anchors (groups), *body;
  size_t rows = EXCERPT_ROWS_MOST, bytes;

  body = make_body (groups, anchor, &rows, &bytes);
  while (bytes > HTML_BODY_MOST && rows > 1) {
    free (body);
    /* Rows differ in size: some may be larger than those left out. */
    rows = (size_t)((double)rows * 0.95 * HTML_BODY_MOST / (double)bytes);
    rows = rows > 1 ? rows : 1;
    body = make_body (groups, anchor, &rows, &bytes);
  }
  fwrite (body, 1, bytes, out);
  free (body);
  free_anchors (anchor, groups);
}

void
report_html (FILE *out, const struct records *records)
{
  struct groups groups;

  groups_make (&groups, records);
  html_page_begin (out, groups.run != NULL ? describe_run (groups.run) : NULL);
  print_heading (out, &groups);
  print_fitting_body (out, &groups);
  html_page_end (out);
  groups_free (&groups);
}
