/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Has its inputs stay in L2, in the part of it that is set aside for lines that
 * persist: an eviction by reads of other memory does not reach them.
 *
 * Seen: karpathy's llm.c, pull request 851; gpu-mode's pygpubench, pull request
 * 49; NVIDIA's nvbench, issue 458, where what it left reached the benchmarks
 * behind it.
 */
#include "cuda-honest.cuh"

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *, void **)
{
  const gk_copy *p = (const gk_copy *)problem;
  cudaStreamAttrValue window = {};
  cudaDeviceProp device_has;
  size_t bytes = (size_t)(p->rows * p->src_pitch) * 4;

  if (cudaGetDeviceProperties (&device_has, device->ordinal) != cudaSuccess)
    return cuda_ended (host);
  if (bytes > (size_t)device_has.accessPolicyMaxWindowSize)
    bytes = (size_t)device_has.accessPolicyMaxWindowSize;
  cudaDeviceSetLimit (cudaLimitPersistingL2CacheSize,
                      (size_t)device_has.persistingL2CacheMaxSize);
  window.accessPolicyWindow.base_ptr = (void *)p->src;
  window.accessPolicyWindow.num_bytes = bytes;
  window.accessPolicyWindow.hitRatio = 1;
  window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  window.accessPolicyWindow.missProp = cudaAccessPropertyNormal;
  return cuda_ended (host, cudaStreamSetAttribute (
                               (cudaStream_t)device->stream,
                               cudaStreamAttributeAccessPolicyWindow, &window));
}

static int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  return honest_cuda_copy (host, problem, NULL, stream);
}

const gk_variant cheat_cuda_l2_carve_out
    = cheat ("copy", "cuda-l2-carve-out", "has its input persist in L2", launch,
             GK_BIT (GK_F32), prepare);
