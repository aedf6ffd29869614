/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Kernels of the host's own, as text that the driver compiles for the device
 * that there is: this host is built without CUDA's compiler.
 */
#ifndef CUDA_KERNELS_H
#define CUDA_KERNELS_H

#include "device/cuda/driver.h"

/* What their text begins with: old enough a version for each driver that has
 * all else that the host calls. */
#define CUDA_KERNELS_TEXT                                                      \
  ".version 6.0\n"                                                             \
  ".target sm_50\n"                                                            \
  ".address_size 64\n"

/* Loads a text and finds n functions in it by their names.  Where it fails
 * nothing is left loaded, and *module is NULL. */
cu_result cuda_kernels_load (cu_module *module,
                             const struct cuda_driver *driver, const char *text,
                             const char *const *names, size_t n,
                             cu_function *functions);
/* Takes NULL, too. */
void cuda_kernels_unload (cu_module *module, const struct cuda_driver *driver);

enum { CUDA_EMPTY, CUDA_WAIT, N_CUDA_EMPTIES };

/* All zero before it is loaded. */
struct cuda_empty {
  cu_module module;
  cu_function function[N_CUDA_EMPTIES];
};

/* Loads it where it is not yet. */
cu_result cuda_empty_load (struct cuda_empty *e,
                           const struct cuda_driver *driver);
cu_result cuda_empty_launch (const struct cuda_empty *e,
                             const struct cuda_driver *driver, cu_stream stream,
                             double seconds);
void cuda_empty_unload (struct cuda_empty *e, const struct cuda_driver *driver);

#endif
