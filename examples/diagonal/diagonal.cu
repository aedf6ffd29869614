/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Transposes in tiles through shared memory, and assigns the tiles to blocks
 * along diagonals.  Blocks that run together have consecutive indices: in the
 * usual order they read one row of tiles and write one column of tiles, whose
 * addresses are a fixed stride apart and may all be in the same partition of
 * memory.  Along a diagonal both reads and writes spread in both directions.
 *
 * This is a separate plugin, so that the one without CUDA can be shipped alone.
 */
#include <gkhost/transpose.h>

enum {
  TILE = 32, /* elements of a side: a warp reads one row */
  ROWS = 8   /* rows of threads: each thread moves TILE / ROWS elements */
};

/* A template, since each size of word has load instructions of its own. */
template <typename Word>
__global__ void
diagonal (const Word *__restrict__ src, Word *__restrict__ dst, int64_t rows,
          int64_t cols, int64_t src_pitch, int64_t dst_pitch, int64_t tile_rows,
          int64_t tile_cols)
{
  /* The extra column avoids bank conflicts: a column then uses all 32 banks. */
  __shared__ Word tile[TILE][TILE + 1];

  /* A grid-stride loop, since there may be more tiles than blocks in a grid. */
  for (int64_t n = blockIdx.x; n < tile_rows * tile_cols; n += gridDim.x) {
    int64_t tile_row = n % tile_rows;
    int64_t tile_col = (n / tile_rows + tile_row) % tile_cols;
    int64_t i0 = tile_row * TILE, j0 = tile_col * TILE;

    for (int y = threadIdx.y; y < TILE; y += ROWS)
      if (i0 + y < rows && j0 + threadIdx.x < cols)
        tile[y][threadIdx.x] = src[(i0 + y) * src_pitch + j0 + threadIdx.x];
    __syncthreads ();
    for (int y = threadIdx.y; y < TILE; y += ROWS)
      if (j0 + y < cols && i0 + threadIdx.x < rows)
        dst[(j0 + y) * dst_pitch + i0 + threadIdx.x] = tile[threadIdx.x][y];
    __syncthreads ();
  }
}

template <typename Word>
static void
enqueue (const gk_transpose *t, cudaStream_t stream)
{
  int64_t tile_rows = (t->rows + TILE - 1) / TILE;
  int64_t tile_cols = (t->cols + TILE - 1) / TILE;
  int64_t tiles = tile_rows * tile_cols;
  unsigned blocks = tiles < INT32_MAX ? (unsigned)tiles : INT32_MAX;

  diagonal<Word><<<blocks, dim3 (TILE, ROWS), 0, stream>>> (
      (const Word *)t->src, (Word *)t->dst, t->rows, t->cols, t->src_pitch,
      t->dst_pitch, tile_rows, tile_cols);
}

static int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_transpose *t = (const gk_transpose *)problem;
  cudaError_t error;

  if (t->element == 4)
    enqueue<uint32_t> (t, (cudaStream_t)stream);
  else
    enqueue<uint64_t> (t, (cudaStream_t)stream);

  error = cudaGetLastError ();
  if (error != cudaSuccess) {
    host->error (host, "the kernel can't be launched: %s",
                 cudaGetErrorString (error));
    return GK_FAIL;
  }
  return GK_OK;
}

static const gk_variant variants[] = {
  {
      .family = "transpose",
      .name = "diagonal",
      .summary = "padded tiles along diagonals, so that blocks that run "
                 "together write to rows far apart",
      .device = GK_CUDA,
      /* 4 and 8 bytes, the sizes that enqueue has code for. */
      .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_F32) | GK_BIT (GK_I64)
                | GK_BIT (GK_F64) | GK_BIT (GK_C64),
      .launch = launch,
  },
};

GK_PLUGIN ("diagonal-cuda", "1",
           "another variant of transpose on a GPU: an example", NULL, variants)
