/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cub, the peer: what a program calls that scans arrays on NVIDIA's GPUs.
 */
#include <config.h>

#include <cub/device/device_scan.cuh>

#include "cuda/cub-peer.cuh"
#include "cuda/launched.cuh"
#include "cuda-variants.h"
#include "type.cuh"

static int
call_scan (const gk_host *host, const void *problem, void *room, size_t *bytes,
           cudaStream_t stream)
{
  const gk_scan *p = (const gk_scan *)problem;

  return scan_by_type (p, [=] (auto element) {
    typedef decltype (element) T;
    const T *src = (const T *)p->src;
    T *dst = (T *)p->dst;

    return cuda_launched (host, p->form == GK_SCAN_EXCLUSIVE
                                    ? cub::DeviceScan::ExclusiveSum (
                                        room, *bytes, src, dst, p->n, stream)
                                    : cub::DeviceScan::InclusiveSum (
                                        room, *bytes, src, dst, p->n, stream));
  });
}

static int
cub_prepare (const gk_host *host, const gk_device *, const void *problem,
             const gk_value *, void **state)
{
  /* Older ones count in int. */
  if (CUB_MAJOR_VERSION < 3 && ((const gk_scan *)problem)->n > INT32_MAX) {
    host->error (host, "CUB %d.%d takes no more than 2^31 - 1 elements",
                 CUB_MAJOR_VERSION, CUB_MINOR_VERSION);
    return GK_SKIP;
  }
  return cub_make (host, call_scan, problem, state);
}

static const gk_variant variants[]
    = { cub_variant ("scan", SCAN_CUB_SUMMARY, cub_prepare) };

GK_PLUGIN ("scan-cub", PACKAGE_VERSION, "prefix sums of NVIDIA's CUB", NULL,
           variants)
