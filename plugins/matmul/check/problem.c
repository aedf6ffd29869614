/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stddef.h>
#include <string.h>

#include <gkhost/family-elements.h>

#include "columns.h"
#include "exact.h"
#include "fill-shape.h"
#include "folds.h"
#include "modular.h"
#include "update.h"
#include "matmul/number.h"
#include "matmul/options.h"
#include "vary.h"
#include "problem.h"

/* A kind of matrix, of which each product has one. */
struct buffer_matrix {
  const char *name;
  gk_role role;
  gk_dtype dtype;
  gk_layout layout;
  int64_t rows, cols;
  int64_t *ld, *stride; /* set by add_matrices */
  size_t slot;
};

/* Sets the stride of matrices of `lines` rows (or columns), and the bytes of
 * all of them.  False when over 63 bits. */
static bool
count_bytes (const struct buffer_matrix *of, int64_t lines, int64_t batch,
             uint64_t *bytes)
{
  const int64_t element = (int64_t)number_bytes (of->dtype);
  int64_t elements, all;

  if (__builtin_mul_overflow (lines, *of->ld, of->stride)
      || __builtin_mul_overflow (*of->stride, batch, &elements)
      || __builtin_mul_overflow (elements, element, &all))
    return false;
  *bytes = (uint64_t)all;
  return true;
}

/* Adds the buffer of such matrices.  False, after a message, when it is too
 * large. */
static bool
add_matrices (const gk_host *host, gk_setup *setup,
              const struct buffer_matrix *of, int64_t pad, int64_t batch)
{
  const bool by_rows = of->layout == GK_ROW_MAJOR;
  const int64_t lines = by_rows ? of->rows : of->cols;
  const int64_t length = by_rows ? of->cols : of->rows;
  const uint32_t n = setup->n_buffers++;
  gk_buffer *buffer = &setup->buffers[n];
  gk_shape *shape = &setup->shapes[n];
  uint32_t d = 0;

  *of->ld = length + pad;
  buffer->name = of->name;
  buffer->role = of->role;
  buffer->slot = of->slot;
  if (!count_bytes (of, lines, batch, &buffer->bytes)) {
    host->error (host,
                 "%s of %lld x %lld elements (%lld with padding), %lld times, "
                 "is over 63 bits of bytes; make the sizes smaller",
                 of->name, (long long)lines, (long long)length,
                 (long long)*of->ld, (long long)batch);
    return false;
  }
  shape->dtype = of->dtype;
  if (batch > 1) {
    shape->extent[d] = batch;
    shape->stride[d++] = *of->stride;
  }
  shape->extent[d] = of->rows;
  shape->stride[d++] = by_rows ? *of->ld : 1;
  shape->extent[d] = of->cols;
  shape->stride[d++] = by_rows ? 1 : *of->ld;
  shape->n_dims = d;
  return true;
}

static void
add_bias (gk_setup *setup, const gk_matmul *p)
{
  const uint32_t n = setup->n_buffers++;
  gk_buffer *buffer = &setup->buffers[n];
  gk_shape *shape = &setup->shapes[n];

  buffer->name = "bias";
  buffer->role = GK_INPUT;
  buffer->slot = offsetof (gk_matmul, bias);
  buffer->bytes = (uint64_t)problem_bias_length (p) * number_bytes (p->dtype_c);
  shape->dtype = p->dtype_c;
  shape->n_dims = 1;
  shape->extent[0] = problem_bias_length (p);
  shape->stride[0] = 1;
}

/* Adds the buffers of all three, in their order, and of the bias. */
static bool
add_operands (const gk_host *host, gk_setup *setup, gk_matmul *p, int64_t pad,
              bool bias)
{
  const gk_role of_c = p->beta != 0 ? GK_INOUT : GK_OUTPUT;
  const struct buffer_matrix operands[] = {
    { "a", GK_INPUT, p->dtype, p->layout_a, p->m, p->n, &p->lda, &p->stride_a,
      offsetof (gk_matmul, a) },
    { "b", GK_INPUT, p->dtype_b, p->layout_b, p->n, p->k, &p->ldb, &p->stride_b,
      offsetof (gk_matmul, b) },
    { "c", of_c, p->dtype_c, p->layout_c, p->m, p->k, &p->ldc, &p->stride_c,
      offsetof (gk_matmul, c) },
  };

  for (int i = 0; i < 3; i++)
    if (!add_matrices (host, setup, &operands[i], pad, p->batch))
      return false;
  if (bias)
    add_bias (setup, p);
  return true;
}

