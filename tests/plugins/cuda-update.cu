/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants for an in-out buffer and a constant: right ones, and each fault that
 * such buffers allow.
 */
#include "update.h"

static __global__ void
add_kernel (const uint32_t *w, const uint32_t *x, uint32_t *y, uint64_t n)
{
  const uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    y[i] += w[i] * x[i];
}

static __global__ void
assign_kernel (const uint32_t *w, const uint32_t *x, uint32_t *y, uint64_t n)
{
  const uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    y[i] = w[i] * x[i];
}

static int
ended (const gk_host *host, cudaError_t error)
{
  if (error == cudaSuccess)
    return GK_OK;
  host->error (host, "%s", cudaGetErrorString (error));
  return GK_FAIL;
}

typedef void update_kernel (const uint32_t *, const uint32_t *, uint32_t *,
                            uint64_t);

static int
launch_on (const gk_host *host, const void *problem, const void *w,
           void *stream, update_kernel *kernel)
{
  const update *p = (const update *)problem;

  kernel<<<(unsigned)((p->n + 255) / 256), 256, 0, (cudaStream_t)stream>>> (
      (const uint32_t *)w, p->x, p->y, p->n);
  return ended (host, cudaGetLastError ());
}

static int
add (const gk_host *host, const void *problem, void *, void *stream)
{
  return launch_on (host, problem, ((const update *)problem)->w, stream,
                    add_kernel);
}

static int
assign (const gk_host *host, const void *problem, void *, void *stream)
{
  return launch_on (host, problem, ((const update *)problem)->w, stream,
                    assign_kernel);
}

static int
add_packed (const gk_host *host, const void *problem, void *state, void *stream)
{
  return launch_on (host, problem, state, stream, add_kernel);
}

static int
pack_into (const gk_host *host, const gk_device *device, const update *p,
           void *to)
{
  host->metric (host, "packed", "bytes", (double)(4 * p->n));
  return ended (host, cudaMemcpyAsync (to, p->w, 4 * p->n,
                                       cudaMemcpyDeviceToDevice,
                                       (cudaStream_t)device->stream));
}

static int
pack (const gk_host *host, const gk_device *device, const void *problem,
      const gk_value *, void **state)
{
  const update *p = (const update *)problem;

  *state = host->workspace (host, 4 * p->n);
  return *state == NULL ? GK_SKIP : pack_into (host, device, p, *state);
}

/* As if the constants were the same for good. */
static int
pack_once (const gk_host *host, const gk_device *device, const void *problem,
           const gk_value *, void **state)
{
  const update *p = (const update *)problem;
  static void *packed;
  int status = GK_OK;

  if (packed == NULL) {
    status = ended (host, cudaMalloc (&packed, 4 * p->n));
    if (status == GK_OK)
      status = pack_into (host, device, p, packed);
  }
  *state = packed;
  return status;
}

typedef int prepare_function (const gk_host *, const gk_device *, const void *,
                              const gk_value *, void **);
typedef int launch_function (const gk_host *, const void *, void *, void *);

static gk_variant
variant (const char *name, prepare_function *prepare, launch_function *launch)
{
  gk_variant v = {};

  v.name = name;
  v.summary = "for tests";
  v.device = GK_CUDA;
  v.prepare = prepare;
  v.launch = launch;
  return v;
}

static const gk_variant variants[] = {
  variant ("adds", NULL, add),
  variant ("packs", pack, add_packed),
  variant ("assigns", NULL, assign),
  variant ("packs-once", pack_once, add_packed),
};

GK_PLUGIN ("cuda-update", "1", "y += w * x", &update_family, variants)
