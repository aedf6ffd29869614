/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA variants of the family matmul-square, simplest first.
 */
#include <config.h>

#include "cublas/cublas.h"
#include "kernels.h"
#include "matmul/cuda.h"

static const gk_variant variants[] = {
  { .family = "matmul-square",
    .name = "naive",
    .summary = "a thread an element; neighbouring threads read words that lie "
               "far apart, so most of what memory delivers is thrown away",
    .device = GK_CUDA,
    .prepare = matmul_cuda_prepare,
    .launch = matmul_square_naive },
  { .family = "matmul-square",
    .name = "shared",
    .summary = "16x16 tiles are copied to shared memory and used 16 times; the "
               "copying is coalesced in row-major memory only",
    .device = GK_CUDA,
    .prepare = matmul_cuda_prepare,
    .launch = matmul_square_shared },
  { .family = "matmul-square",
    .name = "coalesced",
    .summary = "threads copy along memory in either layout; one tile is turned "
               "on its way, its rows padded against bank conflicts",
    .device = GK_CUDA,
    .prepare = matmul_cuda_prepare,
    .launch = matmul_square_coalesced },
  { .family = "matmul-square",
    .name = "register-tile",
    .summary = MATMUL_REGISTER_TILE_SUMMARY,
    .device = GK_CUDA,
    .prepare = matmul_cuda_prepare,
    .launch = matmul_register_tile },
  { .family = "matmul-square",
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

GK_PLUGIN ("matmul-square-cuda", PACKAGE_VERSION,
           "square matrix products on a GPU", NULL, variants)
