/* SPDX-License-Identifier: BSD-3-Clause */
#include "cuda-honest.cuh"

template <typename T>
__global__ static void
multiply (gk_matmul p)
{
  const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

  if (i < p.m * p.k)
    ((T *)p.c)[i] = honest_element<T> (p, i / p.k, i % p.k);
}

__global__ static void
multiply_products (gk_matmul p)
{
  const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

  if (i < p.m * p.k * p.batch)
    honest_put_element (p, i);
}

__global__ static void
transpose (gk_transpose p)
{
  const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

  if (i < p.rows * p.cols)
    ((uint32_t *)p.dst)[i % p.cols * p.dst_pitch + i / p.cols]
        = ((const uint32_t *)p.src)[i / p.cols * p.src_pitch + i % p.cols];
}

__global__ static void
copy (gk_copy p)
{
  const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

  if (i < p.rows * p.cols)
    ((uint32_t *)p.dst)[i] = ((const uint32_t *)p.src)[i];
}

int
honest_cuda_matmul (const gk_host *host, const void *problem, void *,
                    void *stream)
{
  const gk_matmul *p = (const gk_matmul *)problem;
  const unsigned blocks = cheat_blocks (p->m * p->k);

  if (p->dtype == GK_I32)
    multiply<uint32_t><<<blocks, 256, 0, (cudaStream_t)stream>>> (*p);
  else
    multiply<float><<<blocks, 256, 0, (cudaStream_t)stream>>> (*p);
  return cuda_ended (host);
}

int
honest_cuda_products (const gk_host *host, const void *problem, void *,
                      void *stream)
{
  const gk_matmul *p = (const gk_matmul *)problem;

  multiply_products<<<cheat_blocks (honest_elements (*p)), 256, 0,
                      (cudaStream_t)stream>>> (*p);
  return cuda_ended (host);
}

int
honest_cuda_transpose (const gk_host *host, const void *problem, void *,
                       void *stream)
{
  const gk_transpose *p = (const gk_transpose *)problem;

  transpose<<<cheat_blocks (p->rows * p->cols), 256, 0,
              (cudaStream_t)stream>>> (*p);
  return cuda_ended (host);
}

int
honest_cuda_copy (const gk_host *host, const void *problem, void *,
                  void *stream)
{
  const gk_copy *p = (const gk_copy *)problem;

  copy<<<cheat_blocks (p->rows * p->cols), 256, 0, (cudaStream_t)stream>>> (*p);
  return cuda_ended (host);
}
