/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Kernels of the host, in PTX, which the driver compiles for the device: the
 * host builds without CUDA's compiler.  The empty kernels are here; the ones
 * that read the L2 are in cache.c.
 */
#ifndef CUDA_KERNELS_H
#define CUDA_KERNELS_H

#include "device/cuda/driver.h"

/* The first lines of each text, of a version that all usable drivers accept. */
#define CUDA_KERNELS_TEXT                                                      \
  ".version 6.0\n"                                                             \
  ".target sm_50\n"                                                            \
  ".address_size 64\n"

/* Loads a text and finds n functions in it by their names.  On failure nothing
 * is left loaded, and *module is NULL. */
cu_result cuda_kernels_load (cu_module *module,
                             const struct cuda_driver *driver, const char *text,
                             const char *const *names, size_t n,
                             cu_function *functions);
/* *module may be NULL. */
void cuda_kernels_unload (cu_module *module, const struct cuda_driver *driver);

enum { CUDA_EMPTY, CUDA_WAIT, N_CUDA_EMPTIES };

/* Kernels that compute nothing: one returns at once and one waits.  All zero
 * before they are loaded. */
struct cuda_empty {
  cu_module module;
  cu_function function[N_CUDA_EMPTIES];
};

/* Loads them, unless done. */
cu_result cuda_empty_load (struct cuda_empty *e,
                           const struct cuda_driver *driver);
/* Launches one that takes so many seconds; 0: returns at once. */
cu_result cuda_empty_launch (const struct cuda_empty *e,
                             const struct cuda_driver *driver, cu_stream stream,
                             double seconds);
void cuda_empty_unload (struct cuda_empty *e, const struct cuda_driver *driver);

#endif
