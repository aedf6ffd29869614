/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over cublas: the library chooses one of its algorithms by sizes and layouts.
 * Here prepare times all that there is time for, and the fastest runs.
 *
 * The library multiplies floats of 8 bits in two ways.  Hopper's tensor cores
 * keep some 14 bits of their sums: cublas-fp8 has them moved to sums of f32 at
 * intervals, cublas-fp8-fast never.  Both apply scales; those of blocks only
 * the first.
 */
#include <config.h>

#include <stdio.h>

#include "cublas/choose.h"
#include "cuda/variant.h"
#include "matmul/options.h"

gk_variant matmul_cublas_tuned_variant (void);
gk_variant matmul_cublas_fp8_variant (void);
gk_variant matmul_cublas_fp8_fast_variant (void);

/* cublas_product_make or a function like it. */
typedef int make_product_fn (const gk_host *host, const gk_matmul *problem,
                             struct cublas_product *product);

struct cublas_tuned_state {
  cublas *blas;
  cublas_lt *lt;
  struct cublas_product product;
  struct cublas_choice choice;
};

static void
cublas_tuned_release (const gk_host *host, void *state)
{
  struct cublas_tuned_state *s = state;

  cublas_lt_close (host, s->lt);
  cublas_close (host, s->blas);
  host->free (host, s);
}

static void
log_choice (const struct cublas_tuned_state *s)
{
  char text[200];
  const size_t n
      = cublas_lt_describe (s->lt, &s->choice.algorithm, text, sizeof text);

  snprintf (text + n, sizeof text - n, ", the fastest of %d", s->choice.timed);
  cublas_set_settings (s->blas, s->product.math, text);
}

static int
prepare_tuned (const gk_host *host, const gk_device *device,
               const void *problem, make_product_fn *make_product, void **state)
{
  const gk_matmul *p = problem;
  struct cublas_tuned_state *s;
  int r;

  if (p->groups > 0) {
    host->error (host, "cuBLASLt has no groups; cublas has those of f16, bf16, "
                       "tf32, f32 and f64, and neither has floats of 8 bits");
    return GK_SKIP;
  }
  s = host->alloc (host, sizeof *s);
  if (s == NULL)
    return GK_FAIL;
  s->blas = NULL;
  s->lt = NULL;
  r = make_product (host, problem, &s->product);
  if (r == GK_OK)
    r = cublas_open (host, &s->blas);
  if (r == GK_OK)
    r = cublas_allocate_workspace (host, cublas_workspace_of (device), s->blas);
  if (r == GK_OK)
    r = cublas_lt_open (host, s->blas, &s->product, &s->lt);
  if (r == GK_OK)
    r = cublas_choose (host, device, s->lt, &s->product, &s->choice);
  if (r != GK_OK) {
    cublas_tuned_release (host, s);
    return r;
  }
  log_choice (s);
  *state = s;
  return GK_OK;
}

static int
cublas_tuned_launch (const gk_host *host, const void *problem, void *state,
                     void *stream)
{
  const struct cublas_tuned_state *s = state;
  const struct operand_set at = cublas_product_addresses (&s->product);
  const int status = cublas_lt_run (s->lt, &s->choice.algorithm, &at, stream);

  (void)problem;
  if (status == 0)
    return GK_OK;
  host->error (host, "cublasLtMatmul failed with status %d", status);
  return GK_FAIL;
}

static const char *
cublas_tuned_library (const gk_host *host, void *state)
{
  const struct cublas_tuned_state *s = state;

  return cublas_library (host, s->blas);
}

static int
cublas_tuned_prepare (const gk_host *host, const gk_device *device,
                      const void *problem, const gk_value *values, void **state)
{
  (void)values;
  return prepare_tuned (host, device, problem, cublas_product_make, state);
}

static int
cublas_fp8_prepare (const gk_host *host, const gk_device *device,
                    const void *problem, const gk_value *values, void **state)
{
  (void)values;
  return prepare_tuned (host, device, problem, cublas_product_make_fp8, state);
}

static int
cublas_fp8_fast_prepare (const gk_host *host, const gk_device *device,
                         const void *problem, const gk_value *values,
                         void **state)
{
  (void)values;
  return prepare_tuned (host, device, problem, cublas_product_make_fp8_fast,
                        state);
}

static gk_variant
tuned_variant (int (*prepare) (const gk_host *, const gk_device *, const void *,
                               const gk_value *, void **))
{
  gk_variant v = cuda_variant (cublas_tuned_launch);

  v.flags = GK_PEER;
  v.layouts = MATMUL_LAYOUTS;
  v.prepare = prepare;
  v.release = cublas_tuned_release;
  v.library = cublas_tuned_library;
  v.problem_size = sizeof (gk_matmul);
  v.forms
      = GK_MATMUL_TYPES | GK_MATMUL_BATCH | GK_MATMUL_UPDATE | GK_MATMUL_GROUPS;
  return v;
}

gk_variant
matmul_cublas_tuned_variant (void)
{
  gk_variant v = tuned_variant (cublas_tuned_prepare);

  v.dtypes = MATMUL_CUBLAS_DTYPES;
  return v;
}

static gk_variant
fp8_variant (double precision,
             int (*prepare) (const gk_host *, const gk_device *, const void *,
                             const gk_value *, void **))
{
  gk_variant v = tuned_variant (prepare);

  v.dtypes = MATMUL_BYTE_DTYPES;
  v.forms |= GK_MATMUL_SCALES;
  v.precision = precision;
  v.capability = 89;
  return v;
}

/* The precisions are those of the rungs fp8 and fp8-fast (README.md, "Floats of
 * 8 bits"). */
gk_variant
matmul_cublas_fp8_variant (void)
{
  return fp8_variant (0x1.8p-13, cublas_fp8_prepare);
}

gk_variant
matmul_cublas_fp8_fast_variant (void)
{
  return fp8_variant (0x1p-8, cublas_fp8_fast_prepare);
}
