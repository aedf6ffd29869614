/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Loads cuBLASLt, and calls it.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "lt-calls.h"

/* Descriptors are opaque, and their attributes have numbers; a status is 0 on
 * success. */
enum {
  DESC_TRANSA = 3,
  DESC_TRANSB = 4,
  DESC_EPILOGUE = 7,
  DESC_BIAS = 8,
  DESC_A_SCALE_POINTER = 17,
  DESC_B_SCALE_POINTER = 18,
  DESC_FAST_ACCUM = 25,
  DESC_A_SCALE_MODE = 31,
  DESC_B_SCALE_MODE = 32
};
enum { EPILOGUE_BIAS = 4 };
enum { LAYOUT_BATCH_COUNT = 5, LAYOUT_STRIDED_BATCH_OFFSET = 6 };
enum { PREFERENCE_WORKSPACE = 1, PREFERENCE_REDUCTIONS = 3 };

static const struct cublas_symbol symbols[] = {
  { "cublasLtMatmulDescCreate",
    offsetof (struct lt_functions, operation_create) },
  { "cublasLtMatmulDescSetAttribute",
    offsetof (struct lt_functions, operation_set) },
  { "cublasLtMatmulDescDestroy",
    offsetof (struct lt_functions, operation_destroy) },
  { "cublasLtMatrixLayoutCreate",
    offsetof (struct lt_functions, layout_create) },
  { "cublasLtMatrixLayoutSetAttribute",
    offsetof (struct lt_functions, layout_set) },
  { "cublasLtMatrixLayoutDestroy",
    offsetof (struct lt_functions, layout_destroy) },
  { "cublasLtMatmulPreferenceCreate",
    offsetof (struct lt_functions, preference_create) },
  { "cublasLtMatmulPreferenceSetAttribute",
    offsetof (struct lt_functions, preference_set) },
  { "cublasLtMatmulPreferenceDestroy",
    offsetof (struct lt_functions, preference_destroy) },
  { "cublasLtMatmulAlgoGetHeuristic",
    offsetof (struct lt_functions, heuristic) },
  { "cublasLtMatmul", offsetof (struct lt_functions, matmul) },
  { "cublasLtMatmulAlgoConfigGetAttribute",
    offsetof (struct lt_functions, config) },
  { "cublasLtMatmulAlgoConfigSetAttribute",
    offsetof (struct lt_functions, config_set) },
  { "cublasLtMatmulAlgoCapGetAttribute",
    offsetof (struct lt_functions, capability) },
  { "cublasLtMatmulAlgoGetIds", offsetof (struct lt_functions, ids) },
  { "cublasLtMatmulAlgoInit", offsetof (struct lt_functions, init) },
  { "cublasLtMatmulAlgoCheck", offsetof (struct lt_functions, check) },
};

int
cublas_lt_set_bias (const cublas_lt *lt, const void *bias)
{
  return lt->call.operation_set (lt->operation, DESC_BIAS, &bias, sizeof bias);
}

static int
set_bias_epilogue (const struct cublas_lt *lt)
{
  const int32_t epilogue = EPILOGUE_BIAS;
  const int status = lt->call.operation_set (lt->operation, DESC_EPILOGUE,
                                             &epilogue, sizeof epilogue);

  return status == 0 ? cublas_lt_set_bias (lt, lt->product->bias) : status;
}

static int
make_operation (struct cublas_lt *lt)
{
  const struct cublas_product *p = lt->product;
  const int32_t a = p->a.op, b = p->b.op;
  const int8_t fast = 1; /* the default is 0 */
  int status = lt->call.operation_create (&lt->operation, p->compute, p->scale);

  if (status == 0)
    status = lt->call.operation_set (lt->operation, DESC_TRANSA, &a, sizeof a);
  if (status == 0)
    status = lt->call.operation_set (lt->operation, DESC_TRANSB, &b, sizeof b);
  if (status == 0 && p->fast)
    status = lt->call.operation_set (lt->operation, DESC_FAST_ACCUM, &fast,
                                     sizeof fast);
  if (status == 0 && p->bias != NULL)
    status = set_bias_epilogue (lt);
  return status;
}

/* The library reads these addresses when it is called. */
static int
set_scales (const struct cublas_lt *lt, const struct operand_set *at)
{
  int status;

  if (lt->product->a.n_scales == 0)
    return 0;
  status = lt->call.operation_set (lt->operation, DESC_A_SCALE_POINTER,
                                   &at->scales_a, sizeof at->scales_a);
  if (status == 0)
    status = lt->call.operation_set (lt->operation, DESC_B_SCALE_POINTER,
                                     &at->scales_b, sizeof at->scales_b);
  return status;
}

/* Says how scales lie; that there is one for an operand is the default. */
static int
set_scale_modes (const struct cublas_lt *lt)
{
  const int32_t a = lt->product->a.scale_mode, b = lt->product->b.scale_mode;
  int status = 0;

  if (a != CUBLAS_SCALE_TENSOR)
    status = lt->call.operation_set (lt->operation, DESC_A_SCALE_MODE, &a,
                                     sizeof a);
  if (status == 0 && b != CUBLAS_SCALE_TENSOR)
    status = lt->call.operation_set (lt->operation, DESC_B_SCALE_MODE, &b,
                                     sizeof b);
  return status;
}

/* For the library's proposals, which may depend on them. */
static int
describe_scales (const gk_host *host, const struct cublas_lt *lt)
{
  const struct operand_set at = cublas_product_addresses (lt->product);
  int status = set_scale_modes (lt);

  if (status == 0)
    status = set_scales (lt, &at);
  if (status == 0)
    return GK_OK;
  host->error (host,
               "this cuBLASLt has no such scales (status %d): those of blocks "
               "need 12.9; use another library, or scales = tensor",
               status);
  return GK_SKIP;
}

