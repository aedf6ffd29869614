/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over register-tile-padded: accesses of 16 bytes (vectorized), four words by
 * one instruction, in global memory if rows are aligned to that, in shared
 * memory always.  A thread's sixteen reads for 64 multiplications become four.
 *
 * For that a thread's rows and columns are groups of neighbours; those of A are
 * contiguous because its tile is transposed.  A warp covers 4 x 8 threads
 * rather than 2 x 16, which read fewer different vectors.  The padding is one
 * vector, so that rows begin at multiples of 16 bytes: words stored down a
 * column conflict in pairs only.
 *
 * Gain: a factor of 1.31 (f32 at 4096 x 4096 on an H200).
 */
#include "vector-tile.cuh"

namespace
{

template <typename T, bool WHOLE>
__global__ void
__launch_bounds__ (THREADS, sizeof (T) == 4 ? 2 : 1)
    register_tile_vector (const gk_matmul p)
{
  enum { INNER = inner<T> };
  __shared__ tiles<T> shared;
  const tile_start tile = tile_of_block (p.k, TILE, TILE);
  const thread_position at = find_thread_position ();
  source<T, WHOLE> source (p, tile);
  in_flight<T> a, b;
  alignas (16) T sum[SIDE][SIDE] = {};

  for (int64_t l = 0; l < p.n; l += INNER) {
    const int left = static_cast<int> (min (p.n - l, int64_t (INNER)));

    source.load_a (left, a);
    source.load_b (left, p.ldb, b);
    a.store_a (shared);
    b.store_b (shared);
    __syncthreads ();
    multiply_add (shared, 0, INNER, at, sum);
    __syncthreads ();
  }
  put_all<T, WHOLE> (p, tile, at, sum);
}

} /* namespace */

static int
register_tile_vector_launch (const gk_host *host, const void *problem, void *,
                             void *stream)
{
  static const vector_kernels kernels = {
    { register_tile_vector<uint32_t, true>,
      register_tile_vector<uint32_t, false> },
    { register_tile_vector<float, true>, register_tile_vector<float, false> },
    { register_tile_vector<double, true>, register_tile_vector<double, false> }
  };

  return vector_launch (host, problem, stream, kernels);
}

extern "C" gk_variant
matmul_register_tile_vector_variant (void)
{
  return matmul_cuda_variant (register_tile_vector_launch);
}
