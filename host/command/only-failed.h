/* SPDX-License-Identifier: BSD-3-Clause
 *
 * --only-failed: selects the cases that did not pass in an earlier run.
 */
#ifndef ONLY_FAILED_H
#define ONLY_FAILED_H

#include <stdbool.h>

#include "plan/cases.h"

/* Keeps the cases that did not pass in the last run in the file that has them.
 * False, after a message, when there is none, or the file can't be read. */
bool only_failed_select (struct cases *cases, const char *path);

#endif
