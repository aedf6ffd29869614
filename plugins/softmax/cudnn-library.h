/* SPDX-License-Identifier: BSD-3-Clause
 *
 * NVIDIA's cuDNN 9, which is loaded at run time: the plugin needs neither its
 * headers nor its library.  The declarations are those of its headers.
 */
#ifndef SOFTMAX_CUDNN_LIBRARY_H
#define SOFTMAX_CUDNN_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#include <gkhost/softmax.h>

/* A type of numbers. */
enum { CUDNN_FLOAT = 0 };

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

/* Returns the type of a problem's numbers. */
int cudnn_type (const gk_softmax *p);
/* Describes so many rows of a problem, as images of cols channels and one
 * pixel. Returns the status; destroy the tensor unless it stays NULL. */
int cudnn_describe (const struct cudnn *d, const gk_softmax *p, int rows,
                    void **tensor);

#endif /* SOFTMAX_CUDNN_LIBRARY_H */
