/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants of matmul-square for the tests, that are wrong by a little: what a
 * tolerance would let pass.
 */
#include <config.h>

#include <stdint.h>
#include <string.h>

#include <gkhost/matmul.h>

/* Where an element of a matrix of this leading dimension lies. */
static int64_t
place (const gk_matmul *p, int64_t ld, int64_t i, int64_t j)
{
  return p->layout_c == GK_ROW_MAJOR ? i * ld + j : i + j * ld;
}

static uint32_t
dot_i32 (const gk_matmul *p, int64_t i, int64_t j)
{
  const uint32_t *a = p->a, *b = p->b;
  uint32_t sum = 0;

  for (int64_t l = 0; l < p->n; l++)
    sum += a[place (p, p->lda, i, l)] * b[place (p, p->ldb, l, j)];
  return sum;
}

/* To the nearest float of eleven bits, the leading one among them. */
static float
tf32 (float x)
{
  uint32_t word;

  memcpy (&word, &x, sizeof word);
  word = (word + 0x1000) & ~UINT32_C (0x1fff);
  memcpy (&x, &word, sizeof x);
  return x;
}

static float
dot_tf32 (const gk_matmul *p, int64_t i, int64_t j)
{
  const float *a = p->a, *b = p->b;
  float sum = 0;

  for (int64_t l = 0; l < p->n; l++)
    sum += tf32 (a[place (p, p->lda, i, l)])
           * tf32 (b[place (p, p->ldb, l, j)]);
  return sum;
}

static float
dot_single (const gk_matmul *p, int64_t i, int64_t j)
{
  const double *a = p->a, *b = p->b;
  float sum = 0;

  for (int64_t l = 0; l < p->n; l++)
    sum += (float)a[place (p, p->lda, i, l)]
           * (float)b[place (p, p->ldb, l, j)];
  return sum;
}

static int
off_by_one (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  uint32_t *c = p->c;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->k; j++)
      c[place (p, p->ldc, i, j)] = dot_i32 (p, i, j);
  c[place (p, p->ldc, p->m - 1, p->k - 1)]++;
  return GK_OK;
}

static int
tf32_like (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  float *c = p->c;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->k; j++)
      c[place (p, p->ldc, i, j)] = dot_tf32 (p, i, j);
  return GK_OK;
}

static int
single (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  double *c = p->c;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->k; j++)
      c[place (p, p->ldc, i, j)] = (double)dot_single (p, i, j);
  return GK_OK;
}

/* Right in one element, and makes the problem as small as that. */
static int
shrinks (const gk_host *host, const void *problem, void *state, void *stream)
{
  gk_matmul *p = (gk_matmul *)(uintptr_t)problem;
  uint32_t *c = p->c;

  (void)host, (void)state, (void)stream;
  p->m = p->n = p->k = 1;
  p->lda = p->ldb = p->ldc = 1;
  *c = dot_i32 (p, 0, 0);
  return GK_OK;
}

static const gk_variant variants[] = {
  { .family = "matmul-square",
    .name = "shrinks",
    .summary = "writes to the problem that it is handed",
    .device = GK_CPU,
    .dtypes = GK_BIT (GK_I32),
    .launch = shrinks },
  { .family = "matmul-square",
    .name = "off-by-one",
    .summary = "adds one to the last element",
    .device = GK_CPU,
    .dtypes = GK_BIT (GK_I32),
    .launch = off_by_one },
  { .family = "matmul-square",
    .name = "tf32-like",
    .summary = "multiplies eleven bits, and does not say so",
    .device = GK_CPU,
    .dtypes = GK_BIT (GK_F32),
    .launch = tf32_like },
  { .family = "matmul-square",
    .name = "tf32-declared",
    .summary = "multiplies eleven bits, and says so",
    .device = GK_CPU,
    .dtypes = GK_BIT (GK_F32),
    .precision = 0x1p-11,
    .launch = tf32_like },
  { .family = "matmul-square",
    .name = "single",
    .summary = "computes f64 in f32",
    .device = GK_CPU,
    .dtypes = GK_BIT (GK_F64),
    .launch = single },
};

GK_PLUGIN ("wrong-matmul", PACKAGE_VERSION,
           "products that are wrong by a little", NULL, variants)
