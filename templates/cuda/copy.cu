// SPDX-License-Identifier: BSD-3-Clause
//
// @NAME@: a variant of copy, dst[i][j] = src[i][j], for CUDA.
#include <gkhost/copy.h>

namespace {

constexpr int THREADS = 256;

// One element per thread, and a grid-stride loop for more elements than a grid
// has threads.
template <typename Word>
__global__ void
copy (const Word *__restrict__ src, Word *__restrict__ dst, int64_t rows,
      int64_t cols, int64_t src_pitch, int64_t dst_pitch)
{
  const int64_t step = (int64_t)gridDim.x * THREADS;

  for (int64_t n = (int64_t)blockIdx.x * THREADS + threadIdx.x; n < rows * cols;
       n += step)
    dst[n / cols * dst_pitch + n % cols] = src[n / cols * src_pitch + n % cols];
}

template <typename Word>
void
enqueue (const gk_copy *p, cudaStream_t stream)
{
  const int64_t blocks = (p->rows * p->cols + THREADS - 1) / THREADS;

  copy<Word><<<(unsigned)(blocks < INT32_MAX ? blocks : INT32_MAX), THREADS, 0,
               stream>>> ((const Word *)p->src, (Word *)p->dst, p->rows,
                          p->cols, p->src_pitch, p->dst_pitch);
}

// Enqueues the problem once: no allocation, no synchronisation, no copy to the
// host, no other stream.
int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const auto p = static_cast<const gk_copy *> (problem);
  const auto s = static_cast<cudaStream_t> (stream);

  switch (p->element) {
  case 1:
    enqueue<uint8_t> (p, s);
    break;
  case 2:
    enqueue<uint16_t> (p, s);
    break;
  case 4:
    enqueue<uint32_t> (p, s);
    break;
  case 8:
    enqueue<uint64_t> (p, s);
    break;
  case 16:
    enqueue<uint4> (p, s);
    break;
  default:
    host->error (host, "there is no code for elements of %u bytes", p->element);
    return GK_SKIP;
  }
  const cudaError_t error = cudaGetLastError ();
  if (error == cudaSuccess)
    return GK_OK;
  host->error (host, "can't launch the kernel: %s", cudaGetErrorString (error));
  return GK_FAIL;
}

// From the simplest on.
const gk_variant variants[] = {
  {
      .family = "copy",
      .name = "@NAME@",
      .summary = "one element per thread",
      .device = GK_CUDA,
      .launch = launch,
      .problem_size = sizeof (gk_copy),
  },
};

} // namespace

GK_PLUGIN ("@NAME@", "0.1", "a variant of copy for CUDA", nullptr, variants)
