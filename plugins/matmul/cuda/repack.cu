/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Copies operands to a layout that the engine, or another kernel, can load.
 *
 * A transposition goes through shared memory, a tile of 128 rows of 128 bytes
 * of the destination per block.  All of a tile is in flight before the first
 * wait (cp.async), in vectors of 16 bytes along the source's rows; a thread
 * then reads four rows of the destination, 16 bytes of each, which are a column
 * of the tile, and transposes them in registers.  An XOR swizzle keeps both
 * free of bank conflicts: of the rows that make 16 bytes together, a square,
 * the s-th has vector c at c ^ (s & 7).
 *
 * Rows whose pitch is no multiple of 16 bytes begin anywhere: a thread reads
 * the two aligned vectors that contain its 16 bytes, the second of which its
 * neighbour reads too, and shifts.
 *
 * In a cold launch instructions come from memory, too, before anything else
 * can: so the usual case, transposed and aligned, is a kernel of its own, with
 * as few instructions as possible before the first copy.
 *
 * Bytes at 4096 x 4096 take 10.5 us, one such operand (cold; H200), 8192 x 8192
 * 35 us: reads and writes together reach 4.1 TB/s, wherever the destination is.
 */
#include <limits.h>

#include <cuda_runtime.h>

#include "cuda/cp-async.cuh"
#include "cuda/only-if.cuh"
#include "cuda/prepared.cuh"
#include "divisor.h"
#include "repack.h"
#include "tiles.cuh"
#include "transpose-bytes.cuh"

enum {
  THREADS = 256,
  EACH = 4,   /* vectors of 16 bytes per thread */
  SIDE = 128, /* of a tile that is transposed: rows, and bytes of one */
  /* A tile that is only moved. */
  MOVED_ROWS = THREADS / 32 * EACH,
  MOVED_BYTES = 32 * 16
};

/* A matrix, and its tiles. */
struct repack_part {
  const char *from;
  char *to;
  int64_t from_pitch, pitch; /* bytes */
  int rows, cols;            /* of the destination; elements */
  int across;                /* tiles */
  struct divisor of_across;
  bool transpose;
};

struct repack_task {
  struct repack_part parts[2];
  int first;  /* of the second matrix: a block, or for the fast kernel a row of
                 tiles */
  bool early; /* the fast kernel lets the next launch's blocks start at once */
  const unsigned *only_if;
};

/* Constants that follow from an element's size, for a tile in shared memory,
 * whose rows are the source's. */
template <typename T> struct shape {
  static const unsigned v = 16 / sizeof (T);      /* elements of a vector */
  static const unsigned vectors = SIDE / v;       /* of a row */
  static const unsigned step = THREADS / vectors; /* rows at a time */
};

/* A 32-bit address in shared memory. */
static __device__ __forceinline__ uint32_t
shared_address (const void *p)
{
  return (uint32_t)__cvta_generic_to_shared (p);
}

/* Starts to copy a vector.  The engine needs compute capability 9.0, but this
 * file is compiled for all. */
static __device__ __forceinline__ void
copy_vector (uint32_t to, const char *from)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  cp_async_vector (to, from);
#else
  (void)to, (void)from;
#endif
}

static __device__ __forceinline__ void
store_vector (uint32_t to, uint4 v)
{
  asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};"
               :
               : "r"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)
               : "memory");
}

/* The two aligned vectors that contain 16 bytes at any address. */
struct window {
  uint4 low, high;
};

static __device__ __forceinline__ int
offset_of (const char *from)
{
  return (int)((uintptr_t)from & 15);
}

/* `left` of the 16 bytes, at least one, are in the row. */
static __device__ __forceinline__ struct window
load_window (const char *from, int left)
{
  const int offset = offset_of (from);
  struct window w = {};

  w.low = *(const uint4 *)(from - offset);
  if (offset > 0 && offset + left > 16)
    w.high = *(const uint4 *)(from - offset + 16);
  return w;
}

/* The 16 bytes that begin at this offset. */
static __device__ __forceinline__ uint4
shift_window (const struct window &v, int offset)
{
  uint32_t w[8] = { v.low.x,  v.low.y,  v.low.z,  v.low.w,
                    v.high.x, v.high.y, v.high.z, v.high.w };

  if (offset & 8)
#pragma unroll
    for (int i = 0; i < 6; i++)
      w[i] = w[i + 2];
  if (offset & 4)
#pragma unroll
    for (int i = 0; i < 5; i++)
      w[i] = w[i + 1];
  /* The shift is modulo 32. */
  return make_uint4 (__funnelshift_r (w[0], w[1], offset * 8),
                     __funnelshift_r (w[1], w[2], offset * 8),
                     __funnelshift_r (w[2], w[3], offset * 8),
                     __funnelshift_r (w[3], w[4], offset * 8));
}

/* A warp moves 512 bytes of a row at a time.  A thread's rows are 16 apart, so
 * that all its reads have the same offset. */
