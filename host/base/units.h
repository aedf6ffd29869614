/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Formats quantities for readers: three significant digits, and one unit for
 * all rates of a kind, so that rows are easy to compare.
 */
#ifndef UNITS_H
#define UNITS_H

#include <stdbool.h>

#define UNITS_MAX 32

/* Each fills in text, of UNITS_MAX bytes, and returns it. */
char *units_time (char *text, double seconds);     /* "12.3 us" */
char *units_duration (char *text, double seconds); /* "0.4 s", "3 min" */
char *units_percent (char *text, double fraction); /* "83.1%", "<0.1%" */
char *units_ratio (char *text, double ratio);      /* "1.23x" */
/* Whether an interval is no wider than a factor of two. */
bool units_ratio_is_known (double low, double high);
/* A ratio by its interval: "5.1 to 7.4x"; "1.56x" where both ends print alike,
 * "about 33x" where the interval is wider than a factor of two. */
char *units_ratio_between (char *text, double low, double ratio, double high);
char *units_bytes (char *text, double bytes); /* "139 GiB" */
/* A plugin's figure, in any unit ("" or "1": none): as one of the others where
 * it has a unit of theirs, "17" where it is a whole number without one. */
char *units_figure (char *text, double value, const char *unit);

/* A record stores a rate in an SI unit: "B/s", "FLOP/s" or "OP/s".  Tables
 * print it in GB/s, TFLOP/s or TOP/s; in GFLOP/s or GOP/s if the largest rate
 * of the table is below one T.  Digits before the point are never rounded:
 * "3943 GB/s". */
const char *units_rate_unit (const char *si, double largest); /* "GB/s" */
double units_rate_divisor (const char *si, double largest);   /* 1e9 */
char *units_rate_number (char *text, double value, const char *si,
                         double largest);
char *units_rate (char *text, double value,
                  const char *si); /* of a single rate */

#endif
