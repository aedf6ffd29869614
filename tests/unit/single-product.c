/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "matmul/check/problem.h"
#include "single-product.h"
#include "tests/unit/unit.h"

/* A buffer of f64 in f32, padding included. */
static float *
narrow (const struct product *p, int buffer, const double *from)
{
  const size_t n = p->setup.buffers[buffer].bytes / sizeof *from;
  float *to = fake_host_memory (n * sizeof *to);

  for (size_t i = 0; i < n; i++)
    to[i] = (float)from[i];
  return to;
}

void
product_compute_single (struct product *p)
{
  float *a = narrow (p, MATMUL_A, p->problem->a);
  float *b = narrow (p, MATMUL_B, p->problem->b);
  float *c = fake_host_memory (product_bytes (p) / 2);
  gk_matmul q = *p->problem;

  q.dtype = q.dtype_b = q.dtype_c = GK_F32;
  q.a = a;
  q.b = b;
  q.c = c;
  product_launch (p, &q);
  for (int64_t i = 0; i < q.m; i++)
    for (int64_t j = 0; j < q.k; j++) {
      double *at = product_at (p, i, j);
      const char *first = p->problem->c;

      *at = (double)c[(size_t)((char *)at - first) / sizeof *at];
    }
  free (a);
  free (b);
  free (c);
}
