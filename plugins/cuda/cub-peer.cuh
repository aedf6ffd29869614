/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What peers made of NVIDIA's CUB have in common: memory that CUB asks for, and
 * its version.  Each is a plugin of its own, since CUB needs the C++ library
 * and takes long to compile.
 */
#ifndef CUDA_CUB_PEER_CUH
#define CUDA_CUB_PEER_CUH

#include <stdio.h>

#include <cub/version.cuh>
#include <cuda_runtime.h>

#include "cuda/variant.h"

/* Calls CUB for the problem.  room NULL: only sets the bytes that it needs. */
typedef int cub_call (const gk_host *host, const void *problem, void *room,
                      size_t *bytes, cudaStream_t stream);

struct cub_state {
  cub_call *call;
  void *room;
  size_t bytes;
};

/* Makes the state, for prepare to return. */
static inline int
cub_make (const gk_host *host, cub_call *call, const void *problem,
          void **state)
{
  cub_state s = { call, NULL, 0 };
  const int r = call (host, problem, NULL, &s.bytes, 0);

  if (r != GK_OK)
    return r;
  s.room = host->workspace (host, s.bytes > 0 ? s.bytes : 1);
  if (s.room == NULL)
    return GK_SKIP;
  *state = host->alloc (host, sizeof s);
  if (*state == NULL)
    return GK_FAIL;
  *(cub_state *)*state = s;
  return GK_OK;
}

static inline int
cub_launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  cub_state *s = (cub_state *)state;

  return s->call (host, problem, s->room, &s->bytes, (cudaStream_t)stream);
}

static inline void
cub_release (const gk_host *host, void *state)
{
  host->free (host, state);
}

static inline const char *
cub_library (const gk_host *, void *)
{
  static char name[32];

  snprintf (name, sizeof name, "CUB %d.%d.%d", CUB_MAJOR_VERSION,
            CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION);
  return name;
}

/* The peer `cub` of a family; its prepare calls cub_make. */
static inline gk_variant
cub_variant (const char *family, const char *summary,
             int (*prepare) (const gk_host *, const gk_device *, const void *,
                             const gk_value *, void **))
{
  gk_variant v
      = cuda_variant_of (family, "cub", summary, cuda_variant (cub_launch));

  v.flags = GK_PEER;
  v.prepare = prepare;
  v.release = cub_release;
  v.library = cub_library;
  return v;
}

#endif /* CUDA_CUB_PEER_CUH */
