/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Peak arithmetic of one core: multiply-adds in registers, with the widest
 * units among AVX-512, AVX2 with FMA, and the baseline.  For bytes with 32-bit
 * sums, AVX-512 VNNI does the most work per instruction.
 */
#include <config.h>

#if defined __x86_64__
#include <immintrin.h>
#endif
#include <stddef.h>
#include <stdint.h>

#include "device/cpu/cpu.h"

/* Independent sums: more than the units times the latency of an instruction,
 * and few enough for the registers of every processor. */
#define EACH_CHAIN(DO)                                                         \
  DO (0)                                                                       \
  DO (1) DO (2) DO (3) DO (4) DO (5) DO (6) DO (7) DO (8) DO (9) DO (10) DO (11)
enum { CHAINS = 12, FACTOR = CHAINS, TERM, SEEDS };

/* A register each; elements of an array could stay in memory. */
#define BEGIN(n) vector x##n = none + seed[n];
#define STEP(n) x##n = x##n * factor + term;
#define END(n) sum += x##n;

/* Defines a function for one type and width, since the target instructions
 * belong to a function.  Compilers fuse the multiplication and the addition if
 * the processor can.  pairs: products that one instruction adds to a sum. */
#define MULTIPLY_ADDS(name, isa, type, bytes, pairs, STEP)                     \
  isa static double name (const type *seed, void *out, size_t turns)           \
  {                                                                            \
    typedef type vector __attribute__ ((vector_size (bytes), may_alias));      \
    const vector none = { 0 };                                                 \
    const vector factor = none + seed[FACTOR], term = none + seed[TERM];       \
    vector sum = none;                                                         \
                                                                               \
    EACH_CHAIN (BEGIN)                                                         \
    for (size_t i = 0; i < turns; i++) {                                       \
      EACH_CHAIN (STEP)                                                        \
    }                                                                          \
    EACH_CHAIN (END)                                                           \
    *(vector *)out = sum;                                                      \
    return 2.0 * CHAINS * (pairs) * (bytes / sizeof (type)) * (double)turns;   \
  }

#define WIDTH(name, isa, bytes)                                                \
  MULTIPLY_ADDS (i32_##name, isa, uint32_t, bytes, 1, STEP)                    \
  MULTIPLY_ADDS (f32_##name, isa, float, bytes, 1, STEP)                       \
  MULTIPLY_ADDS (f64_##name, isa, double, bytes, 1, STEP)                      \
  static const struct unit name                                                \
      = { .i32 = i32_##name, .f32 = f32_##name, .f64 = f64_##name };

typedef double integers_fn (const uint32_t *seed, void *out, size_t turns);

struct unit {
  integers_fn *i32;
  double (*f32) (const float *seed, void *out, size_t turns);
  double (*f64) (const double *seed, void *out, size_t turns);
};

WIDTH (plain, , 16)

#if defined __x86_64__

WIDTH (avx2, __attribute__ ((target ("avx2,fma"))), 32)
WIDTH (avx512, __attribute__ ((target ("avx512f"))), 64)

static const struct unit *
find_widest_unit (void)
{
  if (__builtin_cpu_supports ("avx512f"))
    return &avx512;
  return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma")
             ? &avx2
             : &plain;
}

/* Bytes widened to 16 bits: two products and their sum.  The sum is a factor of
 * the next product, or a compiler would multiply only once. */
#define STEP_AVX2(n)                                                           \
  x##n = (vector)_mm256_madd_epi16 ((__m256i)x##n, (__m256i)factor) + term;
#define STEP_AVX512(n)                                                         \
  x##n = (vector)_mm512_madd_epi16 ((__m512i)x##n, (__m512i)factor) + term;
/* Four products, added to the sum. */
#define STEP_VNNI(n)                                                           \
  x##n = (vector)_mm512_dpbusd_epi32 ((__m512i)x##n, (__m512i)factor,          \
                                      (__m512i)term);

MULTIPLY_ADDS (bytes_avx2, __attribute__ ((target ("avx2"))), uint32_t, 32, 2,
               STEP_AVX2)
MULTIPLY_ADDS (bytes_avx512, __attribute__ ((target ("avx512f,avx512bw"))),
               uint32_t, 64, 2, STEP_AVX512)
MULTIPLY_ADDS (bytes_vnni, __attribute__ ((target ("avx512f,avx512vnni"))),
               uint32_t, 64, 4, STEP_VNNI)

static integers_fn *
find_byte_function (void)
{
  if (__builtin_cpu_supports ("avx512vnni"))
    return bytes_vnni;
  if (__builtin_cpu_supports ("avx512bw"))
    return bytes_avx512;
  return __builtin_cpu_supports ("avx2") ? bytes_avx2 : i32_plain;
}

#else

static const struct unit *
find_widest_unit (void)
{
  return &plain;
}

/* Bytes are widened to 32 bits here. */
static integers_fn *
find_byte_function (void)
{
  return i32_plain;
}

#endif

/* Room for the widest vector. */
struct vector_result {
  _Alignas(64) char of[64];
};

/* Keeps the compiler from dropping the computation. */
static void
use_result (const struct vector_result *sums)
{
  __asm__ volatile("" : : "r"(sums) : "memory");
}

static double
run_integers (integers_fn *function, size_t turns)
{
  uint32_t seed[SEEDS];
  struct vector_result sums;
  double n;

  for (unsigned i = 0; i < SEEDS; i++)
    seed[i] = 2 * i + 3;
  n = function (seed, &sums, turns);
  use_result (&sums);
  return n;
}

double
arithmetic_i32 (size_t turns)
{
  return run_integers (find_widest_unit ()->i32, turns);
}

double
arithmetic_i8 (size_t turns)
{
  return run_integers (find_byte_function (), turns);
}

/* Values that stay near 2: some processors are slower with others. */
double
arithmetic_f32 (size_t turns)
{
  float seed[SEEDS] = { [FACTOR] = 0.75F, [TERM] = 0.5F };
  struct vector_result sums;
  double n;

  for (int i = 0; i < CHAINS; i++)
    seed[i] = 1 + 0.125F * (float)i;
  n = find_widest_unit ()->f32 (seed, &sums, turns);
  use_result (&sums);
  return n;
}

double
arithmetic_f64 (size_t turns)
{
  double seed[SEEDS] = { [FACTOR] = 0.75, [TERM] = 0.5 };
  struct vector_result sums;
  double n;

  for (int i = 0; i < CHAINS; i++)
    seed[i] = 1 + 0.125 * i;
  n = find_widest_unit ()->f64 (seed, &sums, turns);
  use_result (&sums);
  return n;
}
