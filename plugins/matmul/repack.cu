/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A block makes 128 rows of 128 bytes of the destination.
 *
 * Rows that only lie at addresses that TMA does not take are read in aligned
 * words, and shifted.  What is transposed goes through shared memory: read
 * along the source's rows, bytes turned in squares of 4 x 4 in registers,
 * stored so that row n of the tile has its word w at w ^ s (n), an XOR swizzle
 * which keeps both the stores down a column and the loads along a row free of
 * bank conflicts.
 */
#include <cuda_runtime.h>

#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"
#include "repack.h"

enum { ROWS = 128, WORDS = 32, THREADS = 256 };

struct task {
  struct repack_matrix matrices[2];
  int64_t first; /* tiles of the first matrix */
  int element;   /* bytes; what is transposed has 1 or 4 */
};

static __host__ __device__ int64_t
tiles_across (const struct repack_matrix &m, int element)
{
  return m.pitch * element / (WORDS * 4);
}

static int64_t
tiles_of (const struct repack_matrix &m, int element)
{
  return (m.rows + ROWS - 1) / ROWS * tiles_across (m, element);
}

/* Where a block's tile begins: a row, and a byte in it. */
struct tile {
  int64_t row, byte;
};

static __device__ void
put (const struct repack_matrix &m, int element, int64_t row, int64_t byte,
     uint4 v)
{
  *reinterpret_cast<uint4 *> (static_cast<char *> (m.to)
                              + row * m.pitch * element + byte)
      = v;
}

/* 16 bytes from anywhere, of which `left` are in the row. */
static __device__ uint4
shifted (const unsigned char *from, int64_t left)
{
  const int offset = static_cast<int> (reinterpret_cast<uintptr_t> (from) & 3);
  const uint32_t *words = reinterpret_cast<const uint32_t *> (from - offset);
  uint32_t w[5];

#pragma unroll
  for (int i = 0; i < 5; i++)
    w[i] = i * 4 < left + offset ? words[i] : 0;
  return make_uint4 (__funnelshift_r (w[0], w[1], offset * 8),
                     __funnelshift_r (w[1], w[2], offset * 8),
                     __funnelshift_r (w[2], w[3], offset * 8),
                     __funnelshift_r (w[3], w[4], offset * 8));
}

static __device__ void
move_rows (const struct repack_matrix &m, int element, struct tile at)
{
  const int64_t byte = at.byte + threadIdx.x % 8 * 16;
  const int64_t left = m.cols * element - byte;

  if (left > 0)
#pragma unroll
    for (int r = threadIdx.x / 8; r < ROWS; r += THREADS / 8)
      if (at.row + r < m.rows)
        put (m, element, at.row + r, byte,
             shifted (static_cast<const unsigned char *> (m.from)
                          + (at.row + r) * m.from_pitch * element + byte,
                      left));
}

/* The swizzle: what a word's number in row n is XORed with. */
static __device__ int
swizzle (int element, int n)
{
  return (element == 1 ? n / 4 : n) % WORDS;
}

/* A tile in shared memory to the destination.  The four rows of a warp have
 * four different swizzles. */
static __device__ void
put_tile (const struct repack_matrix &m, int element, struct tile at,
          const uint32_t (&words)[ROWS][WORDS])
{
  const int q = threadIdx.x % 8 * 4;

#pragma unroll
  for (int i = threadIdx.x / 8; i < ROWS; i += THREADS / 8) {
    const int n = element == 1 ? (i & ~15) | (i & 3) << 2 | (i >> 2 & 3) : i;
    const int s = swizzle (element, n);
    const uint4 v = make_uint4 (words[n][q ^ s], words[n][(q + 1) ^ s],
                                words[n][(q + 2) ^ s], words[n][(q + 3) ^ s]);

    if (at.row + n < m.rows)
      put (m, element, at.row + n, at.byte + q * 4, v);
  }
}

/* The source's row l, which is a column here, from element n on. */
template <typename T>
static __device__ const T *
source (const struct repack_matrix &m, int64_t l, int64_t n)
{
  return static_cast<const T *> (m.from) + l * m.from_pitch + n;
}