/* The defaults are one product, and a stride of 0. */
static int
make_layout (const struct cublas_lt *lt, const struct cublas_operand *matrix,
             void **layout)
{
  const int32_t batch = (int32_t)lt->product->batch;
  int status
      = lt->call.layout_create (layout, matrix->type, (uint64_t)matrix->rows,
                                (uint64_t)matrix->cols, matrix->ld);

  if (batch == 1)
    return status;
  if (status == 0)
    status = lt->call.layout_set (*layout, LAYOUT_BATCH_COUNT, &batch,
                                  sizeof batch);
  if (status == 0)
    status = lt->call.layout_set (*layout, LAYOUT_STRIDED_BATCH_OFFSET,
                                  &matrix->stride, sizeof matrix->stride);
  return status;
}

static int
make_layouts (struct cublas_lt *lt)
{
  const struct cublas_product *p = lt->product;
  const struct cublas_operand c = { .rows = p->rows,
                                    .cols = p->cols,
                                    .ld = p->ldc,
                                    .stride = p->stride_c,
                                    .type = p->type_c };
  int status = make_layout (lt, &p->a, &lt->a);

  if (status == 0)
    status = make_layout (lt, &p->b, &lt->b);
  if (status == 0)
    status = make_layout (lt, &c, &lt->c);
  return status;
}

static int
make_preference (struct cublas_lt *lt)
{
  const uint64_t workspace = lt->workspace_bytes;
  const uint32_t reductions = lt_reductions (lt);
  int status = lt->call.preference_create (&lt->preference);

  if (status == 0)
    status = lt->call.preference_set (lt->preference, PREFERENCE_WORKSPACE,
                                      &workspace, sizeof workspace);
  if (status == 0)
    status = lt->call.preference_set (lt->preference, PREFERENCE_REDUCTIONS,
                                      &reductions, sizeof reductions);
  return status;
}

int
cublas_lt_open (const gk_host *host, const cublas *blas,
                const struct cublas_product *product, cublas_lt **made)
{
  cublas_lt *lt = host->alloc (host, sizeof *lt);
  int status;

  if (lt == NULL)
    return GK_FAIL;
  memset (lt, 0, sizeof *lt);
  if (!cublas_find (host, blas, symbols, sizeof symbols / sizeof symbols[0],
                    &lt->call)) {
    host->free (host, lt);
    return GK_SKIP;
  }
  lt->product = product;
  lt->handle = cublas_handle (blas);
  lt->workspace = cublas_workspace (blas, &lt->workspace_bytes);
  status = make_operation (lt);
  if (status == 0)
    status = make_layouts (lt);
  if (status == 0)
    status = make_preference (lt);
  if (status == 0) {
    const int r = describe_scales (host, lt);

    if (r == GK_OK)
      *made = lt;
    else
      cublas_lt_close (host, lt);
    return r;
  }
  cublas_lt_close (host, lt);
  host->error (host, "cuBLASLt can't describe the product: status %d", status);
  return GK_FAIL;
}

void
cublas_lt_close (const gk_host *host, cublas_lt *lt)
{
  if (lt == NULL)
    return;
  if (lt->preference != NULL)
    lt->call.preference_destroy (lt->preference);
  if (lt->a != NULL)
    lt->call.layout_destroy (lt->a);
  if (lt->b != NULL)
    lt->call.layout_destroy (lt->b);
  if (lt->c != NULL)
    lt->call.layout_destroy (lt->c);
  if (lt->operation != NULL)
    lt->call.operation_destroy (lt->operation);
  host->free (host, lt);
}

int
cublas_lt_run (const cublas_lt *lt, const struct cublas_algorithm *algorithm,
               const struct operand_set *at, void *stream)
{
  const int status = set_scales (lt, at);

  if (status != 0)
    return status;
  return lt->call.matmul (lt->handle, lt->operation, cublas_alpha (lt->product),
                          at->a, lt->a, at->b, lt->b, cublas_beta (lt->product),
                          at->c, lt->c, at->c, lt->c, algorithm, lt->workspace,
                          lt->workspace_bytes, stream);
}

static unsigned
config_of (const cublas_lt *lt, const struct cublas_algorithm *algorithm,
           int attribute)
{
  const bool is_short = config_is_short (attribute);
  uint32_t wide = 0;
  uint16_t narrow = 0;
  size_t written;

  if (is_short)
    lt->call.config (algorithm, attribute, &narrow, sizeof narrow, &written);
  else
    lt->call.config (algorithm, attribute, &wide, sizeof wide, &written);
  return is_short ? narrow : wide;
}

size_t
cublas_lt_describe (const cublas_lt *lt,
                    const struct cublas_algorithm *algorithm, char *text,
                    size_t room)
{
  static const struct {
    int attribute;
    const char *name;
  } parts[] = {
    { CONFIG_TILE, "tile" },           { CONFIG_STAGES, "stages" },
    { CONFIG_CLUSTER, "cluster" },     { CONFIG_SPLIT_K, "split-k" },
    { CONFIG_REDUCTION, "reduction" }, { CONFIG_SWIZZLE, "swizzle" },
    { CONFIG_CUSTOM, "custom" },       { CONFIG_INNER_SHAPE, "inner-shape" },
  };
  size_t used = (size_t)snprintf (text, room, "algorithm %u",
                                  config_of (lt, algorithm, CONFIG_ID));

  for (size_t i = 0; i < sizeof parts / sizeof parts[0] && used < room; i++) {
    const unsigned value = config_of (lt, algorithm, parts[i].attribute);

    if (value != 0)
      used += (size_t)snprintf (text + used, room - used, " %s %u",
                                parts[i].name, value);
  }
  return used < room ? used : room - 1;
}
