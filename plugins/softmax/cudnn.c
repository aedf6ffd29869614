/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cudnn, the peer of both operations: cudnnSoftmaxForward of NVIDIA's cuDNN,
 * and a layernorm by its graphs (cudnn-norm.c).
 */
#include <config.h>

#include <limits.h>
#include <stdio.h>

#include <gkhost/softmax.h>

#include "cuda/variant.h"
#include "cudnn-library.h"
#include "cudnn-norm.h"

gk_variant softmax_cudnn_variant (void);
gk_variant softmax_cudnn_bf16_variant (void);

/* CUDNN_SOFTMAX_ACCURATE subtracts the greatest element;
 * CUDNN_SOFTMAX_MODE_INSTANCE: a softmax for each of the n images. */
enum { SOFTMAX_ACCURATE = 1, MODE_INSTANCE = 0 };

/* One of the two operations is in use. */
struct peer {
  struct cudnn cudnn;
  void *rows; /* of a softmax */
  struct norm norm;
  char name[32];
};

static int
describe_rows (const gk_host *host, const gk_softmax *p, struct peer *d)
{
  const int status = cudnn_describe (&d->cudnn, p, (int)p->rows, &d->rows);

  if (status == 0)
    return GK_OK;
  host->error (host, "cuDNN rejects these rows with status %d", status);
  return GK_SKIP;
}

static void
cudnn_release (const gk_host *host, void *state)
{
  struct peer *d = state;

  norm_free (&d->norm);
  if (d->rows != NULL)
    d->cudnn.destroy_tensor (d->rows);
  cudnn_close (&d->cudnn);
  host->free (host, d);
}

static int
cudnn_prepare (const gk_host *host, const gk_device *device,
               const void *problem, const gk_value *values, void **state)
{
  const gk_softmax *p = problem;
  struct peer *d;
  int r;

  (void)values;
  if (p->rows > INT_MAX / p->cols) {
    host->error (host, "this peer has up to 2^31 - 1 elements; set fewer rows");
    return GK_SKIP;
  }
  d = host->alloc (host, sizeof *d);
  if (d == NULL)
    return GK_FAIL;
  *d = (struct peer){ 0 };
  r = cudnn_open (host, device, &d->cudnn);
  if (r == GK_OK)
    r = p->op == GK_SOFTMAX_SOFTMAX ? describe_rows (host, p, d)
                                    : norm_make (host, &d->cudnn, p, &d->norm);
  if (r == GK_OK) {
    snprintf (d->name, sizeof d->name, "cuDNN %zu", d->cudnn.version ());
    *state = d;
    return GK_OK;
  }
  cudnn_release (host, d);
  return r;
}

static int
cudnn_launch (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  static const float one = 1, zero = 0;
  const gk_softmax *p = problem;
  const struct peer *d = state;
  const struct cudnn *c = &d->cudnn;
  int status;

  (void)stream; /* prepare gave it to the handle */
  if (p->op == GK_SOFTMAX_SOFTMAX)
    status = c->softmax (c->handle, SOFTMAX_ACCURATE, MODE_INSTANCE, &one,
                         d->rows, p->src, &zero, d->rows, p->dst);
  else
    status = c->execute (c->handle, d->norm.parts[NORM_PLAN],
                         d->norm.parts[NORM_PACK]);
  if (status == 0)
    return GK_OK;
  host->error (host, "cuDNN failed with status %d", status);
  return GK_FAIL;
}

static const char *
cudnn_library (const gk_host *host, void *state)
{
  (void)host;
  return ((struct peer *)state)->name;
}

static gk_variant
make_variant (gk_dtype dtype)
{
  gk_variant v = cuda_variant (cudnn_launch);

  v.flags = GK_PEER;
  v.dtypes = GK_BIT (dtype);
  v.prepare = cudnn_prepare;
  v.release = cudnn_release;
  v.library = cudnn_library;
  return v;
}

gk_variant
softmax_cudnn_variant (void)
{
  return make_variant (GK_F32);
}

/* cuDNN 9.14's results are further off than the rounding of a result that was
 * computed in f32. */
gk_variant
softmax_cudnn_bf16_variant (void)
{
  gk_variant v = make_variant (GK_BF16);

  v.precision = 0x1p-8;
  return v;
}
