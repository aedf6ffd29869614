/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cuBLAS's own emulation of f64 (from 13.1 on).  It is asked to emulate
 * wherever it can: by itself it does where it deems that faster.  That of f32,
 * by bf16, it has not on Hopper, where it quietly computes as ever.
 */
#include <config.h>

#include <stddef.h>

#include "cublas/cublas.h"
#include "cuda/variant.h"
#include "options.h"

gk_variant matmul_cublas_emulated_variant (void);

/* CUBLAS_EMULATION_STRATEGY_EAGER. */
enum { EAGER = 2 };

typedef int set_strategy_fn (void *handle, int strategy);

struct state {
  cublas *blas;
  struct cublas_product product;
};

/* For planes of A and B and their products; with less it does not emulate. */
static size_t
workspace_of (const struct cublas_product *p)
{
  const double in = (double)p->inner * (double)(p->rows + p->cols);
  const double out = (double)p->rows * (double)p->cols;

  return (size_t)(16 * in + 16 * out) + ((size_t)64 << 20);
}

static int
be_eager (const gk_host *host, const cublas *blas)
{
  static const struct cublas_symbol symbol
      = { "cublasSetEmulationStrategy", 0 };
  set_strategy_fn *set_strategy = NULL;

  if (!cublas_find (host, blas, &symbol, 1, &set_strategy))
    return GK_SKIP;
  if (set_strategy (cublas_handle (blas), EAGER) == 0)
    return GK_OK;
  host->error (host, "this cuBLAS does not emulate on this GPU");
  return GK_SKIP;
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  struct state *s = host->alloc (host, sizeof *s);
  int r;

  (void)device;
  (void)values;
  if (s == NULL)
    return GK_FAIL;
  s->blas = NULL;
  r = cublas_product_emulate (host, problem, &s->product);
  if (r == GK_OK)
    r = cublas_open (host, &s->blas);
  if (r == GK_OK)
    r = be_eager (host, s->blas);
  if (r == GK_OK)
    r = cublas_take_workspace (host, workspace_of (&s->product), s->blas);
  if (r != GK_OK) {
    cublas_close (host, s->blas);
    host->free (host, s);
    return r;
  }
  cublas_set_settings (s->blas, s->product.math, "eager, algorithm default");
  *state = s;
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const struct state *s = state;

  (void)problem;
  return cublas_matmul (host, s->blas, stream, &s->product);
}

static void
release (const gk_host *host, void *state)
{
  struct state *s = state;

  cublas_close (host, s->blas);
  host->free (host, s);
}

static const char *
library (const gk_host *host, void *state)
{
  const struct state *s = state;

  return cublas_library (host, s->blas);
}

gk_variant
matmul_cublas_emulated_variant (void)
{
  gk_variant v = cuda_variant (
      "cublas-emulated",
      "cuBLAS's own emulation of f64, by fixed-point numbers", launch);

  v.flags = GK_PEER;
  /* Seen: of one product it loses more than half a last place. */
  v.precision = 0x1p-52;
  v.dtypes = GK_BIT (GK_F64);
  v.layouts = MATMUL_LAYOUTS;
  v.prepare = prepare;
  v.release = release;
  v.library = library;
  return v;
}
