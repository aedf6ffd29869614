/* SPDX-License-Identifier: BSD-3-Clause
 *
 * NVIDIA's cuDNN 9, which is loaded at run time: the plugin needs neither its
 * headers nor its library.  The declarations are those of its headers.
 */
#ifndef SOFTMAX_CUDNN_LIBRARY_H
#define SOFTMAX_CUDNN_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#include <gkhost/plugin.h>

/* The types of numbers, and an order of a tensor's sizes. */
enum { CUDNN_FLOAT = 0, CUDNN_BFLOAT16 = 9 };
enum { TENSOR_NCHW = 0 };

/* The functions that are called.  A status is 0 on success; handles and
 * descriptors are opaque. */
struct cudnn {
  void *library, *handle;
  size_t (*version) (void);
  int (*create) (void **handle);
  int (*destroy) (void *handle);
  int (*set_stream) (void *handle, void *stream);

  int (*create_tensor) (void **tensor);
  int (*destroy_tensor) (void *tensor);
  int (*set_tensor) (void *tensor, int format, int type, int n, int c, int h,
                     int w);
  int (*fill) (void *handle, void *tensor, void *y, const void *value);
  int (*softmax) (void *handle, int algorithm, int mode, const void *alpha,
                  const void *x_tensor, const void *x, const void *beta,
                  const void *y_tensor, void *y);

  int (*make) (int type, void **descriptor);
  int (*unmake) (void *descriptor);
  int (*set) (void *descriptor, int attribute, int type, int64_t count,
              const void *values);
  int (*get) (void *descriptor, int attribute, int type, int64_t room,
              int64_t *count, void *values);
  int (*finalize) (void *descriptor);
  int (*execute) (void *handle, void *plan, void *pack);
};

/* Opens the library, finds its functions and makes a handle for the
 * stream of launches.  GK_SKIP, after a
 * message, if that fails.  In any case call cudnn_close behind it. */
int cudnn_open (const gk_host *host, const gk_device *device, struct cudnn *d);
void cudnn_close (struct cudnn *d);

#endif /* SOFTMAX_CUDNN_LIBRARY_H */
