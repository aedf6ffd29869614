/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "clones.h"
#include "exact.h"
#include "problem.h"

/* Elements that one step of a parallel loop turns from random bits into what is
 * wanted; a multiple of a page. */
enum { PIECE = 1 << 15 };

/* Signed and uniform in [-1, 1), on a grid that the type holds exactly. */
MATMUL_CLONES static void
random_f32 (void *memory, int64_t first, int64_t n)
{
  char *p = (char *)memory + first * 4;

#pragma omp simd
  for (int64_t i = 0; i < n; i++) {
    uint32_t bits;
    float x;

    memcpy (&bits, p + i * 4, 4);
    x = (float)(int32_t)(bits >> 8) * 0x1p-23F - 1;
    memcpy (p + i * 4, &x, 4);
  }
}

MATMUL_CLONES static void
random_f64 (void *memory, int64_t first, int64_t n)
{
  char *p = (char *)memory + first * 8;

#pragma omp simd
  for (int64_t i = 0; i < n; i++) {
    uint64_t bits;
    double x;

    memcpy (&bits, p + i * 8, 8);
    x = (double)(int64_t)(bits >> 11) * 0x1p-52 - 1;
    memcpy (p + i * 8, &x, 8);
  }
}

/* Integers in [-q, q]: 32 bits, read as a fraction, pick one. */
MATMUL_CLONES static void
exact_f32 (void *memory, int64_t first, int64_t n, int64_t q)
{
  const uint64_t span = (uint64_t)(2 * q + 1);
  char *p = (char *)memory + first * 4;

#pragma omp simd
  for (int64_t i = 0; i < n; i++) {
    uint32_t bits;
    float x;

    memcpy (&bits, p + i * 4, 4);
    x = (float)((int32_t)(bits * span >> 32) - (int32_t)q);
    memcpy (p + i * 4, &x, 4);
  }
}

MATMUL_CLONES static void
exact_f64 (void *memory, int64_t first, int64_t n, int64_t q)
{
  const uint64_t span = (uint64_t)(2 * q + 1);
  char *p = (char *)memory + first * 8;

#pragma omp simd
  for (int64_t i = 0; i < n; i++) {
    uint64_t bits;
    double x;

    memcpy (&bits, p + i * 8, 8);
    x = (double)((int32_t)((bits >> 32) * span >> 32) - (int32_t)q);
    memcpy (p + i * 8, &x, 8);
  }
}

static void
convert (const gk_matmul *problem, gk_data data, void *memory, int64_t n)
{
  const gk_dtype dtype = problem->dtype;
  const int64_t q = dtype == GK_I32 ? 0 : exact_range (dtype, problem->n);

#pragma omp parallel for schedule(static)
  for (int64_t first = 0; first < n; first += PIECE) {
    const int64_t count = n - first < PIECE ? n - first : PIECE;

    if (dtype == GK_F32 && data == GK_DATA_RANDOM)
      random_f32 (memory, first, count);
    else if (dtype == GK_F64 && data == GK_DATA_RANDOM)
      random_f64 (memory, first, count);
    else if (dtype == GK_F32)
      exact_f32 (memory, first, count, q);
    else if (dtype == GK_F64)
      exact_f64 (memory, first, count, q);
  }
}

static void
fill_matrix (const gk_host *host, const gk_matmul *problem, gk_data data,
             uint64_t seed, void *memory, int64_t lines, int64_t ld)
{
  const size_t n = (size_t)lines * (size_t)ld;
  const size_t bytes = n * matmul_element (problem->dtype);

  if (data == GK_DATA_ZERO) {
    memset (memory, 0, bytes);
    return;
  }
  /* The padding is filled like the rest: a variant that reads it computes
   * something else. */
  host->random (host, memory, bytes, seed);
  if (problem->dtype != GK_I32)
    convert (problem, data, memory, (int64_t)n);
}

int
matmul_fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
             void *const *buffers)
{
  const struct matmul_state *s = state;
  const gk_matmul *p = &s->problem;
  const bool rows = p->layout_c == GK_ROW_MAJOR;

  fill_matrix (host, p, data, seed, buffers[MATMUL_A], rows ? p->m : p->n,
               p->lda);
  fill_matrix (host, p, data, seed ^ UINT64_C (0x9e3779b97f4a7c15),
               buffers[MATMUL_B], rows ? p->n : p->k, p->ldb);
  return GK_OK;
}
