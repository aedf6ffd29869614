/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The end of each CPU variant with sums of its own: alpha, beta C and the bias,
 * and the rounding to C's type.
 */
#include <config.h>

#include <string.h>

#include "cpu.h"
#include "matmul/clones.h"
#include "matmul/number.h"

/* Numbers that are stored at a time. */
enum { STORED = 256 };

MATMUL_CLONES static void
scale_floats (float alpha, const float *sums, int n, float *out)
{
#pragma omp simd
  for (int s = 0; s < n; s++)
    out[s] = alpha * sums[s];
}

MATMUL_CLONES static void
add_floats (float beta, const float *from, int n, float *out)
{
#pragma omp simd
  for (int s = 0; s < n; s++)
    out[s] += beta * from[s];
}

/* Of f64 an element of C is stored before its old value could be needed
 * again. */
MATMUL_CLONES static void
store_doubles (const gk_matmul *p, const double *sums, const double *bias,
               int n, double *c)
{
  const double alpha = p->alpha, beta = p->beta;

  for (int s = 0; s < n; s++)
    c[s] = alpha * sums[s] + (beta != 0 ? beta * c[s] : 0)
           + (bias != NULL ? bias[s] : 0);
}

static void
store_floats (const gk_matmul *p, const float *sums, const void *bias, int n,
              void *c)
{
  float out[STORED], room[STORED];

  scale_floats ((float)p->alpha, sums, n, out);
  if (p->beta != 0)
    add_floats ((float)p->beta, number_floats (p->dtype_c, c, n, room), n, out);
  if (bias != NULL)
    add_floats (1, number_floats (p->dtype_c, bias, n, room), n, out);
  if (p->dtype_c == GK_F32)
    memcpy (c, out, (size_t)n * sizeof *out);
  else
    number_of_floats (p->dtype_c, out, n, c);
}

void
matmul_cpu_store (const gk_matmul *p, const void *sums, int64_t i, int64_t j,
                  int n)
{
  const size_t element = number_bytes (p->dtype_c);
  const size_t word = p->dtype_c == GK_F64 ? sizeof (double) : sizeof (float);
  char *c = (char *)p->c + (size_t)(i * p->ldc + j) * element;
  const char *bias
      = p->bias == NULL ? NULL : (const char *)p->bias + (size_t)j * element;
  const char *from = sums;

  for (int s = 0; s < n; s += STORED) {
    const int part = n - s < STORED ? n - s : STORED;
    const void *of_bias = bias == NULL ? NULL : bias + (size_t)s * element;
    const void *of_sums = from + (size_t)s * word;
    void *to = c + (size_t)s * element;

    if (p->dtype_c == GK_F64)
      store_doubles (p, of_sums, of_bias, part, to);
    else
      store_floats (p, of_sums, of_bias, part, to);
  }
}
