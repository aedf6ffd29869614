/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants of matmul-square for the tests, that are wrong by a little: what a
 * tolerance would let pass.
 */
#include <config.h>

#include <math.h>
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

/* A matrix whose lines, rows of A and columns of B, are numbers of either type
 * on a grid each, as an emulation by integers has them: enough bits for numbers
 * that are uniform. */
struct gridded {
  const void *numbers;
  gk_dtype dtype;
  int64_t line, step; /* elements from line to line, and within one */
};

enum { BITS_F32 = 26, BITS_F64 = 55 };

static double
number (const struct gridded *m, int64_t i, int64_t l)
{
  const int64_t at = i * m->line + l * m->step;

  return m->dtype == GK_F32 ? (double)((const float *)m->numbers)[at]
                            : ((const double *)m->numbers)[at];
}

/* The distance of two numbers of a line of n, a power of two. */
static double
grid (const struct gridded *m, int64_t i, int64_t n)
{
  double largest = 0;

  for (int64_t l = 0; l < n; l++)
    largest = fmax (largest, fabs (number (m, i, l)));
  return largest > 0
             ? ldexp (1, ilogb (largest) + 2
                             - (m->dtype == GK_F32 ? BITS_F32 : BITS_F64))
             : 0;
}

static double
dot_gridded (const struct gridded *a, const struct gridded *b, int64_t i,
             int64_t j, int64_t n)
{
  const double of_a = grid (a, i, n), of_b = grid (b, j, n);
  double sum = 0;

  for (int64_t l = 0; of_a > 0 && of_b > 0 && l < n; l++)
    sum += rint (number (a, i, l) / of_a) * rint (number (b, j, l) / of_b);
  return sum * of_a * of_b;
}

static struct gridded
gridded (gk_dtype dtype, const void *numbers, int64_t ld, int by_line)
{
  return (struct gridded){ numbers, dtype, by_line ? ld : 1, by_line ? 1 : ld };
}

static int
on_grid (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  const struct gridded a
      = gridded (p->dtype, p->a, p->lda, p->layout_a == GK_ROW_MAJOR);
  const struct gridded b
      = gridded (p->dtype, p->b, p->ldb, p->layout_b == GK_COL_MAJOR);

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->k; j++) {
      const double sum = dot_gridded (&a, &b, i, j, p->n);

      if (p->dtype == GK_F32)
        ((float *)p->c)[place (p, p->ldc, i, j)] = (float)sum;
      else
        ((double *)p->c)[place (p, p->ldc, i, j)] = sum;
    }
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

#define LAYOUTS                                                                \
  (GK_BIT (GK_ROW_MAJOR) | GK_BIT (GK_COL_MAJOR) | GK_BIT (GK_TN)              \
   | GK_BIT (GK_NT) | GK_BIT (GK_TT))

/* What follows the types are members of it. */
#define VARIANT(f, n, s, d, ...)                                               \
  {                                                                            \
    .family = f, .name = n, .summary = s, .device = GK_CPU, .dtypes = d,       \
    __VA_ARGS__                                                                \
  }

static const gk_variant variants[] = {
  VARIANT ("matmul-square", "shrinks",
           "writes to the problem that it is handed", GK_BIT (GK_I32),
           .launch = shrinks),
  VARIANT ("matmul-square", "off-by-one", "adds one to the last element",
           GK_BIT (GK_I32), .launch = off_by_one),
  VARIANT ("matmul-square", "tf32-like",
           "multiplies eleven bits, and does not say so", GK_BIT (GK_F32),
           .launch = tf32_like),
  VARIANT ("matmul-square", "tf32-declared",
           "multiplies eleven bits, and says so", GK_BIT (GK_F32),
           .launch = tf32_like, .precision = 0x1p-11),
  VARIANT ("matmul-square", "single", "computes f64 in f32", GK_BIT (GK_F64),
           .launch = single),
  VARIANT ("matmul-square", "on-grid",
           "multiplies integers that each row and column is scaled to",
           GK_BIT (GK_F32) | GK_BIT (GK_F64), .launch = on_grid,
           .layouts = LAYOUTS),
  VARIANT ("matmul-square", "on-grid-declared",
           "declares what on-grid does not", GK_BIT (GK_F32) | GK_BIT (GK_F64),
           .launch = on_grid, .layouts = LAYOUTS, .flags = GK_UNIFORM_ONLY),
  VARIANT ("matmul-rect", "on-grid",
           "multiplies integers that each row and column is scaled to",
           GK_BIT (GK_F32) | GK_BIT (GK_F64), .launch = on_grid,
           .layouts = LAYOUTS),
};

GK_PLUGIN ("wrong-matmul", PACKAGE_VERSION,
           "products that are wrong by a little", NULL, variants)
