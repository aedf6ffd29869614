/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cuBLAS's own emulation of f64 (from 13.1 on).  The strategy is EAGER: emulate
 * wherever possible; by default cuBLAS emulates where it expects a gain.  Its
 * emulation of f32 by bf16 does not exist on Hopper, where cuBLAS silently
 * computes as usual.
 */
#include <config.h>

#include <stddef.h>

#include "cublas-peer.h"

gk_variant matmul_cublas_emulated_variant (void);

/* CUBLAS_EMULATION_STRATEGY_EAGER. */
enum { EAGER = 2 };

typedef int set_strategy_fn (void *handle, int strategy);

/* The workspace for planes of A and B and their products.  With less cuBLAS
 * does not emulate. */
static size_t
workspace_of (const struct cublas_product *p)
{
  const double in = (double)p->inner * (double)(p->rows + p->cols);
  const double out = (double)p->rows * (double)p->cols;

  return (size_t)(16 * in + 16 * out) + ((size_t)64 << 20);
}

static int
set_eager (const gk_host *host, const cublas *blas)
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
cublas_emulated_setup (const gk_host *host, const gk_device *device,
                       const void *problem, struct cublas_peer *s)
{
  int r = cublas_product_emulate (host, problem, &s->product);

  (void)device;
  if (r == GK_OK)
    r = cublas_open (host, &s->blas);
  if (r == GK_OK)
    r = set_eager (host, s->blas);
  if (r == GK_OK)
    r = cublas_allocate_workspace (host, workspace_of (&s->product), s->blas);
  if (r == GK_OK)
    cublas_set_settings (s->blas, s->product.math, "eager, algorithm default");
  return r;
}

static int
cublas_emulated_prepare (const gk_host *host, const gk_device *device,
                         const void *problem, const gk_value *values,
                         void **state)
{
  (void)values;
  return cublas_peer_make (host, device, problem, cublas_emulated_setup, state);
}

gk_variant
matmul_cublas_emulated_variant (void)
{
  gk_variant v = cublas_peer_variant (cublas_emulated_prepare);

  v.dtypes = GK_BIT (GK_F64);
  v.problem_size = sizeof (gk_matmul);
  v.forms = GK_MATMUL_TYPES;
  /* Measured: one product loses more than half a last place. */
  v.precision = 0x1p-52;
  return v;
}