static __device__ __forceinline__ void
move_rows (const struct repack_part &p, unsigned down, unsigned across,
           int element)
{
  const unsigned row = down / 2 * (2 * MOVED_ROWS) + down % 2 * (THREADS / 32)
                       + threadIdx.x / 32;
  const int64_t byte = (int64_t)across * MOVED_BYTES + threadIdx.x % 32 * 16;
  const int64_t left = (int64_t)p.cols * element - byte;
  const char *const from = p.from + row * p.from_pitch + byte;
  char *const to = p.to + row * p.pitch + byte;
  const int rows = p.rows - (int)row;
  const int offset = offset_of (from);
  struct window w[EACH];

  if (left <= 0)
    return;
#pragma unroll
  for (int i = 0; i < EACH; i++)
    if (i * 16 < rows)
      w[i] = load_window (from + i * 16 * p.from_pitch,
                          left < 16 ? (int)left : 16);
#pragma unroll
  for (int i = 0; i < EACH; i++)
    if (i * 16 < rows)
      *(uint4 *)(to + i * 16 * p.pitch) = shift_window (w[i], offset);
}

/* Starts to load the tile's rows, from the source's column on.  Vectors beyond
 * the matrix keep old values, which are not stored, or not read. */
template <typename T, bool aligned>
static __device__ __forceinline__ void
load_tile (const struct repack_part &p, unsigned down, unsigned across,
           uint4 *tile)
{
  typedef shape<T> S;
  const unsigned vector = threadIdx.x % S::vectors;
  const unsigned row = threadIdx.x / S::vectors;
  const unsigned n = down * SIDE + vector * S::v;
  const unsigned l = across * (SIDE / sizeof (T)) + row;
  const char *const from = p.from + l * p.from_pitch + n * sizeof (T);
  const int there = p.rows - (int)n;
  const int left = there < (int)S::v ? there * (int)sizeof (T) : 16;
  const int rows = there > 0 ? p.cols - (int)l : 0;
  /* Square row / v is 0 or 1, and its number only gets bits from i. */
  const uint32_t to = shared_address (tile) + (threadIdx.x - vector) * 16
                      + (vector ^ row / S::v) * 16;
  struct window w[EACH];

#pragma unroll
  for (int i = 0; i < EACH; i++)
    if (i * (int)S::step < rows) {
      const char *const here = from + i * (int)S::step * p.from_pitch;

      if (aligned)
        copy_vector ((to ^ i * 32) + i * THREADS * 16, here);
      else
        w[i] = load_window (here, left);
    }
  if constexpr (!aligned) {
#pragma unroll
    for (int i = 0; i < EACH; i++)
      store_vector (
          (to ^ i * 32) + i * THREADS * 16,
          shift_window (w[i],
                        offset_of (from + i * (int)S::step * p.from_pitch)));
  }
}

/* Reads four rows of the destination, 16 bytes of each: out[q][i] is word q of
 * row i.  They are column `four` of square s. */
template <typename T>
static __device__ __forceinline__ void
read_column (const uint4 *tile, unsigned s, unsigned four,
             uint32_t (&out)[4][4])
{
  typedef shape<T> S;
  const uint4 *const square = tile + s * (S::v * S::vectors);

  if constexpr (sizeof (T) == 1) {
    const uint32_t *const from
        = (const uint32_t *)&square[four / 4 ^ s] + four % 4;

#pragma unroll
    for (int q = 0; q < 4; q++) {
#pragma unroll
      for (int i = 0; i < 4; i++)
        out[q][i] = from[(q * 4 + i) * (int)S::vectors * 4];
      transpose_bytes (out[q]);
    }
  } else {
#pragma unroll
    for (int q = 0; q < 4; q++) {
      const uint4 v = square[q * (int)S::vectors + (four ^ s)];

      out[q][0] = v.x;
      out[q][1] = v.y;
      out[q][2] = v.z;
      out[q][3] = v.w;
    }
  }
}

/* Eight threads store the 128 bytes of a row. */
template <typename T>
static __device__ __forceinline__ void
store_tile (const struct repack_part &p, unsigned down, unsigned across,
            const uint4 *tile)
{
  const unsigned s = threadIdx.x % 8, four = threadIdx.x / 8;
  const unsigned row = down * SIDE + four * 4;
  char *to = p.to + row * p.pitch + ((int64_t)across * SIDE + s * 16);
  const int rows = p.rows - (int)row;
  uint32_t out[4][4];

  read_column<T> (tile, s, four, out);
#pragma unroll
  for (int i = 0; i < 4; i++, to += p.pitch)
    if (i < rows)
      *(uint4 *)to = make_uint4 (out[0][i], out[1][i], out[2][i], out[3][i]);
}

