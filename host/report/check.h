/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The report of gkhost check: a line a variant, and what failed.
 */
#ifndef REPORT_CHECK_H
#define REPORT_CHECK_H

#include "report/report.h"

report_fn report_check;

#endif
