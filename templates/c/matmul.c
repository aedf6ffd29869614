/* SPDX-License-Identifier: BSD-3-Clause
 *
 * @NAME@: a variant of the products C = A * B, square and rectangular, of f32
 * and row-major.
 */
#include <gkhost/matmul.h>

/* One product.  Writes every element of C, but no padding between the end of a
 * row and the beginning of the next. */
static void
multiply (const gk_matmul *p, const float *a, const float *b, float *c)
{
  for (int64_t i = 0; i < p->m; i++) {
    for (int64_t j = 0; j < p->k; j++)
      c[i * p->ldc + j] = 0;
    for (int64_t l = 0; l < p->n; l++)
      for (int64_t j = 0; j < p->k; j++)
        c[i * p->ldc + j] += a[i * p->lda + l] * b[l * p->ldb + j];
  }
}

/* Computes the problem once: all products of its batch. */
static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  const float *a = p->a, *b = p->b;
  float *c = p->c;

  (void)host, (void)state, (void)stream;
  for (int64_t z = 0; z < p->batch; z++)
    multiply (p, a + z * p->stride_a, b + z * p->stride_b,
              c + z * p->stride_c);
  return GK_OK;
}

/* Problems of other types and layouts are skipped. */
#define VARIANT(of)                                                \
  {                                                                \
    .family = of,                                                  \
    .name = "@NAME@",                                              \
    .summary = "adds multiples of the rows of B to each row of C", \
    .device = GK_CPU,                                              \
    .dtypes = GK_BIT (GK_F32),                                     \
    .layouts = GK_BIT (GK_ROW_MAJOR),                              \
    .launch = launch,                                              \
    .problem_size = sizeof (gk_matmul)                             \
  }

/* Both families have the same problem struct. */
static const gk_variant variants[] = {
  VARIANT ("matmul-square"),
  VARIANT ("matmul-rect"),
};

GK_PLUGIN ("@NAME@", "0.1", "a variant of the products", NULL, variants)
