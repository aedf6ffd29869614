/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Quantities as a reader sees them: three significant digits, and one unit for
 * all rates of a kind, so that rows compare at a glance.
 */
#ifndef UNITS_H
#define UNITS_H

#define UNITS_MAX 32

/* Each fills a text of UNITS_MAX bytes and returns it. */
char *units_time (char *text, double seconds);     /* "12.3 us" */
char *units_percent (char *text, double fraction); /* "83.1%", "<0.1%" */
char *units_ratio (char *text, double ratio);      /* "1.23x" */
/* "1.23x ± 0.04", never less off than the last digit. */
char *units_ratio_within (char *text, double ratio, double off);
char *units_bytes (char *text, double bytes); /* "139 GiB" */

/* A rate comes in a record as a value and an SI unit: "B/s", "FLOP/s" or
 * "OP/s".  Shown it is GB/s; TFLOP/s and TOP/s, or GFLOP/s and GOP/s where the
 * largest of the rates that stand together is under one of those.  Digits
 * before the point are never rounded away: "3943 GB/s". */
const char *units_rate_unit (const char *si, double largest); /* "GB/s" */
double units_rate_divisor (const char *si, double largest);   /* 1e9 */
char *units_rate_number (char *text, double value, const char *si,
                         double largest);
char *units_rate (char *text, double value, const char *si); /* alone */

#endif
