/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Prepares passes: launches, each of which reads what the one before it left.
 * Two rooms are enough: one is read, the other written, by turns.
 */
#include "passes.cuh"
#include "shares.h"

/* A grid has at most 65535 blocks in its second and third dimension. */
#define MOST_ROWS (INT64_C (65535) * 65535)

static dim3
pass_grid (int64_t blocks, unsigned rows)
{
  const unsigned y = reduce_grid_rows (rows);

  return dim3 ((unsigned)blocks, y, (rows - 1) / y + 1);
}

int
reduce_passes_begin (const gk_host *host, const gk_reduce *p, reduce_pass *pass,
                     launches **all)
{
  if (p->rows > MOST_ROWS) {
    host->error (host, "a grid has at most %lld rows of blocks",
                 (long long)MOST_ROWS);
    return GK_SKIP;
  }
  *pass = {};
  pass->src = p->src;
  pass->cols = p->cols;
  pass->rows = (unsigned)p->rows;
  *all = launches_new (host);
  return *all != NULL ? GK_OK : GK_FAIL;
}

void
reduce_pass_add (launches *all, reduce_pass *pass, reduce_kernel *kernel,
                 int64_t blocks, unsigned threads, void *dst)
{
  const dim3 grid = pass_grid (blocks, pass->rows);

  pass->dst = dst;
  launches_add (all, kernel, grid, threads, *pass);
  pass->src = dst;
  pass->cols = blocks;
}

static int64_t
count_blocks (int64_t cols, int64_t each)
{
  return (cols + each - 1) / each;
}

/* Takes memory for what the first pass leaves, and for the second, where they
 * leave more than the result.  False: there is none. */
static bool
make_rooms (const gk_host *host, const gk_reduce *p, int64_t each, size_t bytes,
            void *room[2])
{
  int64_t blocks = count_blocks (p->cols, each);

  for (int i = 0; i < 2 && blocks > 1; i++) {
    room[i] = host->workspace (host, (size_t)(p->rows * blocks) * bytes);
    if (room[i] == NULL)
      return false;
    blocks = count_blocks (blocks, each);
  }
  return true;
}

int
reduce_passes_make (const gk_host *host, const gk_reduce *p,
                    reduce_kernel *first, reduce_kernel *next, int64_t each,
                    size_t bytes, void **state)
{
  void *room[2] = { NULL, NULL };
  reduce_pass pass;
  launches *all;
  int r;

  if (!make_rooms (host, p, each, bytes, room))
    return GK_SKIP;
  r = reduce_passes_begin (host, p, &pass, &all);
  if (r != GK_OK)
    return r;
  /* reduce_pass_add sets pass.cols to what is left of a row. */
  for (int i = 0; i == 0 || pass.cols > 1; i++) {
    const int64_t blocks = count_blocks (pass.cols, each);

    pass.full = (unsigned)(pass.cols / each);
    pass.rest = (unsigned)(pass.cols % each);
    reduce_pass_add (all, &pass, i == 0 ? first : next, blocks, PASS_THREADS,
                     blocks > 1 ? room[i % 2] : p->dst);
  }
  *state = all;
  return GK_OK;
}
