/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A plugin of its own, so that the one without CUDA can be shipped alone.
 *
 * Transposes in tiles through shared memory, and hands the tiles out along
 * diagonals.  Blocks that run together are neighbours in number: in the usual
 * order they read along one row of tiles and write down one column, whose
 * addresses are a fixed stride apart and may all lie in the same part of the
 * memory.  Along a diagonal both reads and writes move on in both directions.
 */
#include <gkhost/transpose.h>

enum {
  TILE = 32, /* elements a side: a warp reads one row of it */
  ROWS = 8   /* of threads: each moves TILE / ROWS elements */
};

/* A template, as the word's size decides which loads are generated. */
template <typename Word>
__global__ void
diagonal (const Word *__restrict__ src, Word *__restrict__ dst, int64_t rows,
          int64_t cols, int64_t src_pitch, int64_t dst_pitch, int64_t tile_rows,
          int64_t tile_cols)
{
  /* One column more than needed: reading down a column then hits 32 banks. */
  __shared__ Word tile[TILE][TILE + 1];

  /* A grid-stride loop, as there may be more tiles than a grid has blocks. */
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
    host->error (host, "launching the kernel: %s", cudaGetErrorString (error));
    return GK_FAIL;
  }
  return GK_OK;
}

static const gk_variant variants[] = {
  {
      .family = "transpose",
      .name = "diagonal",
      .summary = "takes padded tiles along diagonals, so that blocks running "
                 "together write to rows far apart",
      .device = GK_CUDA,
      /* 4 and 8 bytes: what enqueue is compiled for. */
      .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_F32) | GK_BIT (GK_I64)
                | GK_BIT (GK_F64) | GK_BIT (GK_C64),
      .launch = launch,
  },
};

GK_PLUGIN ("diagonal-cuda", "1",
           "one more way to transpose on a GPU: an example", NULL, variants)
