/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>

#include "device/cpu/arithmetic.h"

/* Sums that do not wait for each other, more than units times the clocks that
 * one takes, and few enough for the registers of every processor. */
#define EACH_CHAIN(DO)                                                         \
  DO (0)                                                                       \
  DO (1) DO (2) DO (3) DO (4) DO (5) DO (6) DO (7) DO (8) DO (9) DO (10) DO (11)
enum { CHAINS = 12, FACTOR = CHAINS, TERM, SEEDS };

/* A register each: elements of an array may stay in memory. */
#define BEGIN(n) vector x##n = none + seed[n];
#define STEP(n) x##n = x##n * factor + term;
#define END(n) sum += x##n;

/* A function for a type and a width, which no function can be for all: the
 * instructions that it may use belong to it.  Compilers make one of the
 * multiplication and the addition where the processor has it. */
#define MULTIPLY_ADDS(name, isa, type, bytes)                                  \
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
    return 2.0 * CHAINS * (bytes / sizeof (type)) * (double)turns;             \
  }

#define WIDTH(name, isa, bytes)                                                \
  MULTIPLY_ADDS (i32_##name, isa, uint32_t, bytes)                             \
  MULTIPLY_ADDS (f32_##name, isa, float, bytes)                                \
  MULTIPLY_ADDS (f64_##name, isa, double, bytes)                               \
  static const struct unit name                                                \
      = { .i32 = i32_##name, .f32 = f32_##name, .f64 = f64_##name };

struct unit {
  double (*i32) (const uint32_t *seed, void *out, size_t turns);
  double (*f32) (const float *seed, void *out, size_t turns);
  double (*f64) (const double *seed, void *out, size_t turns);
};

WIDTH (plain, , 16)

#if defined __x86_64__

WIDTH (avx2, __attribute__ ((target ("avx2,fma"))), 32)
WIDTH (avx512, __attribute__ ((target ("avx512f"))), 64)

static const struct unit *
widest (void)
{
  if (__builtin_cpu_supports ("avx512f"))
    return &avx512;
  return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma")
             ? &avx2
             : &plain;
}

#else

static const struct unit *
widest (void)
{
  return &plain;
}

#endif

/* Room for the widest. */
struct sums {
  _Alignas(64) char of[64];
};

/* As if somebody wanted them. */
static void
take (const struct sums *sums)
{
  __asm__ volatile("" : : "r"(sums) : "memory");
}

double
arithmetic_i32 (size_t turns)
{
  uint32_t seed[SEEDS];
  struct sums sums;
  double n;

  for (unsigned i = 0; i < SEEDS; i++)
    seed[i] = 2 * i + 3;
  n = widest ()->i32 (seed, &sums, turns);
  take (&sums);
  return n;
}

/* Numbers that stay near 2: with others some processors are slow. */
double
arithmetic_f32 (size_t turns)
{
  float seed[SEEDS] = { [FACTOR] = 0.75F, [TERM] = 0.5F };
  struct sums sums;
  double n;

  for (int i = 0; i < CHAINS; i++)
    seed[i] = 1 + 0.125F * (float)i;
  n = widest ()->f32 (seed, &sums, turns);
  take (&sums);
  return n;
}

double
arithmetic_f64 (size_t turns)
{
  double seed[SEEDS] = { [FACTOR] = 0.75, [TERM] = 0.5 };
  struct sums sums;
  double n;

  for (int i = 0; i < CHAINS; i++)
    seed[i] = 1 + 0.125 * i;
  n = widest ()->f64 (seed, &sums, turns);
  take (&sums);
  return n;
}
