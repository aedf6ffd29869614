/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The formats of reports, a file each.
 */
#ifndef REPORT_FORMATS_H
#define REPORT_FORMATS_H

#include "report/report.h"

report_fn report_table;    /* for people at a terminal of 80 columns */
report_fn report_markdown; /* the same for a page */
report_fn report_csv;      /* a row a case, for other programs */
report_fn report_jsonl;    /* the records as they are */

#endif
