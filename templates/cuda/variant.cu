// SPDX-License-Identifier: BSD-3-Clause
//
// @NAME@: a variant of @FAMILY@ for CUDA, of which a job may set these options:
//
@OPTIONS@#include <gkhost/@FAMILY@.h>

namespace {

// Enqueues the problem once; the family's header says what that is: no
// allocation, no synchronisation, no copy to the host, no other stream.
int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const auto p = static_cast<const @PROBLEM@ *> (problem);
  const auto s = static_cast<cudaStream_t> (stream);

  // kernel<<<blocks, threads, 0, s>>> (...);
  // return cudaGetLastError () == cudaSuccess ? GK_OK : GK_FAIL;
  (void)p, (void)s;
  host->error (host, "it is a skeleton: compute the problem in launch");
  return GK_SKIP;
}

// From the simplest on.
const gk_variant variants[] = {
  {
      .family = "@FAMILY@",
      .name = "@NAME@",
      .summary = "what the technique is",
      .device = GK_CUDA,
      .launch = launch,
      .problem_size = sizeof (@PROBLEM@),
  },
};

} // namespace

GK_PLUGIN ("@NAME@", "0.1", "a variant of @FAMILY@ for CUDA", nullptr, variants)
