/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A layernorm by cuDNN's graphs: a graph of one operation, for which the
 * library names engines, the most promising first.  The first one that gives a
 * plan is taken, as programs that use cuDNN do.
 *
 * cuDNN has no layernorm without weights and biases, so these are ones and
 * zeros: cols elements of each, which all rows share.
 */
#include <config.h>

#include "cudnn-norm.h"
#include "make.h"

/* Kinds of descriptors. */
enum {
  ENGINE_CONFIG = 3,
  ENGINE_HEURISTIC = 4,
  EXECUTION_PLAN = 5,
  OPERATION_GRAPH = 15,
  VARIANT_PACK = 16,
  TENSOR = 17,
  NORM_FORWARD = 29
};

/* Types of attributes. */
enum {
  A_HANDLE = 0,
  A_DATA_TYPE = 1,
  A_BOOLEAN = 2,
  A_INT64 = 3,
  A_POINTER = 6,
  A_HEURISTIC_MODE = 8,
  A_DESCRIPTOR = 15,
  A_NORM_MODE = 27,
  A_NORM_PHASE = 28
};

/* Attributes. */
enum {
  HEURISTIC_MODE = 200,
  HEURISTIC_GRAPH = 201,
  HEURISTIC_RESULTS = 202,
  PLAN_HANDLE = 400,
  PLAN_CONFIG = 401,
  PLAN_WORKSPACE = 402,
  GRAPH_HANDLE = 800,
  GRAPH_OPERATIONS = 801,
  TENSOR_ALIGNMENT = 900,
  TENSOR_TYPE = 901,
  TENSOR_DIMENSIONS = 902,
  TENSOR_STRIDES = 903,
  TENSOR_NUMBER = 906,
  TENSOR_BY_VALUE = 908,
  PACK_NUMBERS = 1000,
  PACK_POINTERS = 1001,
  PACK_WORKSPACE = 1003,
  FORWARD_MODE = 2000,
  FORWARD_PHASE = 2001,
  FORWARD_X = 2002,
  FORWARD_SCALE = 2005,
  FORWARD_BIAS = 2006,
  FORWARD_EPSILON = 2007,
  FORWARD_Y = 2013
};

/* Values. */
enum { LAYER_NORM = 0, INFERENCE = 0, MODE_A = 3 };

/* Calls do nothing once one has failed. */
static void
make_part (struct norm *n, int part, int kind)
{
  if (n->status == 0)
    n->status = n->cudnn->make (kind, &n->parts[part]);
}

static void
set_attribute (struct norm *n, int part, int attribute, int type, int64_t count,
               const void *values)
{
  if (n->status == 0)
    n->status = n->cudnn->set (n->parts[part], attribute, type, count, values);
}

static void
finish_part (struct norm *n, int part)
{
  if (n->status == 0)
    n->status = n->cudnn->finalize (n->parts[part]);
}

/* rows x cols elements, as images of cols channels and one pixel. */
static void
make_tensor (struct norm *n, int part, int type, int64_t rows, int64_t cols)
{
  const int64_t sizes[4] = { rows, cols, 1, 1 };
  const int64_t strides[4] = { cols, 1, cols, cols };
  const int64_t alignment = 16, number = part + 1;
  const bool by_value = part == NORM_EPSILON;

  make_part (n, part, TENSOR);
  set_attribute (n, part, TENSOR_TYPE, A_DATA_TYPE, 1, &type);
  set_attribute (n, part, TENSOR_DIMENSIONS, A_INT64, 4, sizes);
  set_attribute (n, part, TENSOR_STRIDES, A_INT64, 4, strides);
  set_attribute (n, part, TENSOR_NUMBER, A_INT64, 1, &number);
  set_attribute (n, part, TENSOR_ALIGNMENT, A_INT64, 1, &alignment);
  set_attribute (n, part, TENSOR_BY_VALUE, A_BOOLEAN, 1, &by_value);
  finish_part (n, part);
}

