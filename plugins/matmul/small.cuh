/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernels of small.cu.
 *
 * mma.sync sums over the inner dimension, and does not care which of its
 * elements is where as long as A's and B's agree; nor does it care which line of
 * an operand is which.  So a thread loads what is contiguous, and that is what
 * it hands to the instruction.  With g = lane / 4 and t = lane % 4, of a chunk
 * of 64 bytes along the inner dimension:
 *
 * - a thread has the 16 bytes t of its lines, by fours: 4 g to 4 g + 3 of each
 *   32 (by twos where a tile has 16);
 * - where an operand lies across, these are its lines' elements of 16 / size
 *   rows in memory, each as long as four lines.
 */
#ifndef MATMUL_SMALL_CUH
#define MATMUL_SMALL_CUH

#include <stdint.h>
#include <string.h>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "small.h"

enum small_type { SMALL_BF16, SMALL_F16, SMALL_TF32, SMALL_I8, SMALL_U8 };

/* An instruction multiplies lines of X by lines of Y.  X is A, or, where the
 * product is turned, B: then what is computed is the transpose of C. */
template <enum small_type type_, bool across_x_, bool across_y_, bool turned_,
          int high_, int wide_, int depth_, bool whole_, int variant_>
struct small_shape {
  static constexpr enum small_type type = type_;
  static constexpr bool across_x = across_x_, across_y = across_y_,
                        turned = turned_, whole = whole_,
                        helper = (variant_ & 1) != 0,
                        touch = (variant_ & 2) != 0;
  enum {
    high = high_, /* instructions of 16 lines of X */
    wide = wide_, /* of 8 lines of Y */
    warps = 8,
    depth = depth_, /* chunks that a warp has in flight */
    lines_x = high * 16,
    lines_y = wide * 8,
    rows = turned ? lines_y : lines_x,
    cols = turned ? lines_x : lines_y,
    threads = warps * 32,
    launched = threads + (helper ? 32 : 0),
    size = type == SMALL_TF32 ? 4 : type == SMALL_I8 || type == SMALL_U8 ? 1 : 2,
    size_c = type == SMALL_BF16 || type == SMALL_F16 ? 2 : 4,
    pieces = cols / 4, /* of a row of the tile, four elements each */
    block = 32 * 16 + (turned ? 0 : 64), /* bytes of shared memory: four sums of
                             each lane; padded against bank conflicts */
    partial = high * wide * block, /* of a warp */
    shared = launched / 32 * partial
  };
};

/* Lines that a thread has together, of so many in all. */
static __host__ __device__ constexpr int
small_group (int lines)
{
  return lines < 4 ? lines : 4;
}

/* The l-th of a thread's lines in the tile. */
template <int lines>
static __device__ __forceinline__ int
small_line (int g, int l)
{
  const int group = small_group (lines);

  return l / group * 8 * group + g * group + l % group;
}

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800