static uint64_t
forms_of (const gk_matmul *p, bool bias)
{
  const bool types
      = p->dtype_b != p->dtype || p->dtype_c != number_of_product (p->dtype);

  return (types ? GK_MATMUL_TYPES : 0) | (p->batch > 1 ? GK_MATMUL_BATCH : 0)
         | (update_is_needed (p, bias) ? GK_MATMUL_UPDATE : 0);
}

/* Sets the layouts of the three matrices from the option's value. */
static void
set_layouts (gk_matmul *p, gk_layout layout)
{
  const gk_layout of_all = layout == GK_ROW_MAJOR ? layout : GK_COL_MAJOR;

  p->layout_a = p->layout_b = p->layout_c = of_all;
  if (layout == GK_TN || layout == GK_TT)
    p->layout_a = GK_ROW_MAJOR;
  if (layout == GK_NT || layout == GK_TT)
    p->layout_b = GK_ROW_MAJOR;
}

/* The fastest unit for these factors. */
static gk_op_class
unit_of (gk_dtype dtype)
{
  switch (dtype) {
  case GK_I8:
  case GK_U8:
    return GK_OPS_TENSOR_I8;
  case GK_F16:
    return GK_OPS_TENSOR_F16;
  case GK_BF16:
    return GK_OPS_TENSOR_BF16;
  case GK_TF32:
    return GK_OPS_TENSOR_TF32;
  case GK_F32:
    return GK_OPS_F32;
  case GK_F64:
    return GK_OPS_F64;
  case GK_F8_E4M3:
  case GK_F8_E5M2:
    return GK_OPS_TENSOR_F8;
  default:
    return GK_OPS_I32;
  }
}

/* The least that any implementation moves and computes; padding is not
 * counted. */
static void
set_work (const gk_matmul *p, bool bias, gk_work *work)
{
  const double of_c = number_bytes (p->dtype_c);
  const double m = (double)p->m, n = (double)p->n, k = (double)p->k;
  const double batch = (double)p->batch;

  work->bytes_read = (uint64_t)((number_bytes (p->dtype) * m * n
                                 + number_bytes (p->dtype_b) * n * k
                                 + (p->beta != 0 ? of_c * m * k : 0))
                                * batch);
  if (bias)
    work->bytes_read += (uint64_t)(of_c * (double)problem_bias_length (p));
  work->bytes_written = (uint64_t)(of_c * m * k * batch);
  work->ops = 2 * m * n * k * batch;
  work->op_class = unit_of (p->dtype);
}

static uint64_t
verify_data (const gk_host *host, const gk_matmul *p, bool bias)
{
  const uint64_t of_all
      = GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_WIDE) | GK_BIT (GK_DATA_ZERO);
  const uint64_t always = of_all | SHAPED_DATA;

  if (number_is_integer (p->dtype))
    return of_all;
  if (exact_range (p->dtype, update_drawn_inner (p, bias)) > 0)
    return always | GK_BIT (GK_DATA_EXACT);
  host->log (host,
             "a sum of %lld products is not exact in this dtype even with "
             "inputs of -1, 0 and 1: not verified on exact data",
             (long long)p->n);
  return always;
}

const char *const matmul_dtypes_b[] = { "same", "f8_e4m3", "f8_e5m2", NULL };
const char *const matmul_dtypes_c[] = { "usual", "f32", "f16", "bf16", NULL };

/* Sets the types of all matrices.  False, after a message, where one does not
 * go with that of A. */
static bool
set_types (const gk_host *host, gk_matmul *p, const gk_value *options)
{
  static const gk_dtype of_b[] = { 0, GK_F8_E4M3, GK_F8_E5M2 };
  static const gk_dtype of_c[] = { 0, GK_F32, GK_F16, GK_BF16 };

  const int64_t b = options[MATMUL_DTYPE_B].i, c = options[MATMUL_DTYPE_C].i;

  p->dtype = (gk_dtype)options[MATMUL_DTYPE].i;
  p->dtype_b = b == 0 ? p->dtype : of_b[b];
  p->dtype_c = c == 0 ? number_of_product (p->dtype) : of_c[c];
  if (p->dtype_b != p->dtype && !number_is_byte (p->dtype)) {
    host->error (host,
                 "dtype_b = %s needs a dtype of f8_e4m3 or f8_e5m2; leave it "
                 "out, or make it same",
                 matmul_dtypes_b[b]);
    return false;
  }
  if (!number_is_byte (p->dtype) && p->dtype_c != number_of_product (p->dtype)
      && !(gk_is_short_float (p->dtype) && p->dtype_c == GK_F32)) {
    host->error (
        host,
        "dtype_c = %s does not go with this dtype: C may be f32, f16 or "
        "bf16 where A has floats of 8 bits, f32 where A has f16 or bf16; "
        "leave it out, or make it usual",
        matmul_dtypes_c[c]);
    return false;
  }
  return true;
}

