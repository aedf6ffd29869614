/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report/: reports of a run or of a comparison.  It reads records and starts
 * nothing, so any report can be made again from the file of a run.
 * Uses: base, device, suite, record, report/compare.
 *
 * A report goes three steps: groups.h sorts records into blocks, a view
 * (table-view.c, changes.h) turns a block into a grid of texts, and a
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

#include "record/records.h"

struct fleet;

typedef void report_fn (FILE *out, const struct records *records);

/* A format, with all that is known of it.  A function is NULL where the format
 * has no such report. */
struct format {
  const char *name;
  bool is_data;     /* read by programs: nothing else may be printed with it */
  bool is_markdown; /* texts beside the report are Markdown, too */
  bool has_lists;   /* list, devices and --dry-run print it */
  const char *single; /* why it can't show several runs; NULL: it can */
  report_fn *print_run;
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

#endif
