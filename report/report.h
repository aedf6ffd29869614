/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report/: reports of a run or of a comparison.  It reads records and starts
 * nothing, so any report can be made again from the file of a run.
 * Uses: base, device, suite, record, report/compare.
 *
 * A report goes three steps: groups.h sorts records into blocks, a view
 * (table-view.c, changes.c) turns a block into a grid of texts, and a
 * format prints the grid.  Formats for people share these texts, so they can't
 * disagree.  The HTML page and its pictures are in report/page, what is printed
 * of many devices or hosts in report/fleet, comparisons in report/compare.
 *
 * A new format is a file FORMAT.c and a row of the table in report.c.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/pool.h"
#include "record/records.h"
#include "report/compare/change-record.h"
#include "report/grid.h"

struct fleet;

typedef void report_fn (FILE *out, const struct records *records);
/* Prints the report with columns of these names appended (--columns); NULL: no
 * such column. */
typedef void columns_fn (FILE *out, const struct records *records,
                         const struct list *columns);

/* A format, with all that is known of it.  A function is NULL where the format
 * has no such report. */
struct format {
  const char *name;
  bool is_data;     /* read by programs: nothing else may be printed with it */
  bool is_markdown; /* texts beside the report are Markdown, too */
  bool has_lists;   /* list, devices and --dry-run print it */
  const char *single; /* why it can't show several runs; NULL: it can */
  report_fn *print_run;
  columns_fn *print_columns;
  /* Prints one record as soon as it exists: called for all records of a run in
   * order, it prints the whole report. */
  void (*print_record) (FILE *out, const struct record *record);
  /* Prints the picture of that name.  False, after a message. */
  bool (*print_picture) (FILE *out, const struct records *records,
                         const char *name);
  report_fn *print_comparison; /* of its records */
  /* Prints the health of devices, of many hosts or (format_is_of_devices) of
   * one run. */
  void (*print_fleet) (FILE *out, struct fleet *fleet);
};

/* Format number i, from 0, the table first; NULL after the last. */
const struct format *format_at (size_t i);
/* NULL when the name is unknown. */
const struct format *format_find (const char *name);
/* "table, csv, ...", for messages; to be freed. */
char *format_names (void);
/* True for a format that shows nothing but the health of devices. */
bool format_is_of_devices (const struct format *format);

/* What the table of formats is made of. */
report_fn report_table, report_markdown, report_csv, report_jsonl, report_junit,
    report_html;
columns_fn report_table_columns, report_markdown_columns;
report_fn changes_table, changes_markdown, changes_junit, changes_html;
void report_csv_record (FILE *out, const struct record *record);
void report_jsonl_record (FILE *out, const struct record *record);
bool picture_print (FILE *out, const struct records *records, const char *name);
void fleet_table (FILE *out, struct fleet *fleet);
void fleet_markdown (FILE *out, struct fleet *fleet);
void fleet_openmetrics (FILE *out, struct fleet *fleet);

/* Of gkhost check, without a name: counts and failures per variant. */
report_fn report_check;

/* Prints why a case did not pass, indented: the reason and the last output of
 * its plugin.  Prints nothing for a case that passed. */
void print_reason (FILE *out, const struct case_record *record);

/* The texts of a comparison, which all formats for people print: those of its
 * blocks, each of them one problem in one mode, and those around them.
 *
 * Record 0 of a comparison is its head, the others are changes. */

/* Returns the end of the block that begins with record i. */
size_t changes_block_end (const struct records *changes, size_t i);
/* Makes the grid of records i to end. */
void changes_view_make (struct grid *grid, const struct records *changes,
                        size_t i, size_t end);

/* The heading of the block from i to end: "copy: rows=1000 cols=1000, cold
 * cache, on cpu".  The caller frees this text and those below. */
char *describe_changes (const struct records *changes, size_t i, size_t end);
/* "old  a.jsonl, gkhost 0.1.0, 2026-11-20 10:00:00 UTC" */
char *describe_compared (const struct compared_with *with);
/* The drift of each device that is taken out in the block, and its peers, and
 * whether that of any is not known; NULL: neither, as in one run. */
char *describe_drifts (const struct records *changes, size_t i, size_t end);
/* The marks in all blocks, for the legend. */
struct marks changes_marks (const struct records *changes);
/* "12 cases: 1 slower, 3 the same" */
char *describe_comparison_totals (const struct records *changes);
/* What the runs lack, then the reasons why cases are unsure or do not pass,
 * each once; the pool owns them: "unsure: a run has one round only" */
struct texts describe_change_reasons (const struct records *changes,
                                      struct pool *pool);

#endif
