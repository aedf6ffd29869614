/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cluster with ahead = yes: the blocks stay, and load the next row while they
 * reduce and write one.
 *
 * A part of 128 KiB leaves no room for a second one in shared memory.  But a
 * multiprocessor has 256 KiB of registers: when a part has arrived, the threads
 * take it into registers, up to eight words each, and TMA loads the next row's
 * part in its place.  Floats then become terms there, so that an exponential is
 * computed once.
 */
#include "cluster-part.cuh"

enum { HELD = 8 /* words of a thread */ };

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
/* Returns what a word adds to the sum; a word of floats becomes its terms. */
template <int op, typename T>
static __device__ __forceinline__ float
become_terms (uint4 &word, float shift)
{
  float term[row_span<T>::each];
  const float sum = terms_of_word<op, T> (word, shift, term);

  if (sizeof (T) == sizeof (float))
    memcpy (&word, term, sizeof word);
  return sum;
}

template <int op, typename T>
static __device__ __forceinline__ uint4
result_of_terms (uint4 word, float shift, float factor)
{
  float term[4];

  if (sizeof (T) != sizeof (float))
    return result_of_word<op, T> (word, shift, factor);
  memcpy (term, &word, sizeof word);
  return multiply_terms<float> (term, factor);
}

/* Computes a row whose words a thread holds; the caller has its edge. */
template <typename T, int op>
static __device__ __forceinline__ void
compute_held (const cluster_task &t, int64_t row, int rank, uint4 (&word)[HELD],
              float (*of_warp)[32], float (*of_rank)[MOST_BLOCKS])
{
  const row_span<T> r (t.of, row);
  const row_part part = part_of_row (r, rank, t.blocks);
  const int n = part.n, step = (int)blockDim.x, begin = (int)threadIdx.x;
  const int64_t at = rank == 0 ? r.edge ((int)threadIdx.x) : -1;
  const float edge = at >= 0 ? as_float (r.src[at]) : 0;
  uint4 *to = r.to () + part.begin;
  float x = first_zero<op> (), shift;

#pragma unroll
  for (int k = 0; k < HELD; k++)
    if (begin + k * step < n)
      x = first_join<op> (x, first_of_word<op, T> (word[k]));
  if (at >= 0)
    x = first_join<op> (x, edge);
  x = join_block<first_join<op>> (x, first_zero<op> (), of_warp[0]);
  x = join_cluster<first_join<op>> (x, first_zero<op> (), of_rank[0], rank,
                                    t.blocks);
  shift = shift_of<op> (x, r.cols);

  x = at >= 0 ? second_of<op> (edge, shift) : 0;
#pragma unroll
  for (int k = 0; k < HELD; k++)
    if (begin + k * step < n)
      x += become_terms<op, T> (word[k], shift);
  x = join_block<add_two> (x, 0, of_warp[1]);
  /* Behind the last row no block writes to another from here on. */
  x = join_cluster<add_two> (x, 0, of_rank[1], rank, t.blocks);
  x = factor_of<op> (x, r.cols);

#pragma unroll
  for (int k = 0; k < HELD; k++)
    if (begin + k * step < n)
      to[begin + k * step] = result_of_terms<op, T> (word[k], shift, x);
  store_edge<op> (r, at, edge, shift, x);
}

/* One thread: has the block's part of a row loaded, if there is such a row. */
template <typename T>
static __device__ __forceinline__ void
load_row (const cluster_task &t, int64_t row, int rank, unsigned char *room,
          uint64_t *full)
{
  if (row < t.of.rows) {
    const row_span<T> r (t.of, row);

    load_part (room, r, part_of_row (r, rank, t.blocks), full);
  }
}
#endif

template <typename T, int op>
static __global__ void
__launch_bounds__ (MOST_CLUSTER_THREADS, 1) ahead_kernel (const cluster_task t)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  extern __shared__ __align__ (128) unsigned char room[];
  __shared__ uint64_t full;
  __shared__ float of_warp[2][32], of_rank[2][MOST_BLOCKS];
  const int rank = cluster_rank (), clusters = (int)gridDim.x / t.blocks;
  int64_t row = cluster_number ();

  if (threadIdx.x == 0) {
    mbarrier_init (&full, 1, 1);
    load_row<T> (t, row, rank, room, &full);
  }
  /* All threads see the barrier, and all blocks have begun. */
  cluster_sync ();

  for (uint32_t phase = 0; row < t.of.rows; phase ^= 1) {
    uint4 word[HELD];

    mbarrier_wait (&full, phase);
    /* What is behind the part is inside of the room, and not used. */
#pragma unroll
    for (int k = 0; k < HELD; k++)
      word[k] = ((const uint4 *)room)[threadIdx.x + k * blockDim.x];
    __syncthreads ();
    if (threadIdx.x == 0)
      load_row<T> (t, row + clusters, rank, room, &full);
    compute_held<T, op> (t, row, rank, word, of_warp, of_rank);
    row += clusters;
  }
#endif
}

int
cluster_ahead_kernel (const gk_host *host, const gk_softmax *p, int64_t part,
                      prepared_shape *shape, void (**kernel) (cluster_task))
{
  int threads = 128;

  while (threads < MOST_CLUSTER_THREADS && part > (int64_t)threads * HELD * 16)
    threads *= 2;
  if (part > (int64_t)threads * HELD * 16) {
    host->error (host,
                 "a part of %lld bytes does not fit in the registers of a "
                 "block; set ahead = no, or more blocks",
                 (long long)part);
    return GK_SKIP;
  }
  shape->block = dim3 ((unsigned)threads);
  shape->shared = threads * HELD * 16;
  return softmax_by_type (p, [=] (auto element, auto operation) {
    *kernel = ahead_kernel<decltype (element), decltype (operation)::op>;
    return GK_OK;
  });
}
