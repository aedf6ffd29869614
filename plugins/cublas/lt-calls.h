/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The part of cuBLASLt's documented C interface that lt*.c call.
 */
#ifndef CUBLAS_LT_CALLS_H
#define CUBLAS_LT_CALLS_H

#include "lt.h"

/* How parts of a sum that is split are added up, bits of a mask. */
enum { REDUCTION_COMPUTE_TYPE = 2, REDUCTION_ANY = 7 };

/* Attributes of an algorithm. */
enum {
  CONFIG_ID,
  CONFIG_TILE,
  CONFIG_SPLIT_K,
  CONFIG_REDUCTION,
  CONFIG_SWIZZLE,
  CONFIG_CUSTOM,
  CONFIG_STAGES,
  CONFIG_INNER_SHAPE,
  CONFIG_CLUSTER
};

/* Some attributes have 16 bits, the others 32. */
static inline bool
config_is_short (int attribute)
{
  return attribute == CONFIG_INNER_SHAPE || attribute == CONFIG_CLUSTER;
}

/* What the library answers for an algorithm. */
struct heuristic_result {
  struct cublas_algorithm algorithm;
  size_t workspace;
  int status;
  float waves;
  int reserved[4];
};

typedef int operation_create_fn (void **operation, int compute, int scale);
typedef int layout_create_fn (void **layout, int type, uint64_t rows,
                              uint64_t cols, int64_t ld);
typedef int preference_create_fn (void **preference);
typedef int set_fn (void *descriptor, int attribute, const void *value,
                    size_t bytes);
typedef int destroy_fn (void *descriptor);
typedef int heuristic_fn (void *handle, void *operation, void *a, void *b,
                          void *c, void *d, void *preference, int most,
                          struct heuristic_result *results, int *n);
typedef int matmul_fn (void *handle, void *operation, const void *alpha,
                       const void *a_at, void *a, const void *b_at, void *b,
                       const void *beta, const void *c_at, void *c, void *d_at,
                       void *d, const struct cublas_algorithm *algorithm,
                       void *workspace, size_t bytes, void *stream);
typedef int config_fn (const struct cublas_algorithm *algorithm, int attribute,
                       void *value, size_t bytes, size_t *written);

typedef int config_set_fn (struct cublas_algorithm *algorithm, int attribute,
                           const void *value, size_t bytes);
typedef int capability_fn (const struct cublas_algorithm *algorithm,
                           int attribute, void *value, size_t bytes,
                           size_t *written);
typedef int ids_fn (void *handle, int compute, int scale, int type_a,
                    int type_b, int type_c, int type_d, int most, int *ids,
                    int *n);
typedef int init_fn (void *handle, int compute, int scale, int type_a,
                     int type_b, int type_c, int type_d, int id,
                     struct cublas_algorithm *algorithm);
typedef int check_fn (void *handle, void *operation, void *a, void *b, void *c,
                      void *d, const struct cublas_algorithm *algorithm,
                      struct heuristic_result *result);

struct lt_functions {
  operation_create_fn *operation_create;
  set_fn *operation_set;
  destroy_fn *operation_destroy;
  layout_create_fn *layout_create;
  set_fn *layout_set;
  destroy_fn *layout_destroy;
  preference_create_fn *preference_create;
  set_fn *preference_set;
  destroy_fn *preference_destroy;
  heuristic_fn *heuristic;
  matmul_fn *matmul;
  config_fn *config;
  config_set_fn *config_set;
  capability_fn *capability;
  ids_fn *ids;
  init_fn *init;
  check_fn *check;
};

struct cublas_lt {
  struct lt_functions call;
  const struct cublas_product *product;
  void *handle, *workspace;
  size_t workspace_bytes;
  void *operation, *a, *b, *c, *preference;
};

/* Partial sums of 16-bit results stay in f32 until they are added. */
static inline uint32_t
lt_reductions (const struct cublas_lt *lt)
{
  return cublas_element (lt->product->type_c) == 2 ? REDUCTION_COMPUTE_TYPE
                                                   : REDUCTION_ANY;
}

#endif