/* Four bytes of a row of the source, where there are so many. */
static __device__ uint32_t
four_bytes (const struct repack_matrix &m, int64_t l, int64_t n)
{
  const uint8_t *from = source<uint8_t> (m, l, n);
  uint32_t word = 0;

  if (l >= m.cols)
    return 0;
  if (n + 4 <= m.rows && (reinterpret_cast<uintptr_t> (from) & 3) == 0)
    return *reinterpret_cast<const uint32_t *> (from);
  for (int i = 0; i < 4 && n + i < m.rows; i++)
    word |= static_cast<uint32_t> (from[i]) << (i * 8);
  return word;
}

static __device__ void
transpose_bytes (const struct repack_matrix &m, struct tile at,
                 uint32_t (&words)[ROWS][WORDS])
{
  const int lane = threadIdx.x % 32;

#pragma unroll
  for (int w = threadIdx.x / 32; w < WORDS; w += THREADS / 32) {
    uint32_t in[4];

#pragma unroll
    for (int i = 0; i < 4; i++)
      in[i] = four_bytes (m, at.byte + w * 4 + i, at.row + lane * 4);

    const uint32_t low01 = __byte_perm (in[0], in[1], 0x5140);
    const uint32_t low23 = __byte_perm (in[2], in[3], 0x5140);
    const uint32_t high01 = __byte_perm (in[0], in[1], 0x7362);
    const uint32_t high23 = __byte_perm (in[2], in[3], 0x7362);
    const int s = w ^ lane;

    words[lane * 4][s] = __byte_perm (low01, low23, 0x5410);
    words[lane * 4 + 1][s] = __byte_perm (low01, low23, 0x7632);
    words[lane * 4 + 2][s] = __byte_perm (high01, high23, 0x5410);
    words[lane * 4 + 3][s] = __byte_perm (high01, high23, 0x7632);
  }
}

static __device__ void
transpose_words (const struct repack_matrix &m, struct tile at,
                 uint32_t (&words)[ROWS][WORDS])
{
#pragma unroll
  for (int i = threadIdx.x; i < ROWS * WORDS; i += THREADS) {
    const int n = i % ROWS, w = i / ROWS;
    const int64_t row = at.row + n, l = at.byte / 4 + w;

    words[n][w ^ swizzle (4, n)]
        = row < m.rows && l < m.cols ? *source<uint32_t> (m, l, row) : 0;
  }
}

static __global__ void
__launch_bounds__ (THREADS) repack (const __grid_constant__ struct task task)
{
  __shared__ uint32_t words[ROWS][WORDS];
  const bool second = blockIdx.x >= task.first;
  const struct repack_matrix &m = task.matrices[second];
  const int64_t n = blockIdx.x - (second ? task.first : 0);
  const int element = task.element;
  const int64_t across = tiles_across (m, element);
  const struct tile at = { n / across * ROWS, n % across * WORDS * 4 };

  pdl_wait ();
  if (!m.transpose) {
    move_rows (m, element, at);
    return;
  }
  if (element == 1)
    transpose_bytes (m, at, words);
  else
    transpose_words (m, at, words);
  __syncthreads ();
  put_tile (m, element, at, words);
}

extern "C" int
repack_make (const gk_host *host, const struct repack_matrix *matrices, int n,
             uint32_t element, void **state)
{
  struct prepared_shape shape = {};
  struct task task = {};
  int64_t tiles = 0;

  task.element = (int)element;
  for (int i = 0; i < n; i++) {
    task.matrices[i] = matrices[i];
    tiles += tiles_of (matrices[i], task.element);
    if (i == 0)
      task.first = tiles;
  }
  if (tiles >= INT64_C (1) << 31) {
    host->error (host, "the operands have more tiles than a grid has blocks; "
                       "make the sizes smaller");
    return GK_SKIP;
  }
  shape.grid = dim3 ((unsigned)tiles);
  shape.block = dim3 (THREADS);
  return prepared_make (host, repack, shape, task, state);
}