/* Weights and biases have the type of src and dst: for bf16 with weights of f32
 * cuDNN 9.14 has one slow engine. */
static void
make_graph (struct norm *n, const gk_softmax *p)
{
  const int type = cudnn_type (p);
  const int mode = LAYER_NORM, phase = INFERENCE;

  make_tensor (n, NORM_X, type, p->rows, p->cols);
  make_tensor (n, NORM_Y, type, p->rows, p->cols);
  make_tensor (n, NORM_SCALE, type, 1, p->cols);
  make_tensor (n, NORM_BIAS, type, 1, p->cols);
  make_tensor (n, NORM_EPSILON, CUDNN_FLOAT, 1, 1);

  make_part (n, NORM_OPERATION, NORM_FORWARD);
  set_attribute (n, NORM_OPERATION, FORWARD_MODE, A_NORM_MODE, 1, &mode);
  set_attribute (n, NORM_OPERATION, FORWARD_PHASE, A_NORM_PHASE, 1, &phase);
  set_attribute (n, NORM_OPERATION, FORWARD_X, A_DESCRIPTOR, 1,
                 &n->parts[NORM_X]);
  set_attribute (n, NORM_OPERATION, FORWARD_SCALE, A_DESCRIPTOR, 1,
                 &n->parts[NORM_SCALE]);
  set_attribute (n, NORM_OPERATION, FORWARD_BIAS, A_DESCRIPTOR, 1,
                 &n->parts[NORM_BIAS]);
  set_attribute (n, NORM_OPERATION, FORWARD_EPSILON, A_DESCRIPTOR, 1,
                 &n->parts[NORM_EPSILON]);
  set_attribute (n, NORM_OPERATION, FORWARD_Y, A_DESCRIPTOR, 1,
                 &n->parts[NORM_Y]);
  finish_part (n, NORM_OPERATION);

  make_part (n, NORM_GRAPH, OPERATION_GRAPH);
  set_attribute (n, NORM_GRAPH, GRAPH_HANDLE, A_HANDLE, 1, &n->cudnn->handle);
  set_attribute (n, NORM_GRAPH, GRAPH_OPERATIONS, A_DESCRIPTOR, 1,
                 &n->parts[NORM_OPERATION]);
  finish_part (n, NORM_GRAPH);
}

/* Makes a plan of the configuration, and sets the bytes that it needs.  False
 * if it can't be had. */
static bool
make_plan (struct norm *n, int config, int64_t *bytes)
{
  int64_t count;

  make_part (n, NORM_PLAN, EXECUTION_PLAN);
  set_attribute (n, NORM_PLAN, PLAN_HANDLE, A_HANDLE, 1, &n->cudnn->handle);
  set_attribute (n, NORM_PLAN, PLAN_CONFIG, A_DESCRIPTOR, 1, &n->parts[config]);
  finish_part (n, NORM_PLAN);
  if (n->status == 0)
    n->status = n->cudnn->get (n->parts[NORM_PLAN], PLAN_WORKSPACE, A_INT64, 1,
                               &count, bytes);
  return n->status == 0;
}

/* Asks for engines, and makes a plan of the first that has one. */
static void
find_plan (struct norm *n, int64_t *bytes)
{
  const int mode = MODE_A;
  int64_t count = 0;

  make_part (n, NORM_HEURISTIC, ENGINE_HEURISTIC);
  set_attribute (n, NORM_HEURISTIC, HEURISTIC_GRAPH, A_DESCRIPTOR, 1,
                 &n->parts[NORM_GRAPH]);
  set_attribute (n, NORM_HEURISTIC, HEURISTIC_MODE, A_HEURISTIC_MODE, 1, &mode);
  finish_part (n, NORM_HEURISTIC);
  for (int i = 0; i < N_NORM_CONFIGS; i++)
    make_part (n, NORM_CONFIG + i, ENGINE_CONFIG);
  if (n->status == 0)
    n->status = n->cudnn->get (n->parts[NORM_HEURISTIC], HEURISTIC_RESULTS,
                               A_DESCRIPTOR, N_NORM_CONFIGS, &count,
                               &n->parts[NORM_CONFIG]);
  for (int64_t i = 0; i < count && n->parts[NORM_PLAN] == NULL; i++) {
    n->status = 0;
    if (!make_plan (n, NORM_CONFIG + (int)i, bytes)
        && n->parts[NORM_PLAN] != NULL) {
      n->cudnn->unmake (n->parts[NORM_PLAN]);
      n->parts[NORM_PLAN] = NULL;
    }
  }
}

