/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The texts of a comparison, which all formats for people print: those of its
 * blocks, each of them one problem in one mode, and those around them.
 *
 * Record 0 of a comparison is its head, the others are changes.
 */
#ifndef CHANGES_H
#define CHANGES_H

#include "base/pool.h"
#include "record/records.h"
#include "report/compare/change-record.h"
#include "report/grid.h"

/* Returns the end of the block that begins with record i. */
size_t changes_block_end (const struct records *changes, size_t i);
/* Makes the grid of records i to end. */
void changes_view_make (struct grid *grid, const struct records *changes,
                        size_t i, size_t end);

/* The heading of the block from i to end: "copy: rows=1000 cols=1000, cold
 * cache, on cpu".  The caller frees this text and those below. */
char *describe_changes (const struct records *changes, size_t i, size_t end);
/* "old  a.jsonl, gkhost 0.1.0, 2026-11-20 10:00:00 UTC" */
char *describe_compared (const struct compared_with *with);
/* The marks in all blocks, for the legend. */
struct marks changes_marks (const struct records *changes);
/* "12 cases: 1 slower, 3 the same" */
char *describe_comparison_totals (const struct records *changes);
/* The reasons why cases are unsure or do not pass, each once; the pool owns
 * them: "unsure: one of them has one round only" */
struct texts describe_change_reasons (const struct records *changes,
                                      struct pool *pool);

#endif
