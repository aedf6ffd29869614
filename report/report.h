/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report/: reports from records alone: groups, views, formats.
 * Uses: base, device, suite, record, compare.
 *
 * Reports: made from records alone, so that any can be made again later.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "record/records.h"

struct fleet;

typedef void report_fn (FILE *out, const struct records *records);
/* What a format has of one record, whatever the others are. */
typedef void report_record_fn (FILE *out, const struct record *record);
/* Of devices that were judged, of one run or of many hosts. */
typedef void report_fleet_fn (FILE *out, struct fleet *fleet);

/* The formats, a file each. */
report_fn report_table;    /* for people at a terminal of 80 columns */
report_fn report_markdown; /* the same for a page */
report_fn report_csv;      /* a row a case, for other programs */
report_fn report_jsonl;    /* the records as they are */
report_fn report_junit;    /* XML, a test a case, for the pages of CI */
report_fn report_html;     /* a page with pictures, which needs nothing else */
report_fn report_svg;      /* one picture, by its name: report/pictures.h */
report_fn report_openmetrics; /* devices, for Prometheus */
report_fn report_check; /* of gkhost check: a line a variant, what failed */

report_fn report_table_bars; /* of --bars: a bar behind each time */

/* Of a comparison, whose records they are given. */
report_fn report_changes_table;
report_fn report_changes_markdown;
report_fn report_changes_junit;
report_fn report_changes_html;

/* Of many hosts, and the last of one as well. */
report_fleet_fn fleet_table;
report_fleet_fn fleet_markdown;
report_fleet_fn fleet_openmetrics;

/* Of those that need no other record for one. */
report_record_fn report_csv_record;
report_record_fn report_jsonl_record;

/* "table", "csv", "markdown", "jsonl", "junit", "html", "svg", "openmetrics";
 * NULL when the name is unknown. */
report_fn *report_find (const char *format);
/* Whether other programs read it: no word of ours may stand beside it. */
bool report_is_data (report_fn *report);
/* Whether it is of devices that were judged, and so for who judges to print:
 * what it prints of records alone is by the suite's margins. */
bool report_is_of_devices (report_fn *report);
/* The same format of a comparison; that of a table where report is NULL. */
report_fn *report_of_changes (report_fn *report);
/* What prints a record as soon as it is there: for all of a run, in order, this
 * is the report.  NULL for a format that has to know them all. */
report_record_fn *report_each (report_fn *report);
/* The same format of a fleet; NULL: it has none. */
report_fleet_fn *report_of_fleet (report_fn *report);
/* What a format is called; "" where it is none of these. */
const char *report_name (report_fn *report);
/* Their names, from 0; NULL behind the last. */
const char *report_format_at (size_t i);
/* "table, csv, ...", for messages; to be freed. */
char *report_formats (void);

/* Why a case did not pass, in lines below what names it: the reason, and the
 * last that its plugin printed; nothing for a case that passed. */
void print_reason (FILE *out, const struct case_record *record);

#endif
