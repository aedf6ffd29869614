/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-order and cpu-blocked: the three loops of cpu-naive in another order, on
 * one core.
 *
 * With the inner dimension in the middle, the innermost loop goes along a row
 * of B and a row of C: all accesses follow each other, and a compiler makes
 * vectors of them.  But all of B is read from memory for each row of A.
 *
 * cpu-blocked takes a block of B at a time, which the second cache holds, and
 * goes over all rows of A with it, before it takes the next.
 */
#include <config.h>

#include <string.h>

#include "cpu.h"
#include "matmul/clones.h"
#include "matmul/number.h"
#include "matmul/row-major.h"

/* A block of B: rows and columns. */
enum { BLOCK_ROWS = 64, BLOCK_COLUMNS = 512 };

/* Adds a times n elements of b to c. */
typedef void add_fn (int64_t n, const void *a, const void *b, void *c);

MATMUL_CLONES static void
add_f32 (int64_t n, const void *a, const void *b, void *c)
{
  const float x = *(const float *)a, *y = b;
  float *sum = c;

#pragma omp simd
  for (int64_t j = 0; j < n; j++)
    sum[j] += x * y[j];
}

MATMUL_CLONES static void
add_f64 (int64_t n, const void *a, const void *b, void *c)
{
  const double x = *(const double *)a, *y = b;
  double *sum = c;

#pragma omp simd
  for (int64_t j = 0; j < n; j++)
    sum[j] += x * y[j];
}

MATMUL_CLONES static void
add_i32 (int64_t n, const void *a, const void *b, void *c)
{
  const uint32_t x = *(const uint32_t *)a, *y = b;
  uint32_t *sum = c;

#pragma omp simd
  for (int64_t j = 0; j < n; j++)
    sum[j] += x * y[j];
}

static int64_t
at_most (int64_t n, int64_t most)
{
  return n < most ? n : most;
}

/* Adds to all rows of C what a block of B gives. */
static void
add_block (const gk_matmul *p, int64_t row, int64_t rows, int64_t column,
           int64_t columns)
{
  add_fn *const add = p->dtype == GK_F64   ? add_f64
                      : p->dtype == GK_I32 ? add_i32
                                           : add_f32;
  const int64_t element = number_bytes (p->dtype);
  const char *const a = p->a, *const b = p->b;

  for (int64_t i = 0; i < p->m; i++)
    for (int64_t l = row; l < row + rows; l++)
      add (columns, a + (i * p->lda + l) * element,
           b + (l * p->ldb + column) * element,
           (char *)p->c + (i * p->ldc + column) * element);
}

static void
multiply_blocks (const gk_matmul *p, int64_t rows, int64_t columns)
{
  const int64_t element = number_bytes (p->dtype);

  for (int64_t i = 0; i < p->m; i++)
    memset ((char *)p->c + i * p->ldc * element, 0, (size_t)(p->k * element));
  for (int64_t j = 0; j < p->k; j += columns)
    for (int64_t l = 0; l < p->n; l += rows)
      add_block (p, l, at_most (p->n - l, rows), j,
                 at_most (p->k - j, columns));
}

int
matmul_cpu_order (const gk_host *host, const void *problem, void *state,
                  void *stream)
{
  const gk_matmul p = matmul_row_major (problem);

  (void)host, (void)state, (void)stream;
  multiply_blocks (&p, p.n, p.k);
  return GK_OK;
}

int
matmul_cpu_blocked (const gk_host *host, const void *problem, void *state,
                    void *stream)
{
  const gk_matmul p = matmul_row_major (problem);

  (void)host, (void)state, (void)stream;
  multiply_blocks (&p, BLOCK_ROWS, BLOCK_COLUMNS);
  return GK_OK;
}
