/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cuBLAS as a variant: the peer on the GPU.  In f64 it uses the tensor cores,
 * which multiply twice as fast as the units that plain CUDA code reaches.
 */
#include <config.h>

#include "cublas-peer.h"
#include "matmul/options.h"

gk_variant matmul_cublas_variant (void);

static void
cublas_peer_release (const gk_host *host, void *state)
{
  struct cublas_peer *s = state;

  cublas_groups_free (host, s->groups);
  cublas_close (host, s->blas);
  host->free (host, s);
}

int
cublas_peer_make (const gk_host *host, const gk_device *device,
                  const void *problem,
                  int (*set) (const gk_host *host, const gk_device *device,
                              const void *problem, struct cublas_peer *to),
                  void **state)
{
  struct cublas_peer *s = host->alloc (host, sizeof *s);
  int r;

  if (s == NULL)
    return GK_FAIL;
  *s = (struct cublas_peer){ .blas = NULL };
  r = set (host, device, problem, s);
  if (r == GK_OK)
    *state = s;
  else
    cublas_peer_release (host, s);
  return r;
}

static int
cublas_peer_launch (const gk_host *host, const void *problem, void *state,
                    void *stream)
{
  const struct cublas_peer *s = state;

  (void)problem;
  return s->groups != NULL
             ? cublas_groups_multiply (host, s->blas, stream, s->groups)
             : cublas_matmul (host, s->blas, stream, &s->product);
}

static const char *
cublas_peer_library (const gk_host *host, void *state)
{
  const struct cublas_peer *s = state;

  return cublas_library (host, s->blas);
}

gk_variant
cublas_peer_variant (int (*prepare) (const gk_host *, const gk_device *,
                                     const void *, const gk_value *, void **))
{
  gk_variant v = cuda_variant (cublas_peer_launch);

  v.flags = GK_PEER;
  v.layouts = MATMUL_LAYOUTS;
  v.problem_size = sizeof (gk_matmul);
  v.forms = GK_MATMUL_TYPES | GK_MATMUL_BATCH | GK_MATMUL_UPDATE;
  v.prepare = prepare;
  v.release = cublas_peer_release;
  v.library = cublas_peer_library;
  return v;
}

static int
cublas_peer_setup (const gk_host *host, const gk_device *device,
                   const void *problem, struct cublas_peer *s)
{
  const gk_matmul *p = problem;
  int r = cublas_product_make (host, problem, &s->product);

  if (r == GK_OK && s->product.bias != NULL) {
    host->error (host, "cuBLAS's gemm has no bias; cublas-tuned, which calls "
                       "cuBLASLt, has");
    r = GK_SKIP;
  }
  if (r == GK_OK)
    r = cublas_open (host, &s->blas);
  if (r == GK_OK)
    r = cublas_allocate_workspace (host, cublas_workspace_of (device), s->blas);
  if (r == GK_OK && p->groups > 0)
    r = cublas_groups_make (host, device, p, s->blas, &s->groups);
  if (r == GK_OK)
    cublas_set_settings (s->blas, s->product.math, "algorithm default");
  return r;
}

static int
cublas_peer_prepare (const gk_host *host, const gk_device *device,
                     const void *problem, const gk_value *values, void **state)
{
  (void)values;
  return cublas_peer_make (host, device, problem, cublas_peer_setup, state);
}

gk_variant
matmul_cublas_variant (void)
{
  gk_variant v = cublas_peer_variant (cublas_peer_prepare);

  v.dtypes = MATMUL_CUBLAS_DTYPES;
  v.forms |= GK_MATMUL_GROUPS;
  return v;
}