/* True where sums of this problem's type can have this factor: alpha, or beta
 * where it is not 0. */
static bool
is_good_factor (const gk_host *host, const gk_matmul *p, const char *name,
                double x)
{
  const double least = 0x1p-4, most = 0x1p4;

  if (!(fabs (x) >= least && fabs (x) <= most)) {
    host->error (
        host, "%s = %.17g: it may be from 1/16 to 16 in magnitude%s", name, x,
        name[0] == 'a' ? ", since with 0 nothing is computed" : ", or 0");
    return false;
  }
  if (p->dtype != GK_F64 && (double)(float)x != x) {
    host->error (host,
                 "%s = %.17g is no number of f32, in which sums of this dtype "
                 "are: make it %.9g, written with all digits, or a multiple of "
                 "a power of two",
                 name, x, (double)(float)x);
    return false;
  }
  return true;
}

/* Sets what is added to products.  False, after a message, where the types
 * don't allow it. */
static bool
set_update (const gk_host *host, gk_matmul *p, const gk_value *options)
{
  const bool bias = options[MATMUL_HAS_BIAS].i != 0;

  p->alpha = options[MATMUL_ALPHA].f;
  p->beta = options[MATMUL_BETA].f;
  if (!update_is_needed (p, bias))
    return true;
  if (number_is_integer (p->dtype)) {
    host->error (host, "alpha, beta and bias are for floats: leave them out "
                       "where products are of integers");
    return false;
  }
  if (!is_good_factor (host, p, "alpha", p->alpha)
      || (p->beta != 0 && !is_good_factor (host, p, "beta", p->beta)))
    return false;
  if (p->dtype_c == GK_F16 && fabs (p->alpha) > 1) {
    host->error (host,
                 "alpha = %.17g is over 1, and C of f16: sums of the data that "
                 "results are checked on would overflow; make it smaller, or "
                 "dtype_c f32",
                 p->alpha);
    return false;
  }
  return true;
}

int
matmul_setup (const gk_host *host, const struct matmul_sizes *sizes,
              const gk_value *options, gk_setup *setup)
{
  struct matmul_state *s = host->alloc (host, sizeof *s);
  gk_matmul *p;

  if (s == NULL)
    return GK_FAIL;
  memset (s, 0, sizeof *s);
  p = &s->problem;
  p->size = sizeof *p;
  s->has_bias = options[MATMUL_HAS_BIAS].i != 0;
  if (!set_types (host, p, options) || !set_update (host, p, options)) {
    host->free (host, s);
    return GK_SKIP;
  }
  set_layouts (p, (gk_layout)options[MATMUL_LAYOUT].i);
  p->m = sizes->m;
  p->n = sizes->n;
  p->k = sizes->k;
  p->batch = sizes->batch;
  setup->state = s;
  setup->problem = p;
  setup->problem_bytes = sizeof *p;
  setup->forms = forms_of (p, s->has_bias);
  if (!add_operands (host, setup, p, options[MATMUL_PAD].i, s->has_bias)) {
    host->free (host, s);
    return GK_FAIL;
  }
  set_work (p, s->has_bias, &setup->work);
  setup->verify_data = verify_data (host, p, s->has_bias);
  if (!number_is_integer (p->dtype))
    setup->plant_data = PLANTED_DATA;
  return GK_OK;
}

void
matmul_teardown (const gk_host *host, void *state)
{
  struct matmul_state *s = state;

  for (size_t i = 0; i < sizeof s->reference / sizeof s->reference[0]; i++) {
    modular_free (host, s->reference[i].modular);
    columns_free (host, s->reference[i].columns);
    folds_free (host, s->reference[i].folds);
  }
  host->free (host, s);
}
