/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Finds the driver's function at run time: plugins don't link libcuda.
 */
#include <cuda_runtime.h>

#include "cuda/tensor-map.h"

#if CUDA_VERSION >= 12000
typedef CUresult encode_function (CUtensorMap *, CUtensorMapDataType,
                                  cuuint32_t, void *, const cuuint64_t *,
                                  const cuuint64_t *, const cuuint32_t *,
                                  const cuuint32_t *, CUtensorMapInterleave,
                                  CUtensorMapSwizzle, CUtensorMapL2promotion,
                                  CUtensorMapFloatOOBfill);

static encode_function *
find_encode (void)
{
  cudaDriverEntryPointQueryResult found;
  void *function = NULL;
#if CUDART_VERSION >= 12050
  const cudaError_t e = cudaGetDriverEntryPointByVersion (
      "cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &found);
#else
  const cudaError_t e = cudaGetDriverEntryPoint (
      "cuTensorMapEncodeTiled", &function, cudaEnableDefault, &found);
#endif

  return e == cudaSuccess && found == cudaDriverEntryPointSuccess
             ? (encode_function *)function
             : NULL;
}

/* The type only gives the size, except that TMA rounds f32 to TF32. */
static CUtensorMapDataType
type_of (const struct tensor_map_matrix *matrix)
{
  if (matrix->tf32)
    return CU_TENSOR_MAP_DATA_TYPE_TFLOAT32;
  switch (matrix->element) {
  case 1:
    return CU_TENSOR_MAP_DATA_TYPE_UINT8;
  case 2:
    return CU_TENSOR_MAP_DATA_TYPE_UINT16;
  case 4:
    return CU_TENSOR_MAP_DATA_TYPE_UINT32;
  default:
    return CU_TENSOR_MAP_DATA_TYPE_UINT64;
  }
}

static int
encode_map (const gk_host *host, CUtensorMap *map,
            const struct tensor_map_matrix *matrix, uint32_t box_rows,
            uint32_t box_cols, CUtensorMapSwizzle swizzle)
{
  const cuuint64_t sizes[]
      = { (cuuint64_t)matrix->cols, (cuuint64_t)matrix->rows,
          (cuuint64_t)matrix->batch };
  const cuuint64_t strides[] = { (cuuint64_t)matrix->pitch * matrix->element,
                                 (cuuint64_t)matrix->stride * matrix->element };
  const cuuint32_t box[] = { box_cols, box_rows, 1 };
  const cuuint32_t steps[] = { 1, 1, 1 };
  encode_function *const encode = find_encode ();

  if (!encode) {
    host->error (host, "the driver is too old for tensor maps; update it");
    return GK_SKIP;
  }
  if (encode (map, type_of (matrix), matrix->batch > 0 ? 3 : 2,
              (void *)matrix->address, sizes, strides, box, steps,
              CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
              matrix->exact ? CU_TENSOR_MAP_L2_PROMOTION_L2_128B
                            : CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
              CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
      == CUDA_SUCCESS)
    return GK_OK;
  host->error (host, "the driver rejects a tensor map of this matrix");
  return GK_FAIL;
}

extern "C" int
tensor_map_make (const gk_host *host, CUtensorMap *map,
                 const struct tensor_map_matrix *matrix, uint32_t box_rows)
{
  return encode_map (host, map, matrix, box_rows, 128 / matrix->element,
                     CU_TENSOR_MAP_SWIZZLE_128B);
}

extern "C" int
tensor_map_make_half (const gk_host *host, CUtensorMap *map,
                      const struct tensor_map_matrix *matrix, uint32_t box_rows)
{
  return encode_map (host, map, matrix, box_rows, 64 / matrix->element,
                     CU_TENSOR_MAP_SWIZZLE_64B);
}

extern "C" int
tensor_map_make_plain (const gk_host *host, CUtensorMap *map,
                       const struct tensor_map_matrix *matrix,
                       uint32_t box_rows, uint32_t box_cols)
{
  return encode_map (host, map, matrix, box_rows, box_cols,
                     CU_TENSOR_MAP_SWIZZLE_NONE);
}
#else
extern "C" int
tensor_map_make (const gk_host *host, CUtensorMap *,
                 const struct tensor_map_matrix *, uint32_t)
{
  host->error (host, "needs a build with CUDA 12 or later");
  return GK_SKIP;
}

extern "C" int
tensor_map_make_half (const gk_host *host, CUtensorMap *map,
                      const struct tensor_map_matrix *matrix, uint32_t rows)
{
  return tensor_map_make (host, map, matrix, rows);
}

extern "C" int
tensor_map_make_plain (const gk_host *host, CUtensorMap *map,
                       const struct tensor_map_matrix *matrix, uint32_t rows,
                       uint32_t)
{
  return tensor_map_make (host, map, matrix, rows);
}
#endif
