// SPDX-License-Identifier: BSD-3-Clause
//
// @NAME@: a variant of the products C = A * B, square and rectangular, of f32
// and f64, row-major, for CUDA.
#include <gkhost/matmul.h>

namespace {

constexpr int THREADS = 256;

// One element of C per thread, of all products of a batch, and a grid-stride loop
// for more elements than a grid has threads.
template <typename Number>
__global__ void
multiply (gk_matmul p)
{
  const auto a = static_cast<const Number *> (p.a);
  const auto b = static_cast<const Number *> (p.b);
  const auto c = static_cast<Number *> (p.c);
  const int64_t step = (int64_t)gridDim.x * THREADS, product = p.m * p.k;

  for (int64_t at = (int64_t)blockIdx.x * THREADS + threadIdx.x;
       at < p.batch * product; at += step) {
    const int64_t z = at / product, i = at % product / p.k, j = at % p.k;
    Number sum = 0;

    for (int64_t l = 0; l < p.n; l++)
      sum += a[z * p.stride_a + i * p.lda + l]
             * b[z * p.stride_b + l * p.ldb + j];
    c[z * p.stride_c + i * p.ldc + j] = sum;
  }
}

// Enqueues the problem once: no allocation, no synchronisation, no copy to the
// host, no other stream.
int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const auto p = static_cast<const gk_matmul *> (problem);
  const auto s = static_cast<cudaStream_t> (stream);
  const int64_t all = (p->batch * p->m * p->k + THREADS - 1) / THREADS;
  const unsigned blocks = (unsigned)(all < INT32_MAX ? all : INT32_MAX);

  if (p->dtype == GK_F32)
    multiply<float><<<blocks, THREADS, 0, s>>> (*p);
  else
    multiply<double><<<blocks, THREADS, 0, s>>> (*p);
  const cudaError_t error = cudaGetLastError ();
  if (error == cudaSuccess)
    return GK_OK;
  host->error (host, "can't launch the kernel: %s", cudaGetErrorString (error));
  return GK_FAIL;
}

// Problems of other types and layouts are skipped.
constexpr gk_variant
variant_of (const char *family)
{
  return {
    .family = family,
    .name = "@NAME@",
    .summary = "one element of C per thread",
    .device = GK_CUDA,
    .dtypes = GK_BIT (GK_F32) | GK_BIT (GK_F64),
    .layouts = GK_BIT (GK_ROW_MAJOR),
    .launch = launch,
    .problem_size = sizeof (gk_matmul),
  };
}

// Both families have the same problem struct.
const gk_variant variants[] = {
  variant_of ("matmul-square"),
  variant_of ("matmul-rect"),
};

} // namespace

GK_PLUGIN ("@NAME@", "0.1", "a variant of the products for CUDA", nullptr,
           variants)
