/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the plugins of plain kernels (cuda-plain*.cu) have in common.
 */
#ifndef CUDA_PLAIN_H
#define CUDA_PLAIN_H

#include <stdint.h>

#include <gkhost/plugin.h>

static inline int
launched (const gk_host *host)
{
  const cudaError_t error = cudaGetLastError ();

  if (error == cudaSuccess)
    return GK_OK;
  host->error (host, "%s", cudaGetErrorString (error));
  return GK_FAIL;
}

/* Takes memory for what a launch leaves for the next one; it is the state. */
static inline int
take_room (const gk_host *host, int64_t bytes, void **state)
{
  *state = host->workspace (host, (size_t)bytes);
  return *state != NULL ? GK_OK : GK_SKIP;
}

typedef int prepare_function (const gk_host *, const gk_device *, const void *,
                              const gk_value *, void **);
typedef int launch_function (const gk_host *, const void *, void *, void *);

static inline gk_variant
plain (const char *family, const char *name, prepare_function *prepare,
       launch_function *launch)
{
  gk_variant v = {};

  v.family = family;
  v.name = name;
  v.summary = "as an article has it";
  v.device = GK_CUDA;
  v.prepare = prepare;
  v.launch = launch;
  return v;
}

#endif /* CUDA_PLAIN_H */
