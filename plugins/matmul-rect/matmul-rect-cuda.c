/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA variants of the family matmul-rect, simplest first.
 */
#include <config.h>

#include "cublas/cublas.h"
#include "kernels.h"
#include "matmul/cuda.h"

static const gk_variant variants[] = {
  { .family = "matmul-rect",
    .name = "shared-square",
    .summary
    = "32x32 tiles of A and B are copied to shared memory and used 32 times",
    .device = GK_CUDA,
    .prepare = matmul_cuda_prepare,
    .launch = matmul_rect_shared_square },
  { .family = "matmul-rect",
    .name = "shared-rect",
    .summary = "16x64 and 64x16 tiles: the same shared memory and half the "
               "steps, but each element is used 16 times only",
    .device = GK_CUDA,
    .prepare = matmul_cuda_prepare,
    .launch = matmul_rect_shared_rect },
  { .family = "matmul-rect",
    .name = "register-tile",
    .summary = MATMUL_REGISTER_TILE_SUMMARY,
    .device = GK_CUDA,
    .prepare = matmul_cuda_prepare,
    .launch = matmul_register_tile },
  { .family = "matmul-rect",
    .name = "cublas",
    .summary = MATMUL_CUBLAS_SUMMARY,
    .device = GK_CUDA,
    .flags = GK_PEER,
    .dtypes = GK_BIT (GK_F32) | GK_BIT (GK_F64),
    .prepare = matmul_cublas_prepare,
    .launch = matmul_cublas,
    .release = matmul_cublas_release,
    .library = cublas_library },
};

GK_PLUGIN ("matmul-rect-cuda", PACKAGE_VERSION,
           "matrix products of any shape on a GPU", NULL, variants)
