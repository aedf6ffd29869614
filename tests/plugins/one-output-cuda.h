/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What writes the output of such a family on a device.
 */
#ifndef ONE_OUTPUT_CUDA_H
#define ONE_OUTPUT_CUDA_H

#include <dlfcn.h>
#include <stddef.h>

#include "one-output.h"

/* Enqueues ones to the first bytes of it. */
static inline int
enqueue_ones (const struct problem *p, size_t bytes, void *stream)
{
  union {
    void *object;
    int (*call) (void *, unsigned char, size_t, void *);
  } fill = { dlsym (dlopen ("libcuda.so.1", RTLD_NOW), "cuMemsetD8Async") };

  return fill.call (p->out, 1, bytes, stream) == 0 ? GK_OK : GK_FAIL;
}

#endif
