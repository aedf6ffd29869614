/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report/: reports of a run or of a comparison.  It reads records and starts
 * nothing, so any report can be made again from the file of a run.
 * Uses: base, device, suite, record, report/compare.
 *
 * A report goes three steps: groups.h sorts records into blocks, a view
 * (table-view.h, changes-view.h) turns a block into a grid of texts, and a
 * format prints the grid.  Formats for people share these texts, so they can't
 * disagree.  The HTML page and its pictures are in report/page, what is printed
 * of many devices or hosts in report/fleet, comparisons in report/compare.
 *
 * A new format is a file FORMAT.c, a line below, and a row in report.c.  If it
 * needs no other record for a row, a function for one record (report_each) lets
 * a run print rows as they come.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "record/records.h"

struct fleet;

typedef void report_fn (FILE *out, const struct records *records);
/* Prints one record; needs no other. */
typedef void report_record_fn (FILE *out, const struct record *record);
/* Prints the health of devices, of one run or of many hosts. */
typedef void report_fleet_fn (FILE *out, struct fleet *fleet);

/* The formats, one file each. */
report_fn report_table;       /* for a terminal of 80 columns */
report_fn report_markdown;    /* the same for a page */
report_fn report_csv;         /* one row per case, for other programs */
report_fn report_jsonl;       /* the records unchanged */
report_fn report_junit;       /* XML for CI, one test per case */
report_fn report_html;        /* a self-contained page with pictures */
report_fn report_svg;         /* one picture by name: report/page/pictures.h */
report_fn report_openmetrics; /* devices, for Prometheus */
report_fn report_check; /* of gkhost check: counts and failures per variant */

/* The formats of a comparison; they expect its records. */
report_fn report_changes_table;
report_fn report_changes_markdown;
report_fn report_changes_junit;
report_fn report_changes_html;

/* The formats of many hosts; openmetrics prints a single host, too. */
report_fleet_fn fleet_table;
report_fleet_fn fleet_markdown;
report_fleet_fn fleet_openmetrics;

/* The formats that need one record at a time. */
report_record_fn report_csv_record;
report_record_fn report_jsonl_record;

/* "table", "csv", "markdown", "jsonl", "junit", "html", "svg", "openmetrics";
 * NULL when the name is unknown. */
report_fn *report_find (const char *format);
/* True for a format that programs read: nothing else may be printed with it. */
bool report_is_data (report_fn *report);
/* True for a format of device health.  A command that has margins of its own
 * prints it by report_of_fleet; the format alone uses those of the suite. */
bool report_is_of_devices (report_fn *report);
/* Returns the function that prints a comparison in this format; for NULL the
 * table's. */
report_fn *report_of_changes (report_fn *report);
/* Prints one record as soon as it exists: called for all records of a run in
 * order, it prints the whole report.  NULL for a format that needs all records
 * first. */
report_record_fn *report_each (report_fn *report);
/* Returns the function that prints a fleet in this format; NULL: there is
 * none. */
report_fleet_fn *report_of_fleet (report_fn *report);
/* A format's name; "" for a function that is no format. */
const char *report_name (report_fn *report);
/* The name of format i, from 0; NULL after the last. */
const char *report_format_at (size_t i);
/* "table, csv, ...", for messages; to be freed. */
char *report_formats (void);

/* Prints why a case did not pass, indented: the reason and the last output of
 * its plugin.  Prints nothing for a case that passed. */
void print_reason (FILE *out, const struct case_record *record);

#endif
