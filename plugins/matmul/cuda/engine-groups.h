/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Groups of rows, each the product with a matrix B of its own.  A table has the
 * first row, the group and the group's end for each tile down C: group after
 * group, so that a tile never has rows of two.  The last tile of a group may
 * reach into the next one: it loads those rows, too, and does not store them.
 * In a cluster several tiles down share B, so that all of them are of one
 * group, and the last may have no rows.
 */
#ifndef MATMUL_ENGINE_GROUPS_H
#define MATMUL_ENGINE_GROUPS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns how many tiles down there are of so many rows, a multiple of those of
 * a cluster, and writes their rows, unless to is NULL.  lines: groups + 1
 * numbers, as gk_matmul's group_lines. */
int engine_group_tiles (const int32_t *lines, int64_t groups, int rows,
                        int of_cluster, struct engine_group_rows *to);

/* Whether each group that has lines begins at a multiple of so many. */
bool engine_groups_begin_at (const int32_t *lines, int64_t groups,
                             int multiple);

#ifdef __cplusplus
}
#endif

#endif /* MATMUL_ENGINE_GROUPS_H */