/* Returns cols numbers of this value on the device, or NULL after a message. */
static void *
make_line (const gk_host *host, const struct cudnn *c, const gk_softmax *p,
           float value)
{
  const size_t bytes = (size_t)(p->cols * softmax_element_bytes (p));
  void *const line = host->workspace (host, bytes);
  void *tensor = NULL;
  int status;

  if (line == NULL)
    return NULL;
  status = cudnn_describe (c, p, 1, &tensor);
  if (status == 0)
    status = c->fill (c->handle, tensor, line, &value);
  if (tensor != NULL)
    c->destroy_tensor (tensor);
  if (status == 0)
    return line;
  host->error (host, "cuDNN can't fill a line (status %d)", status);
  return NULL;
}

static void
make_pack (struct norm *n, const gk_softmax *p, void *scale, void *bias,
           void *workspace)
{
  int64_t numbers[N_NORM_TENSORS];
  void *pointers[N_NORM_TENSORS];

  n->epsilon = (float)GK_SOFTMAX_EPSILON;
  pointers[NORM_X] = (void *)(uintptr_t)p->src;
  pointers[NORM_Y] = p->dst;
  pointers[NORM_SCALE] = scale;
  pointers[NORM_BIAS] = bias;
  pointers[NORM_EPSILON] = &n->epsilon;
  for (int i = 0; i < N_NORM_TENSORS; i++)
    numbers[i] = i + 1;
  make_part (n, NORM_PACK, VARIANT_PACK);
  set_attribute (n, NORM_PACK, PACK_NUMBERS, A_INT64, N_NORM_TENSORS, numbers);
  set_attribute (n, NORM_PACK, PACK_POINTERS, A_POINTER, N_NORM_TENSORS,
                 pointers);
  set_attribute (n, NORM_PACK, PACK_WORKSPACE, A_POINTER, 1, &workspace);
  finish_part (n, NORM_PACK);
}

int
norm_make (const gk_host *host, const struct cudnn *cudnn, const gk_softmax *p,
           struct norm *n)
{
  int64_t bytes = 0;
  void *scale, *bias, *workspace = NULL;

  *n = (struct norm){ .cudnn = cudnn };
  make_graph (n, p);
  find_plan (n, &bytes);
  if (n->parts[NORM_PLAN] == NULL) {
    host->error (host, "cuDNN %zu has no plan for this layernorm (status %d)",
                 cudnn->version (), n->status);
    return GK_SKIP;
  }
  scale = make_line (host, cudnn, p, 1);
  bias = scale != NULL ? make_line (host, cudnn, p, 0) : NULL;
  if (bias != NULL && bytes > 0)
    workspace = host->workspace (host, (size_t)bytes);
  if (bias == NULL || (bytes > 0 && workspace == NULL))
    return GK_SKIP;
  make_pack (n, p, scale, bias, workspace);
  if (n->status == 0)
    return GK_OK;
  host->error (host, "cuDNN rejects a layernorm's buffers with status %d",
               n->status);
  return GK_SKIP;
}

void
norm_free (struct norm *n)
{
  for (int i = N_NORM_PARTS; i-- > 0;)
    if (n->parts[i] != NULL)
      n->cudnn->unmake (n->parts[i]);
}
