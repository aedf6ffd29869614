/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Prepares passes and launches them, one behind the other on the stream.  Each
 * reads what the one before it left, in one of two places by turns.
 */
#include <cuda_runtime.h>

#include "cuda/launched.cuh"
#include "passes.cuh"

/* A block leaves one of 256 numbers at least, of 2^40. */
enum { MOST_PASSES = 5, MOST_GRID_ROWS = 65535 };

struct reduce_passes {
  int n;
  struct {
    reduce_kernel *kernel;
    dim3 grid;
    unsigned threads;
    reduce_pass of;
  } pass[MOST_PASSES];
};

reduce_passes *
reduce_passes_new (const gk_host *host)
{
  reduce_passes *all = (reduce_passes *)host->alloc (host, sizeof *all);

  if (all != NULL)
    all->n = 0;
  return all;
}

void
reduce_passes_add (reduce_passes *all, const gk_reduce *p,
                   reduce_kernel *kernel, int64_t blocks, unsigned threads,
                   void *dst)
{
  auto *pass = &all->pass[all->n];
  const reduce_pass first = { p->src, dst, p->rows, p->cols };

  pass->kernel = kernel;
  pass->grid
      = dim3 ((unsigned)blocks,
              (unsigned)(p->rows < MOST_GRID_ROWS ? p->rows : MOST_GRID_ROWS));
  pass->threads = threads;
  pass->of = first;
  if (all->n > 0) {
    pass->of.src = pass[-1].of.dst;
    pass->of.cols = pass[-1].grid.x;
  }
  all->n++;
}

static int64_t
count_blocks (int64_t cols, int64_t each)
{
  return (cols + each - 1) / each;
}

/* Returns memory for what the first pass leaves, and for the second. */
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
  int64_t blocks = p->cols;
  reduce_passes *all;

  if (!make_rooms (host, p, each, bytes, room))
    return GK_SKIP;
  all = reduce_passes_new (host);
  if (all == NULL)
    return GK_FAIL;
  do {
    blocks = count_blocks (blocks, each);
    reduce_passes_add (all, p, all->n == 0 ? first : next, blocks, PASS_THREADS,
                       blocks > 1 ? room[all->n % 2] : p->dst);
  } while (blocks > 1);
  *state = all;
  return GK_OK;
}

static int
passes_launch (const gk_host *host, const void *, void *state, void *stream)
{
  const reduce_passes *all = (const reduce_passes *)state;

  for (int i = 0; i < all->n; i++)
    all->pass[i]
        .kernel<<<all->pass[i].grid, all->pass[i].threads, 0,
                  (cudaStream_t)stream>>> (all->pass[i].of);
  return cuda_launched (host, cudaGetLastError ());
}

static void
passes_release (const gk_host *host, void *state)
{
  host->free (host, state);
}

gk_variant
reduce_passes_variant (int (*prepare) (const gk_host *, const gk_device *,
                                       const void *, const gk_value *, void **))
{
  gk_variant v = cuda_variant (passes_launch);

  v.prepare = prepare;
  v.release = passes_release;
  return v;
}