/* All is transposed, and aligned.  With `early` the next launch's blocks may
 * take multiprocessors as they become free.  Else they start at the end, in
 * order, so that neighbours read the same lines of L2 at the same time:
 * ping-pong at 8192 took 950 us with scattered blocks, 719 in order (i8, H200).
 */
template <typename T>
static __global__ void
__launch_bounds__ (THREADS, sizeof (T) == 1 ? 8 : 6)
    repack_transpose (const __grid_constant__ struct repack_task task)
{
  __shared__ __align__ (128) uint4 tile[THREADS * EACH];
  const bool second = (int)blockIdx.x >= task.first;
  const struct repack_part &p = task.parts[second];
  const unsigned down = blockIdx.x - (second ? (unsigned)task.first : 0);

  if (!only_if_computes (task.only_if))
    return;
  if (task.early)
    pdl_early ();
  load_tile<T, true> (p, down, blockIdx.y, tile);
  cp_async_wait_all ();
  __syncthreads ();
  store_tile<T> (p, down, blockIdx.y, tile);
}

/* Elements of 2 bytes are never transposed. */
template <typename T>
static __global__ void
__launch_bounds__ (THREADS, 4)
    repack_matrices (const __grid_constant__ struct repack_task task)
{
  __shared__ __align__ (128) uint4 tile[sizeof (T) == 2 ? 1 : THREADS * EACH];
  const bool second = (int)blockIdx.x >= task.first;
  const struct repack_part &p = task.parts[second];
  const unsigned n = blockIdx.x - (second ? (unsigned)task.first : 0);
  const unsigned down = divide_by (n, p.of_across);
  const unsigned across = n - down * (unsigned)p.across;

  if (!only_if_computes (task.only_if))
    return;
  if constexpr (sizeof (T) != 2)
    if (p.transpose) {
      load_tile<T, false> (p, down, across, tile);
      __syncthreads ();
      store_tile<T> (p, down, across, tile);
      return;
    }
  move_rows (p, down, across, sizeof (T));
}

static struct repack_part
part_of (const struct repack_matrix *m, uint32_t element)
{
  const int wide = m->transpose ? SIDE : MOVED_BYTES;
  const int across = (int)tiles_over (m->cols * element, wide);

  return { (const char *)m->from,
           (char *)m->to,
           m->from_pitch * element,
           m->pitch * element,
           (int)m->rows,
           (int)m->cols,
           across,
           divisor_of ((uint32_t)across),
           m->transpose };
}

/* The rows of tiles.  Tiles that are only moved are taken in pairs. */
static int64_t
down_of (const struct repack_matrix *m)
{
  return m->transpose ? tiles_over (m->rows, SIDE)
                      : tiles_over (m->rows, 2 * MOVED_ROWS) * 2;
}

/* Whether the fast kernel can do it; its grid is rows of tiles along x. */
static bool
is_fast (const struct repack_matrix *m, uint32_t element)
{
  return m->transpose && (uintptr_t)m->from % 16 == 0
         && m->from_pitch * element % 16 == 0
         && tiles_over (m->cols * element, SIDE) < 1 << 16;
}

static int
make_launch (const gk_host *host, const struct repack_task &task, dim3 grid,
             uint32_t element, bool fast, void **state)
{
  struct prepared_shape shape = {};

  shape.grid = grid;
  shape.block = dim3 (THREADS);
  shape.pdl = true;
  switch (element) {
  case 1:
    return prepared_make (
        host, fast ? repack_transpose<uint8_t> : repack_matrices<uint8_t>,
        shape, task, state);
  case 2:
    return prepared_make (host, repack_matrices<uint16_t>, shape, task, state);
  default:
    return prepared_make (
        host, fast ? repack_transpose<uint32_t> : repack_matrices<uint32_t>,
        shape, task, state);
  }
}

extern "C" int
repack_make (const gk_host *host, const struct repack_matrix *matrices, int n,
             uint32_t element, bool early, const unsigned *only_if,
             void **state)
{
  struct repack_task task = {};
  int64_t blocks = 0;
  bool fast = true;

  /* The fast kernel's grid is as wide for one operand as for the other. */
  for (int i = 0; i < n; i++) {
    task.parts[i] = part_of (&matrices[i], element);
    fast = fast && is_fast (&matrices[i], element)
           && task.parts[i].across == task.parts[0].across;
  }
  task.first = INT_MAX;
  task.early = early;
  task.only_if = only_if;
  for (int i = 0; i < n; i++) {
    if (i == 1)
      task.first = (int)blocks;
    blocks += down_of (&matrices[i]) * (fast ? 1 : task.parts[i].across);
    if (blocks >= INT_MAX) {
      host->error (host, "the operands have more tiles than a grid has blocks; "
                         "make the sizes smaller");
      return GK_SKIP;
    }
  }
  return make_launch (
      host, task,
      dim3 ((unsigned)blocks, fast ? (unsigned)task.parts[0].across : 1),
      element, fast, state);
}
