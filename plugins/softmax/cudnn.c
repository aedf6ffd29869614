/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cudnn, the peer of a softmax: cudnnSoftmaxForward of NVIDIA's cuDNN, which is
 * loaded at run time: the plugin needs neither its headers nor its library. Its
 * declarations here are those of the headers of cuDNN 9.
 */
#include <config.h>

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include <gkhost/softmax.h>

#include "cuda/variant.h"

gk_variant softmax_cudnn_variant (void);
gk_variant softmax_cudnn_bf16_variant (void);

/* CUDNN_SOFTMAX_ACCURATE subtracts the greatest element;
 * CUDNN_SOFTMAX_MODE_INSTANCE: a softmax for each of the n images. */
enum { SOFTMAX_ACCURATE = 1, MODE_INSTANCE = 0 };
enum { TENSOR_NCHW = 0, DATA_FLOAT = 0, DATA_BFLOAT16 = 9 };

/* A status is 0 on success; handles and descriptors are opaque. */
struct cudnn {
  void *library, *handle, *rows;
  char name[32];
  size_t (*version) (void);
  int (*create) (void **handle);
  int (*destroy) (void *handle);
  int (*set_stream) (void *handle, void *stream);
  int (*create_tensor) (void **tensor);
  int (*destroy_tensor) (void *tensor);
  int (*set_tensor) (void *tensor, int format, int type, int n, int c, int h,
                     int w);
  int (*softmax) (void *handle, int algorithm, int mode, const void *alpha,
                  const void *x_tensor, const void *x, const void *beta,
                  const void *y_tensor, void *y);
};

static const struct {
  const char *name;
  size_t slot;
} functions[] = {
  { "cudnnGetVersion", offsetof (struct cudnn, version) },
  { "cudnnCreate", offsetof (struct cudnn, create) },
  { "cudnnDestroy", offsetof (struct cudnn, destroy) },
  { "cudnnSetStream", offsetof (struct cudnn, set_stream) },
  { "cudnnCreateTensorDescriptor", offsetof (struct cudnn, create_tensor) },
  { "cudnnDestroyTensorDescriptor", offsetof (struct cudnn, destroy_tensor) },
  { "cudnnSetTensor4dDescriptor", offsetof (struct cudnn, set_tensor) },
  { "cudnnSoftmaxForward", offsetof (struct cudnn, softmax) },
};

/* Opens the library and finds its functions.  GK_SKIP, after a message, if that
 * fails.  It stays loaded, as a library that has used the device must. */
static int
open_cudnn (const gk_host *host, struct cudnn *d)
{
  d->library = dlopen ("libcudnn.so.9", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (d->library == NULL) {
    host->error (host, "cuDNN 9 can't be opened (%s); install it", dlerror ());
    return GK_SKIP;
  }
  for (size_t i = 0; i < GK_COUNT (functions); i++) {
    void *address = dlsym (d->library, functions[i].name);

    if (address == NULL) {
      host->error (host, "libcudnn.so.9 has no %s", functions[i].name);
      return GK_SKIP;
    }
    memcpy ((char *)d + functions[i].slot, &address, sizeof address);
  }
  return GK_OK;
}

static void
close_cudnn (struct cudnn *d)
{
  if (d->rows != NULL)
    d->destroy_tensor (d->rows);
  if (d->handle != NULL)
    d->destroy (d->handle);
  if (d->library != NULL)
    dlclose (d->library);
}

static int
describe_rows (const gk_host *host, const gk_softmax *p, struct cudnn *d)
{
  const int type = p->dtype == GK_F32 ? DATA_FLOAT : DATA_BFLOAT16;
  int status = d->create (&d->handle);

  if (status == 0)
    status = d->create_tensor (&d->rows);
  if (status == 0)
    status = d->set_tensor (d->rows, TENSOR_NCHW, type, (int)p->rows,
                            (int)p->cols, 1, 1);
  if (status == 0)
    return GK_OK;
  host->error (host, "cuDNN rejects these rows with status %d", status);
  return GK_SKIP;
}

static int
cudnn_prepare (const gk_host *host, const gk_device *device,
               const void *problem, const gk_value *values, void **state)
{
  const gk_softmax *p = problem;
  struct cudnn *d;
  int r;

  (void)device, (void)values;
  if (p->op != GK_SOFTMAX_SOFTMAX || p->rows > INT_MAX / p->cols) {
    host->error (host, "this peer is a softmax of up to 2^31 - 1 elements; set "
                       "op = softmax, or fewer rows");
    return GK_SKIP;
  }
  d = host->alloc (host, sizeof *d);
  if (d == NULL)
    return GK_FAIL;
  *d = (struct cudnn){ 0 };
  r = open_cudnn (host, d);
  if (r == GK_OK)
    r = describe_rows (host, p, d);
  if (r == GK_OK) {
    snprintf (d->name, sizeof d->name, "cuDNN %zu", d->version ());
    *state = d;
    return GK_OK;
  }
  close_cudnn (d);
  host->free (host, d);
  return r;
}

static int
cudnn_launch (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  static const float one = 1, zero = 0;
  const gk_softmax *p = problem;
  const struct cudnn *d = state;
  int status = d->set_stream (d->handle, stream);

  if (status == 0)
    status = d->softmax (d->handle, SOFTMAX_ACCURATE, MODE_INSTANCE, &one,
                         d->rows, p->src, &zero, d->rows, p->dst);
  if (status == 0)
    return GK_OK;
  host->error (host, "cudnnSoftmaxForward failed with status %d", status);
  return GK_FAIL;
}

static void
cudnn_release (const gk_host *host, void *state)
{
  close_cudnn (state);
  host->free (host, state);
}

static const char *
cudnn_library (const gk_host *host, void *state)
{
  (void)host;
  return ((struct cudnn *)state)->name;
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