/* Words of a row that are loaded at once. */
template <int words>
static __device__ __forceinline__ void
small_load (uint32_t *to, const unsigned char *from)
{
  if constexpr (words == 4)
    asm volatile("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "l"(from));
  else if constexpr (words == 2)
    asm volatile("ld.global.nc.v2.u32 {%0, %1}, [%2];"
                 : "=r"(to[0]), "=r"(to[1])
                 : "l"(from));
  else
    asm volatile("ld.global.nc.u32 %0, [%1];" : "=r"(to[0]) : "l"(from));
}

/* What a thread holds of an operand's chunk: of `lines` lines, 16 bytes each,
 * as they were loaded. */
template <int lines> struct small_raw {
  uint32_t word[lines * 4];
};

/* at + row * pitch, in one instruction. */
static __device__ __forceinline__ const unsigned char *
small_row (const unsigned char *at, unsigned row, unsigned pitch)
{
  const unsigned char *there;

  asm("mad.wide.u32 %0, %1, %2, %3;"
      : "=l"(there)
      : "r"(row), "r"(pitch), "l"(at));
  return there;
}

/* Where loads go: the n-th of a chunk's. */
struct small_to_registers {
  uint32_t *word;

  template <int words>
  __device__ __forceinline__ void
  load (int n, const unsigned char *from) const
  {
    small_load<words> (word + n * words, from);
  }
};

/* Loads what a thread has of a chunk.  The tile's lines begin at `first`, of so
 * many in all: where there are fewer than in a tile, the last ones are loaded
 * again. */
template <int size, bool across, bool whole, int lines, class To>
static __device__ __forceinline__ void
small_load_chunk (const unsigned char *at, unsigned pitch, unsigned first,
                  unsigned all, unsigned g, unsigned t, unsigned chunk,
                  const To &to)
{
  const int group = small_group (lines);
  const unsigned line = first + g * group;

  if constexpr (across) {
    const int rows = 16 / size, words = group * size / 4, n = lines / group;
    const unsigned char *from
        = small_row (at + line * size, (chunk * 4 + t) * rows, pitch);

#pragma unroll
    for (int r = 0; r < rows; r++)
#pragma unroll
      for (int i = 0; i < n; i++) {
        const unsigned last = all - group, here = line + i * group * 8;
        const int on = whole || here <= last
                           ? i * group * 8 * size
                           : (int)(last - line) * size;

        to.template load<words> (r * n + i, small_row (from, pitch, r) + on);
      }
  } else {
    const unsigned char *from = at + (chunk * 4 + t) * 16;

    if (whole)
      from = small_row (from, line, pitch);
#pragma unroll
    for (int l = 0; l < lines; l++) {
      const unsigned on = small_line<lines> (0, l);

      to.template load<4> (l, whole ? small_row (from, pitch, on)
                                    : small_row (from, pitch,
                                                 line + on < all ? line + on : all - 1));
    }
  }
}

/* A 4 x 4 transpose of bytes. */
static __device__ __forceinline__ void
small_turn_bytes (const uint32_t (&in)[4], uint32_t (&out)[4])
{
  const uint32_t a = __byte_perm (in[0], in[1], 0x5140);
  const uint32_t b = __byte_perm (in[2], in[3], 0x5140);
  const uint32_t c = __byte_perm (in[0], in[1], 0x7362);
  const uint32_t d = __byte_perm (in[2], in[3], 0x7362);

  out[0] = __byte_perm (a, b, 0x5410);
  out[1] = __byte_perm (a, b, 0x7632);
  out[2] = __byte_perm (c, d, 0x5410);
  out[3] = __byte_perm (c, d, 0x7632);
}

/* Word q of line l, which is four bytes along the inner dimension. */
template <int size, bool across, int lines>
static __device__ __forceinline__ void
small_turn (const struct small_raw<lines> &raw, uint32_t (&word)[lines][4])
{
  const int group = small_group (lines), n = lines * size / 4; /* words a row */

  if constexpr (!across || size == 4) {
#pragma unroll
    for (int l = 0; l < lines; l++)
#pragma unroll
      for (int q = 0; q < 4; q++)
        word[l][q] = across ? raw.word[q * lines + l] : raw.word[l * 4 + q];
  } else if constexpr (size == 2) {
#pragma unroll
    for (int l = 0; l < lines; l++)
#pragma unroll
      for (int q = 0; q < 4; q++)
        word[l][q] = __byte_perm (raw.word[q * 2 * n + l / 2],
                                  raw.word[(q * 2 + 1) * n + l / 2],
                                  l % 2 ? 0x7632 : 0x5410);
  } else {
    static_assert (size != 1 || group == 4, "a word of a row is four lines");
#pragma unroll
    for (int i = 0; i < lines / 4; i++)
#pragma unroll
      for (int q = 0; q < 4; q++) {
        const uint32_t in[4]
            = { raw.word[(q * 4) * n + i], raw.word[(q * 4 + 1) * n + i],
                raw.word[(q * 4 + 2) * n + i], raw.word[(q * 4 + 3) * n + i] };
        uint32_t out[4];

        small_turn_bytes (in, out);
#pragma unroll
        for (int l = 0; l < 4; l++)
          word[i * 4 + l][q] = out[l];
      }
  }
}

#define SMALL_MMA_FLOAT(shape, name, sums, a0, a1, a2, a3, b0, b1)             \
  asm("mma.sync.aligned." shape ".row.col.f32." name "." name ".f32 "          \
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"        \
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])             \
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1))
#define SMALL_MMA_INT(name, sums, a0, a1, a2, a3, b0, b1)                      \
  asm("mma.sync.aligned.m16n8k32.row.col.s32." name "." name ".s32 "           \
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"        \
      : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])             \
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1))

template <enum small_type type> struct small_sum {
  typedef float type_of;
};
template <> struct small_sum<SMALL_I8> {
  typedef int type_of;
};
template <> struct small_sum<SMALL_U8> {
  typedef int type_of;
};

/* Half a chunk: words w and w + 1 of two lines of A and one of B. */
template <enum small_type type>
static __device__ __forceinline__ void
small_mma (typename small_sum<type>::type_of (&sums)[4], const uint32_t (&low)[4],
           const uint32_t (&high)[4], const uint32_t (&b)[4], int w)
{
  if constexpr (type == SMALL_BF16)
    SMALL_MMA_FLOAT ("m16n8k16", "bf16", sums, low[w], high[w], low[w + 1],
                     high[w + 1], b[w], b[w + 1]);
  else if constexpr (type == SMALL_F16)
    SMALL_MMA_FLOAT ("m16n8k16", "f16", sums, low[w], high[w], low[w + 1],
                     high[w + 1], b[w], b[w + 1]);
  else if constexpr (type == SMALL_TF32)
    SMALL_MMA_FLOAT ("m16n8k8", "tf32", sums, low[w], high[w], low[w + 1],
                     high[w + 1], b[w], b[w + 1]);
  else if constexpr (type == SMALL_I8)
    SMALL_MMA_INT ("s8", sums, low[w], high[w], low[w + 1], high[w + 1], b[w],
                   b[w + 1]);
  else
    SMALL_MMA_INT ("u8", sums, low[w], high[w], low[w + 1], high[w + 1], b[w],
                   b[w + 1]);
}

template <class S>
using small_sums = typename small_sum<S::type>::type_of[S::high][S::wide][4];

template <class S>
static __device__ __forceinline__ void
small_multiply (const struct small_raw<S::high * 2> &raw_a,
                const struct small_raw<S::wide> &raw_b, small_sums<S> &sums)
{
  uint32_t a[S::high * 2][4], b[S::wide][4];

  small_turn<S::size, S::across_x> (raw_a, a);
  small_turn<S::size, S::across_y> (raw_b, b);
#pragma unroll
  for (int w = 0; w < 4; w += 2)
#pragma unroll
    for (int i = 0; i < S::high; i++)
#pragma unroll
      for (int j = 0; j < S::wide; j++)
        small_mma<S::type> (sums[i][j], a[i * 2], a[i * 2 + 1], b[j], w);
}

/* Where four sums of a thread that are next to each other in a row of C lie in
 * shared memory: the n-th four of lane 4 g + t. */
template <class S>
static __device__ __forceinline__ unsigned
small_slot (unsigned n, unsigned g, unsigned t)
{
  return n * S::block + (S::turned ? t * 8 + (g ^ t * 2) : g * 4 + t) * 16;
}

/* The n-th four. */
template <class S>
static __device__ __forceinline__ void
small_four (const small_sums<S> &sums, int n, uint32_t (&v)[4])
{
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const int group = small_group (S::wide), per_line = S::wide / 2;

    if constexpr (S::turned)
      memcpy (&v[i],
              &sums[n / 2 / S::wide * 2 + i / 2][n / 2 % S::wide]
                   [i % 2 * 2 + n % 2],
              4);
    else if constexpr (group == 4)
      memcpy (&v[i],
              &sums[n / per_line / 2][n % per_line / 2 * 4 + i]
                   [n / per_line % 2 * 2 + n % 2],
              4);
    else
      memcpy (&v[i], &sums[n / 2][i % 2][n % 2 * 2 + i / 2], 4);
  }
}

/* A warp's sums to shared memory. */
template <class S>
static __device__ __forceinline__ void
small_leave (uint32_t to, const small_sums<S> &sums)
{
#pragma unroll
  for (int n = 0; n < S::high * S::wide; n++) {
    uint32_t v[4];

    small_four<S> (sums, n, v);
    asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                 :
                 : "r"(to + n * S::block), "r"(v[0]), "r"(v[1]), "r"(v[2]),
                   "r"(v[3])
                 : "memory");
  }
}

/* Where in a warp's part the p-th four of a row of the tile are. */
template <class S>
static __device__ __forceinline__ unsigned
small_slot_of (unsigned row, unsigned p)
{
  const int group = small_group (S::turned ? S::lines_x / 8 : S::wide);

  if constexpr (S::turned) {
    /* Lines of Y are rows: 4 (2 t + e) + j of each 32, or 2 (2 t + e) + j. */
    const unsigned gy = small_group (S::wide);
    const unsigned c = row % (8 * gy) / gy;
    const unsigned j = row / (8 * gy) * gy + row % gy;

    return small_slot<S> ((p / 8 * S::wide + j) * 2 + c % 2, p % 8, c / 2);
  } else {
    const unsigned lines = small_group (S::high * 2);
    const unsigned l = row / (8 * lines) * lines + row % lines;
    const unsigned g = row % (8 * lines) / lines;
    const unsigned u = p / (2 * group), t = p % (2 * group) / (group / 2);

    return small_slot<S> (l * (S::wide / 2) + u * (group / 2) + p % (group / 2),
                          g, t);
  }
}

template <class S>
static __device__ __forceinline__ void
small_store (unsigned char *to, const typename small_sum<S::type>::type_of (&v)[4])
{
  uint32_t word[4];

  if constexpr (S::size_c == 2) {
#pragma unroll
    for (int i = 0; i < 2; i++)
      if constexpr (S::type == SMALL_BF16) {
        const __nv_bfloat162 p = __floats2bfloat162_rn (v[i * 2], v[i * 2 + 1]);

        memcpy (&word[i], &p, 4);
      } else {
        const __half2 p = __floats2half2_rn (v[i * 2], v[i * 2 + 1]);

        memcpy (&word[i], &p, 4);
      }
    asm volatile("st.global.v2.b32 [%0], {%1, %2};"
                 :
                 : "l"(to), "r"(word[0]), "r"(word[1])
                 : "memory");
  } else {
    memcpy (word, v, 16);
    asm volatile("st.global.v4.b32 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(to), "r"(word[0]), "r"(word[1]), "r"(word[2]),
                   "r"(word[3])
                 : "memory");
  }
}

/* Adds what so many warps have left, in their order. */
template <class S>
static __device__ __forceinline__ void
small_add (uint32_t from, int warps,
           typename small_sum<S::type>::type_of (&v)[4])
{
  uint32_t word[S::warps][4];

#pragma unroll
  for (int w = 0; w < S::warps; w++)
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.gt.s32 p, %5, %6;\n"
                 "mov.b32 %0, 0;\n"
                 "mov.b32 %1, 0;\n"
                 "mov.b32 %2, 0;\n"
                 "mov.b32 %3, 0;\n"
                 "@p ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];\n"
                 "}"
                 : "=r"(word[w][0]), "=r"(word[w][1]), "=r"(word[w][2]),
                   "=r"(word[w][3])
                 : "r"(from + w * S::partial), "r"(warps), "r"(w)
                 : "memory");
#pragma unroll
  for (int i = 0; i < 4; i++) {
    memcpy (&v[i], &word[0][i], 4);
#pragma unroll
    for (int w = 1; w < S::warps; w++) {
      typename small_sum<S::type>::type_of part;

      memcpy (&part, &word[w][i], 4);
      v[i] += part;
    }
  }
}

