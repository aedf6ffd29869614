/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine's split-K, as arithmetic: what a block of a cluster adds of a tile
 * whose inner dimension the blocks share (engine-cluster.cuh).
 *
 * A tile's sums are fours in groups: 128 fours for 64 rows and 8 columns.  A
 * block's share is some neighbouring groups of each 64 rows.
 */
#ifndef MATMUL_ENGINE_PARTS_H
#define MATMUL_ENGINE_PARTS_H

#include "both.h"

enum {
  engine_most_splits_log2 = 3,
  engine_group_fours = 128,
  engine_group_bytes = 2048
};

/* The groups of 64 rows that are inside of C, in equal shares but for the last
 * ones. */
struct engine_groups {
  int inside, each;
};

static MATMUL_BOTH inline struct engine_groups
engine_groups_of (int cols_inside, int cols, int parts_log2)
{
  const int inside = ((cols_inside < cols ? cols_inside : cols) + 7) / 8;
  const struct engine_groups g
      = { inside, (inside + (1 << parts_log2) - 1) >> parts_log2 };

  return g;
}

static MATMUL_BOTH inline int
engine_groups_in_share (const struct engine_groups *g, int part)
{
  const int rest = g->inside - part * g->each;

  return rest < 0 ? 0 : rest < g->each ? rest : g->each;
}

/* A four's number in its share: of the n-th group of the share, of the high-th
 * 64 rows of the tile. */
static MATMUL_BOTH inline int
engine_four (const struct engine_groups *g, int high, int n, int thread)
{
  return (high * g->each + n) * engine_group_fours + thread;
}

/* Bytes of shared memory: of all fours of a tile, and of those that arrive. */
static inline int
engine_parts_bytes (int rows, int cols, int parts_log2)
{
  const struct engine_groups g = engine_groups_of (cols, cols, parts_log2);

  return rows / 64 * (cols / 8 + (g.each << parts_log2)) * engine_group_bytes;
}

#endif /* MATMUL_ENGINE_PARTS_H */
