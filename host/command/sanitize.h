/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A check under the sanitizers that come with a kind of device: each tool runs
 * the plugin's variants, one after the other, in a gkhost of its own with
 * --in-process, and what it finds is told in lines.
 */
#ifndef SANITIZE_H
#define SANITIZE_H

#include "command/options.h"
#include "plan/cases.h"

/* What the verdict of a check says where nothing ran. */
#define NOTHING_RAN "not checked: every case was skipped"

/* Runs the variants that have cases; the exit status. */
int sanitize_cases (const struct options *options, const struct cases *cases);

#endif
