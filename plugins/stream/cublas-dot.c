/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cublas-dot, the peer of a dot: cublasSdot and cublasDdot, with the pointer
 * mode in which the result is stored on the device, so that no launch waits for
 * the host.
 */
#include <config.h>

#include <limits.h>
#include <stddef.h>

#include <gkhost/stream.h>

#include "cublas/cublas.h"
#include "cuda/variant.h"

gk_variant stream_cublas_dot_variant (void);

/* Of the library's documented interface: CUBLAS_POINTER_MODE_DEVICE, and its
 * functions, those with 64-bit integers by other names. */
enum { POINTER_MODE_DEVICE = 1 };

typedef int set_pointer_mode_fn (void *handle, int mode);
typedef int dot_fn (void *handle, int n, const void *x, int incx, const void *y,
                    int incy, void *result);
typedef int dot_64_fn (void *handle, int64_t n, const void *x, int64_t incx,
                       const void *y, int64_t incy, void *result);

struct cublas_dot {
  cublas *blas;
  set_pointer_mode_fn *set_pointer_mode;
  dot_fn *dot; /* NULL where n takes 64 bits */
  dot_64_fn *dot_64;
};

static bool
find_functions (const gk_host *host, const gk_stream *p, struct cublas_dot *d)
{
  const bool f64 = p->dtype == GK_F64, large = p->n > INT_MAX;
  const struct cublas_symbol wanted[] = {
    { "cublasSetPointerMode_v2",
      offsetof (struct cublas_dot, set_pointer_mode) },
    { large ? (f64 ? "cublasDdot_v2_64" : "cublasSdot_v2_64")
            : (f64 ? "cublasDdot_v2" : "cublasSdot_v2"),
      large ? offsetof (struct cublas_dot, dot_64)
            : offsetof (struct cublas_dot, dot) },
  };

  return cublas_find (host, d->blas, wanted, GK_COUNT (wanted), d);
}

static int
cublas_dot_prepare (const gk_host *host, const gk_device *device,
                    const void *problem, const gk_value *values, void **state)
{
  const gk_stream *p = problem;
  struct cublas_dot *d;
  int r;

  (void)values;
  if (p->op != GK_STREAM_DOT) {
    host->error (host, "this peer is a dot alone; set op = dot");
    return GK_SKIP;
  }
  d = host->alloc (host, sizeof *d);
  if (d == NULL)
    return GK_FAIL;
  *d = (struct cublas_dot){ 0 };
  r = cublas_open (host, &d->blas);
  if (r == GK_OK && !find_functions (host, p, d))
    r = GK_SKIP;
  if (r == GK_OK)
    r = cublas_allocate_workspace (host, cublas_workspace_of (device), d->blas);
  if (r == GK_OK
      && d->set_pointer_mode (cublas_handle (d->blas), POINTER_MODE_DEVICE)
             != 0) {
    host->error (host, "cuBLAS rejects results on the device");
    r = GK_SKIP;
  }
  if (r == GK_OK) {
    *state = d;
    return GK_OK;
  }
  cublas_close (host, d->blas);
  host->free (host, d);
  return r;
}

static int
cublas_dot_launch (const gk_host *host, const void *problem, void *state,
                   void *stream)
{
  const gk_stream *p = problem;
  const struct cublas_dot *d = state;
  const int r = cublas_use_stream (host, d->blas, stream);
  int status;

  if (r != GK_OK)
    return r;
  status = d->dot != NULL ? d->dot (cublas_handle (d->blas), (int)p->n, p->x, 1,
                                    p->y, 1, p->dst)
                          : d->dot_64 (cublas_handle (d->blas), p->n, p->x, 1,
                                       p->y, 1, p->dst);
  if (status == 0)
    return GK_OK;
  host->error (host, "cuBLAS dot failed with status %d", status);
  return GK_FAIL;
}

static const char *
cublas_dot_library (const gk_host *host, void *state)
{
  return cublas_library (host, ((struct cublas_dot *)state)->blas);
}

static void
cublas_dot_release (const gk_host *host, void *state)
{
  cublas_close (host, ((struct cublas_dot *)state)->blas);
  host->free (host, state);
}

gk_variant
stream_cublas_dot_variant (void)
{
  gk_variant v = cuda_variant (cublas_dot_launch);

  v.flags = GK_PEER;
  v.dtypes = GK_BIT (GK_F32) | GK_BIT (GK_F64);
  v.prepare = cublas_dot_prepare;
  v.release = cublas_dot_release;
  v.library = cublas_dot_library;
  return v;
}