/* Four elements to C; inside: of the row's, from the first of these on. */
template <class S>
static __device__ __forceinline__ void
small_put (unsigned char *to, int inside, bool wide,
           const typename small_sum<S::type>::type_of (&v)[4])
{
  if (S::whole || (wide && inside >= 4))
    small_store<S> (to, v);
  else
#pragma unroll
    for (int i = 0; i < 4; i++)
      if (i < inside)
        if constexpr (S::type == SMALL_BF16)
          ((__nv_bfloat16 *)to)[i] = __float2bfloat16_rn (v[i]);
        else if constexpr (S::type == SMALL_F16)
          ((__half *)to)[i] = __float2half_rn (v[i]);
        else
          ((typename small_sum<S::type>::type_of *)to)[i] = v[i];
}

/* What a warp has in flight. */
template <class S> struct small_loaded {
  struct small_raw<S::high * 2> x[S::depth];
  struct small_raw<S::wide> y[S::depth];
};

template <class S>
static __device__ __forceinline__ void
small_load_all (const struct small_task &task, int warp, int warps, int lane,
                unsigned row0, unsigned col0, struct small_loaded<S> &loaded)
{
  const unsigned g = lane / 4, t = lane % 4;

#pragma unroll
  for (int d = 0; d < S::depth; d++) {
    const unsigned chunk = warp + d * warps;

    if (!S::whole) {
      loaded.x[d] = {};
      loaded.y[d] = {};
      if ((chunk * 4 + t) * 16 >= task.inner)
        continue;
    }
    small_load_chunk<S::size, S::across_x, S::whole, S::high * 2> (
        S::turned ? task.b : task.a, S::turned ? task.pitch_b : task.pitch_a,
        S::turned ? col0 : row0, S::turned ? task.cols : task.rows, g, t, chunk,
        small_to_registers{ loaded.x[d].word });
    small_load_chunk<S::size, S::across_y, S::whole, S::wide> (
        S::turned ? task.a : task.b, S::turned ? task.pitch_a : task.pitch_b,
        S::turned ? row0 : col0, S::turned ? task.rows : task.cols, g, t, chunk,
        small_to_registers{ loaded.y[d].word });
  }
}

