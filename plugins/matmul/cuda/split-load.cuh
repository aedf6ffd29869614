/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How kernels that split operands (split.h) read them.
 *
 * A block has 32 lines of 128 numbers, a warp a line at a time, of which each
 * thread has four, 32 apart: so a warp reads neighbouring numbers whatever the
 * leading dimension is.  A thread stores its four bytes of a plane side by
 * side.  That permutes the inner dimension, but equally in both operands, so
 * that sums do not change.  An MN-major operand goes through shared memory,
 * whose rows are padded.
 */
#ifndef MATMUL_SPLIT_LOAD_CUH
#define MATMUL_SPLIT_LOAD_CUH

#include "cuda/pdl.cuh"
#include "divisor.h"
#include "split.h"
#include "tiles.cuh"

enum {
  split_threads = 256,
  split_warps = split_threads / 32,
  split_lines = 32,                      /* per block */
  split_steps = 128,                     /* numbers of each */
  split_each = split_lines / split_warps /* lines per warp */
};

struct split_part {
  const void *from;
  uint8_t *to;
  const struct split_scale *scales;
  int64_t pitch; /* numbers */
  int64_t plane; /* bytes */
  int lines, inner;
  int down, across; /* blocks: over the lines, along the inner dimension */
  struct divisor of_side; /* of down or across, whichever blocks go along */
  bool transposed, b;
};

/* A kernel's parameter. */
struct split_task {
  struct split_part parts[2];
  int first; /* block of the second */
  bool early;
  unsigned *nonzero;
};

/* The position of a block and of a warp. */
struct split_position {
  int part, down, step;
  int line; /* the warp's first */
};

static __device__ __forceinline__ struct split_position
split_find_position (const struct split_task &task)
{
  const int part = (int)blockIdx.x >= task.first;
  const struct split_part &p = task.parts[part];
  const int n = (int)blockIdx.x - (part ? task.first : 0);
  /* Neighbouring blocks read neighbouring memory. */
  const int side = p.transposed ? p.down : p.across;
  const int whole = (int)divide_by ((uint32_t)n, p.of_side);
  const int rest = n - whole * side, down = p.transposed ? rest : whole;

  return { part, down, p.transposed ? whole : rest,
           down * split_lines + (int)threadIdx.x / 32 * split_each };
}

/* A line is in a row. */
template <typename T>
static __device__ __forceinline__ void
split_load_k_major (const struct split_part &p, const struct split_position &at,
                    T (&x)[split_each][4])
{
  const T *const from = (const T *)p.from;
  const int lane = threadIdx.x % 32;

#pragma unroll
  for (int l = 0; l < split_each; l++)
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const int k = at.step * split_steps + i * 32 + lane;

      x[l][i] = at.line + l < p.lines && k < p.inner
                    ? from[(at.line + l) * p.pitch + k]
                    : T (0);
    }
}

template <typename T>
static __device__ __forceinline__ void
split_load_mn_major (const struct split_part &p,
                     const struct split_position &at, T (&x)[split_each][4])
{
  __shared__ T tile[split_steps][split_lines + 1];
  const T *const from = (const T *)p.from;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int line = at.down * split_lines + lane;

#pragma unroll
  for (int i = 0; i < split_steps / split_warps; i++) {
    const int k = at.step * split_steps + i * split_warps + warp;

    tile[i * split_warps + warp][lane]
        = line < p.lines && k < p.inner ? from[k * p.pitch + line] : T (0);
  }
  __syncthreads ();
#pragma unroll
  for (int l = 0; l < split_each; l++)
#pragma unroll
    for (int i = 0; i < 4; i++)
      x[l][i] = tile[i * 32 + lane][warp * split_each + l];
}

template <typename T>
static __device__ __forceinline__ void
split_load (const struct split_part &p, const struct split_position &at,
            T (&x)[split_each][4])
{
  if (p.transposed)
    split_load_mn_major (p, at, x);
  else
    split_load_k_major (p, at, x);
}

/* For kernels that read scales, and are launched while these are computed. */
static __device__ __forceinline__ void
split_wait (const struct split_task &task)
{
  if (task.early)
    pdl_wait ();
  else
    pdl_wait_only ();
}

/* Behind that; a barrier for the block.  False: another block has found that
 * nothing will be multiplied. */
static __device__ __forceinline__ bool
split_has_scales (const struct split_task &task)
{
  /* One answer for the block. */
  return __syncthreads_and ((__ldcg (task.nonzero) & 1U << split_unsplittable)
                            == 0);
}

/* Sets the bits that a warp found, the same in all its threads, unless they are
 * set already. */
static __device__ __forceinline__ void
split_signal (unsigned *all, unsigned bits)
{
  if (threadIdx.x % 32 == 0 && (bits & ~__ldcg (all)) != 0)
    atomicOr (all, bits);
}

/* For prepare: the task of both operands, and the blocks, *n.  GK_SKIP, after a
 * message, if they exceed a grid. */
int split_task_of (const gk_host *host, const struct split_matrix matrices[2],
                   unsigned *nonzero, bool early, struct split_task *task,
                   unsigned *blocks);

#endif /* MATMUL_SPLIT_LOAD_CUH */
