/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Opens cuDNN.
 */
#include <config.h>

#include <dlfcn.h>
#include <string.h>

#include "cudnn-library.h"

enum { BFLOAT16 = 9 };
/* An order of a tensor's sizes. */
enum { TENSOR_NCHW = 0 };

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
  { "cudnnSetTensor", offsetof (struct cudnn, fill) },
  { "cudnnSoftmaxForward", offsetof (struct cudnn, softmax) },
  { "cudnnBackendCreateDescriptor", offsetof (struct cudnn, make) },
  { "cudnnBackendDestroyDescriptor", offsetof (struct cudnn, unmake) },
  { "cudnnBackendSetAttribute", offsetof (struct cudnn, set) },
  { "cudnnBackendGetAttribute", offsetof (struct cudnn, get) },
  { "cudnnBackendFinalize", offsetof (struct cudnn, finalize) },
  { "cudnnBackendExecute", offsetof (struct cudnn, execute) },
};

int
cudnn_open (const gk_host *host, const gk_device *device, struct cudnn *d)
{
  int status;

  *d = (struct cudnn){ 0 };
  /* It stays loaded, as a library that has used the device must. */
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
  status = d->create (&d->handle);
  if (status == 0)
    status = d->set_stream (d->handle, device->stream);
  if (status == 0)
    return GK_OK;
  host->error (host, "cuDNN can't be used (status %d)", status);
  return GK_SKIP;
}

void
cudnn_close (struct cudnn *d)
{
  if (d->handle != NULL)
    d->destroy (d->handle);
  if (d->library != NULL)
    dlclose (d->library);
}

int
cudnn_type (const gk_softmax *p)
{
  return p->dtype == GK_F32 ? CUDNN_FLOAT : BFLOAT16;
}

int
cudnn_describe (const struct cudnn *d, const gk_softmax *p, int rows,
                void **tensor)
{
  const int status = d->create_tensor (tensor);

  return status == 0 ? d->set_tensor (*tensor, TENSOR_NCHW, cudnn_type (p),
                                      rows, (int)p->cols, 1, 1)
                     : status;
}