/* No value in particular, without an instruction. */
template <class S>
static __device__ __forceinline__ void
small_load_nothing (struct small_loaded<S> &loaded)
{
#pragma unroll
  for (int d = 0; d < S::depth; d++) {
#pragma unroll
    for (int i = 0; i < S::high * 8; i++)
      asm volatile("" : "=r"(loaded.x[d].word[i]));
#pragma unroll
    for (int i = 0; i < S::wide * 4; i++)
      asm volatile("" : "=r"(loaded.y[d].word[i]));
  }
}
#endif

template <class S>
__global__ void
__launch_bounds__ (S::launched) small (const struct small_task task)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  extern __shared__ __align__ (16) unsigned char small_memory[];
  const uint32_t shared = (uint32_t)__cvta_generic_to_shared (small_memory);
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const unsigned row0 = blockIdx.x * S::rows, col0 = blockIdx.y * S::cols;
  const int fours = S::rows * S::pieces;
  const int rounds = fours > S::threads ? fours / S::threads : 1;
  /* Warps that multiply, with a chunk of the inner dimension each, or more. */
  const int warps = (task.inner + 64 * S::depth - 1) / (64 * S::depth);
  const bool live = !S::helper || warp < S::warps;
  struct small_loaded<S> loaded;
  uint32_t leave_at = shared + warp * S::partial, from[rounds];
  unsigned char *to[rounds];
  small_sums<S> sums = {};

  if (warp < warps)
    small_load_all<S> (task, warp, warps, lane, row0, col0, loaded);
  else
    small_load_nothing<S> (loaded);
