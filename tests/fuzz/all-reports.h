/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every report of records, for nobody to read.
 */
#ifndef ALL_REPORTS_H
#define ALL_REPORTS_H

#include "record/records.h"

void report_all (const struct records *records);

#endif
