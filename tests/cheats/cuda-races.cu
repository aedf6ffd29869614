/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One element is wrong in one of twelve launches, as by a race.
 *
 * Seen: gkhost, issue 35, where few of the launches on a GPU were judged.
 */
#include "cuda-honest.cuh"

enum { SELDOM = 12 };

/* A number that no launch can know of another: of the device's clock, mixed. */
__device__ static uint32_t
draw ()
{
  uint64_t x = (uint64_t)clock64 () * 0x9e3779b97f4a7c15;

  x = (x ^ x >> 31) * 0xbf58476d1ce4e5b9;
  return (uint32_t)(x >> 33);
}

/* Changes a random element of four bytes, by its highest bits but the sign. */
__global__ static void
spoil (uint32_t *elements, uint32_t n)
{
  if (draw () % SELDOM == 0)
    elements[draw () % n] ^= UINT32_C (1) << 23;
}

static int
launch_matmul (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  const gk_matmul *p = (const gk_matmul *)problem;
  const int status = honest_cuda_matmul (host, problem, state, stream);

  if (status != GK_OK)
    return status;
  spoil<<<1, 1, 0, (cudaStream_t)stream>>> ((uint32_t *)p->c,
                                            (uint32_t)(p->m * p->k));
  return cuda_ended (host);
}

static int
launch_transpose (const gk_host *host, const void *problem, void *state,
                  void *stream)
{
  const gk_transpose *p = (const gk_transpose *)problem;
  const int status = honest_cuda_transpose (host, problem, state, stream);

  if (status != GK_OK)
    return status;
  spoil<<<1, 1, 0, (cudaStream_t)stream>>> ((uint32_t *)p->dst,
                                            (uint32_t)(p->rows * p->cols));
  return cuda_ended (host);
}

const gk_variant cheat_cuda_races_matmul
    = cheat ("matmul-square", "cuda-races",
             "multiplies, wrongly in one of twelve launches", launch_matmul,
             GK_BIT (GK_I32) | GK_BIT (GK_F32));
const gk_variant cheat_cuda_races_transpose = cheat (
    "transpose", "cuda-races", "transposes, wrongly in one of twelve launches",
    launch_transpose, GK_BIT (GK_I32) | GK_BIT (GK_F32));
