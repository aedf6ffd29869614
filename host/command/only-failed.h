/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The cases that did not pass in an earlier run, to be run again.
 */
#ifndef ONLY_FAILED_H
#define ONLY_FAILED_H

#include <stdbool.h>

#include "plan/cases.h"

/* Leaves those of the cases that did not pass in the last run of a file of
 * records that has them.  Complains and returns false when that is none, or the
 * file can't be read. */
bool only_failed_select (struct cases *cases, const char *path);

#endif