#pragma unroll
  for (int i = 0; i < rounds; i++) {
    from[i] = shared;
    to[i] = (unsigned char *)task.c;
  }
  if (live) {
    leave_at += small_slot<S> (0, lane / 4, lane % 4);
    asm volatile("" : "+r"(leave_at));
#pragma unroll
    for (int i = 0; i < rounds; i++) {
      const unsigned f = (i * S::threads + threadIdx.x) % fours;
      const unsigned row = f / S::pieces, p = f % S::pieces;

      from[i] = shared + small_slot_of<S> (row, p);
      to[i] = (unsigned char *)small_row ((unsigned char *)task.c
                                              + (col0 + p * 4) * S::size_c,
                                          row0 + row, task.ldc * S::size_c);
      asm volatile("" : "+r"(from[i]));
      asm volatile("" : "+l"(to[i]));
      if (S::touch && S::whole)
        asm volatile("prefetch.global.L2 [%0];" : : "l"(to[i]));
    }
  }
#pragma unroll
  for (int d = 0; d < S::depth; d++)
    small_multiply<S> (loaded.x[d], loaded.y[d], sums);
  small_leave<S> (leave_at, sums);
  if (live)
    asm volatile("bar.sync 1, %0;" : : "n"((int)S::threads) : "memory");
#pragma unroll
  for (int i = 0; i < rounds; i++) {
    const unsigned f = i * S::threads + threadIdx.x;
    typename small_sum<S::type>::type_of v[4];

    small_add<S> (from[i], warps, v);
    if (live && f < fours
        && (S::whole || row0 + f / S::pieces < task.rows))
      small_put<S> (to[i], (int)(task.cols - col0 - f % S::pieces * 4),
                    task.ldc % 4 == 0, v);
  }
#else
  (void)task;
#endif
}

#endif /* MATMUL_SMALL_CUH */
