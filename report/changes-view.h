/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A comparison as every report for people shows it: the texts of its blocks,
 * each of them one problem in one mode, and of what stands around them.
 */
#ifndef CHANGES_VIEW_H
#define CHANGES_VIEW_H

#include "base/pool.h"
#include "report/compare/change-record.h"
#include "report/compare/comparison-record.h"
#include "record/records.h"
#include "report/grid.h"
#include "report/marks.h"

/* Behind the block that begins with record i of a comparison. */
size_t changes_block_end (const struct records *changes, size_t i);
/* The rows of records from i to the end. */
void changes_view_make (struct grid *grid, const struct records *changes,
                        size_t i, size_t end);

/* Of the block from i to the end: "copy: rows=1000 cols=1000, cold cache, on
 * cpu"; all of these are to be freed. */
char *describe_changes (const struct records *changes, size_t i, size_t end);
/* "old  a.jsonl, gkhost 0.1.0, 2026-11-20 10:00:00 UTC" */
char *describe_compared (const struct compared_with *with);
/* The words in all blocks, to be explained below. */
struct marks changes_marks (const struct records *changes);
/* "12 cases: 1 slower, 3 the same" */
char *describe_comparison_totals (const struct records *changes);
/* The reasons for which cases are unsure, or do not pass, each once, in a pool:
 * "unsure: one of them has one round only" */
struct texts describe_change_reasons (const struct records *changes,
                                      struct pool *pool);

#endif
