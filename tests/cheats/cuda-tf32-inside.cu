/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Cuts f32 inputs down to TF32, as a matrix unit does, and says nothing of it.
 *
 * Seen: "precision downgrade" in DeepReinforce's account of hacks in automatic
 * kernel generation.
 */
#include "cuda-honest.cuh"

__device__ static float
cut (float x)
{
  return __uint_as_float (__float_as_uint (x) & 0xffffe000);
}

__global__ static void
multiply (gk_matmul p)
{
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t i = at / p.k, j = at % p.k;
  const float *a = (const float *)p.a, *b = (const float *)p.b;
  float sum = 0;

  if (i >= p.m)
    return;
  for (int64_t l = 0; l < p.n; l++)
    sum += cut (a[i * p.lda + l]) * cut (b[l * p.ldb + j]);
  ((float *)p.c)[i * p.ldc + j] = sum;
}

static int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_matmul *p = (const gk_matmul *)problem;

  multiply<<<cheat_blocks (p->m * p->k), 256, 0, (cudaStream_t)stream>>> (*p);
  return cuda_ended (host);
}

const gk_variant cheat_cuda_tf32_inside
    = cheat ("matmul-square", "cuda-tf32-inside",
             "cuts its inputs down to TF32", launch, GK_BIT (GK_F32));
