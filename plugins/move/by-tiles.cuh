/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Launches a kernel with one block for each tile of a matrix and no loop over
 * tiles.  All such kernels have the same parameters.
 */
#ifndef MOVE_BY_TILES_CUH
#define MOVE_BY_TILES_CUH

#include "move/kernel.cuh"

/* A matrix and its destination.  Sizes are those of src; pitches are in
 * elements. */
struct move_matrix {
  const void *src;
  void *dst;
  int64_t rows, cols, src_pitch, dst_pitch;
  uint32_t element; /* bytes */
  bool transposed;  /* a column of dst is a row of src */
};

struct move_tile {
  int down, across; /* elements of src */
  dim3 block;
};

/* A grid has at most 65535 blocks along y: a higher matrix is moved in slabs,
 * one launch each, so that kernels need no loop.  In the parameters rows and
 * cols are contiguous and precede the pitches, so that a single load gets
 * both. */
template <typename T, typename Offset>
static inline int
move_slabs (const gk_host *host, const struct move_matrix *m,
            const struct move_tile *tile, void *stream,
            void (*kernel) (const T *, T *, Offset, Offset, Offset, Offset))
{
  const int64_t slab = MOVE_MAX_GRID_Y * tile->down;
  int r = GK_OK;

  for (int64_t top = 0; top < m->rows && r == GK_OK; top += slab) {
    const int64_t rows = m->rows - top < slab ? m->rows - top : slab;
    const dim3 grid ((unsigned)move_parts (m->cols, tile->across),
                     (unsigned)move_parts (rows, tile->down));
    const T *src = (const T *)m->src + top * m->src_pitch;
    T *dst = (T *)m->dst + top * (m->transposed ? 1 : m->dst_pitch);

    kernel<<<grid, tile->block, 0, (cudaStream_t)stream>>> (
        src, dst, (Offset)rows, (Offset)m->cols, (Offset)m->src_pitch,
        (Offset)m->dst_pitch);
    r = cuda_launched (host, cudaGetLastError ());
  }
  return r;
}

/* kernel_for (zero of T, zero of Offset) returns the kernel for elements of the
 * size of T and offsets of type Offset. */
template <typename Kernels>
static inline int
move_by_tiles (const gk_host *host, const struct move_matrix &m,
               const struct move_tile &tile, void *stream, Kernels kernel_for)
{
  const bool is_short = move_short_offsets (
      m.rows, m.src_pitch, m.transposed ? m.cols : m.rows, m.dst_pitch);

  return move_by_type (m.element, is_short, [&] (auto zero, auto offset) {
    return move_slabs (host, &m, &tile, stream, kernel_for (zero, offset));
  });
}

#endif /* MOVE_BY_TILES_CUH */
