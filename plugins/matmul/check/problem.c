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
#include "matmul/batch.h"
#include "matmul/number.h"
#include "matmul/options.h"
#include "matmul/scales.h"
#include "varied.h"
#include "problem.h"

/* A kind of matrix, and how many there are of it. */
struct buffer_matrix {
  const char *name;
  gk_role role;
  gk_dtype dtype;
  gk_layout layout;
  int64_t rows, cols, count;
  int64_t *ld, *stride; /* set by add_matrices */
  size_t slot;
};

/* Sets the stride of matrices of `lines` rows (or columns), and the bytes of
 * all of them.  False when over 63 bits. */
static bool
count_bytes (const struct buffer_matrix *of, int64_t lines, uint64_t *bytes)
{
  const int64_t element = (int64_t)number_bytes (of->dtype);
  int64_t elements, all;

  if (__builtin_mul_overflow (lines, *of->ld, of->stride)
      || __builtin_mul_overflow (*of->stride, of->count, &elements)
      || __builtin_mul_overflow (elements, element, &all))
    return false;
  *bytes = (uint64_t)all;
  return true;
}

/* Adds the buffer of such matrices.  False, after a message, when it is too
 * large. */
static bool
add_matrices (const gk_host *host, gk_setup *setup,
              const struct buffer_matrix *of, int64_t pad)
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
  if (!count_bytes (of, lines, &buffer->bytes)) {
    host->error (host,
                 "%s of %lld x %lld elements (%lld with padding), %lld times, "
                 "is over 63 bits of bytes; make the sizes smaller",
                 of->name, (long long)lines, (long long)length,
                 (long long)*of->ld, (long long)of->count);
    return false;
  }
  shape->dtype = of->dtype;
  if (of->count > 1) {
    shape->extent[d] = of->count;
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

  setup->buffers[n] = (gk_buffer){ .name = "bias",
                                   .role = GK_INPUT,
                                   .bytes = (uint64_t)update_bias_length (p)
                                            * number_bytes (p->dtype_c),
                                   .slot = offsetof (gk_matmul, bias) };
  setup->shapes[n] = (gk_shape){ .dtype = p->dtype_c,
                                 .n_dims = 1,
                                 .extent = { update_bias_length (p) },
                                 .stride = { 1 } };
}

/* Adds the buffers of all three, in their order. */
static bool
add_operands (const gk_host *host, gk_setup *setup, gk_matmul *p, int64_t pad)
{
  const gk_role of_c = p->beta != 0 ? GK_INOUT : GK_OUTPUT;
  const int64_t products = matmul_products (p);
  const bool b_is_grouped = p->groups > 0 && matmul_b_is_grouped (p);
  const bool a_is_grouped = p->groups > 0 && !matmul_b_is_grouped (p);
  const int64_t of_a = a_is_grouped ? 1 : products;
  const int64_t of_b = b_is_grouped ? 1 : products;
  const struct buffer_matrix operands[] = {
    { "a", GK_INPUT, p->dtype, p->layout_a, p->m, p->n, of_a, &p->lda,
      &p->stride_a, offsetof (gk_matmul, a) },
    { "b", GK_INPUT, p->dtype_b, p->layout_b, p->n, p->k, of_b, &p->ldb,
      &p->stride_b, offsetof (gk_matmul, b) },
    { "c", of_c, p->dtype_c, p->layout_c, p->m, p->k, p->batch, &p->ldc,
      &p->stride_c, offsetof (gk_matmul, c) },
  };

  for (int i = 0; i < 3; i++)
    if (!add_matrices (host, setup, &operands[i], pad))
      return false;
  return true;
}

/* Adds group_lines. */
static void
add_group_lines (gk_setup *setup, int64_t groups)
{
  const uint32_t n = setup->n_buffers++;

  setup->buffers[n]
      = (gk_buffer){ .name = "group_lines",
                     .role = GK_CONSTANT,
                     .bytes = (uint64_t)(groups + 1) * sizeof (int32_t),
                     .slot = offsetof (gk_matmul, group_lines) };
  setup->shapes[n] = (gk_shape){
    .dtype = GK_I32, .n_dims = 1, .extent = { groups + 1 }, .stride = { 1 }
  };
}

/* Sets the groups of the state's problem.  Other than GK_OK after a message. */
static int
set_groups (const gk_host *host, const struct matmul_sizes *sizes,
            uint64_t seed, struct matmul_state *s)
{
  gk_matmul *p = &s->problem;

  p->groups = sizes->groups;
  if (p->groups == 0)
    return GK_OK;
  s->division = (struct group_division){
    .lines = matmul_b_is_grouped (p) ? p->k : p->m,
    .groups = p->groups,
    .multiple = sizes->group_multiple,
    .sizes = sizes->group_sizes,
    .seed = seed,
  };
  if (p->batch > 1) {
    host->error (host,
                 "groups are of a single product, and batch = %lld; "
                 "leave one of them out",
                 (long long)p->batch);
    return GK_SKIP;
  }
  if (p->scales != GK_SCALES_NONE) {
    host->error (host,
                 "groups have no scales, and scales = %s; leave one of them "
                 "out",
                 matmul_scale_names[p->scales]);
    return GK_SKIP;
  }
  if (matmul_is_updated (p, s->has_bias)) {
    host->error (host, "groups do not go with alpha, beta or bias; leave these "
                       "out, or the groups");
    return GK_SKIP;
  }
  if (s->division.lines > INT32_MAX) {
    host->error (host,
                 "%lld lines of groups are over %d, which 32 bits count; "
                 "make %s smaller",
                 (long long)s->division.lines, INT32_MAX,
                 matmul_b_is_grouped (p) ? "k" : "m");
    return GK_FAIL;
  }
  return GK_OK;
}

/* Adds the buffer of one operand's scales, as the lines that they lie in. */
static void
add_scales_of (gk_setup *setup, const gk_matmul *p, bool is_b)
{
  const struct matmul_scales s = matmul_scales_of (p, is_b);
  const int64_t blocks = matmul_scale_blocks (p->n);
  const int64_t lines = is_b ? p->k : p->m;
  const uint32_t n = setup->n_buffers++;
  const bool one = p->scales == GK_SCALES_TENSOR;

  setup->buffers[n]
      = (gk_buffer){ .name = is_b ? "scale_b" : "scale_a",
                     .role = GK_INPUT,
                     .bytes = (uint64_t)s.count * sizeof (float),
                     .slot = is_b ? offsetof (gk_matmul, scale_b)
                                  : offsetof (gk_matmul, scale_a) };
  setup->shapes[n] = (gk_shape){
    .dtype = GK_F32,
    .n_dims = 2,
    .extent = { one ? 1 : (lines + s.lines - 1) / s.lines, one ? 1 : blocks },
    .stride = { one ? 1 : s.line, one ? 1 : s.step },
  };
}

/* Adds the buffers behind those of the matrices. */
static void
add_others (gk_setup *setup, const struct matmul_state *s)
{
  const gk_matmul *p = &s->problem;

  if (s->has_bias)
    add_bias (setup, p);
  if (p->groups > 0)
    add_group_lines (setup, p->groups);
  if (p->scales != GK_SCALES_NONE) {
    add_scales_of (setup, p, false);
    add_scales_of (setup, p, true);
  }
}

static uint64_t
forms_of (const gk_matmul *p, bool bias)
{
  const bool types
      = p->dtype_b != p->dtype || p->dtype_c != number_of_product (p->dtype);

  return (types ? GK_MATMUL_TYPES : 0) | (p->batch > 1 ? GK_MATMUL_BATCH : 0)
         | (matmul_is_updated (p, bias) ? GK_MATMUL_UPDATE : 0)
         | (p->groups > 0 ? GK_MATMUL_GROUPS : 0)
         | (p->scales != GK_SCALES_NONE ? GK_MATMUL_SCALES : 0);
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
  const int64_t scales
      = matmul_scales_of (p, false).count + matmul_scales_of (p, true).count;
  double a = number_bytes (p->dtype) * m * n * batch;
  double b = number_bytes (p->dtype_b) * n * k * batch;

  if (p->groups > 0)
    *(matmul_b_is_grouped (p) ? &a : &b) *= (double)p->groups;
  if (p->beta != 0)
    a += of_c * m * k * batch;
  if (bias)
    a += of_c * (double)update_bias_length (p);
  work->bytes_read = (uint64_t)(a + b + sizeof (float) * (double)scales);
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
  if (exact_range (p->dtype, exact_inner (p, bias)) > 0)
    return always | GK_BIT (GK_DATA_EXACT);
  host->log (host,
             "a sum of %lld products is not exact in this dtype even with "
             "inputs of -1, 0 and 1: not verified on exact data",
             (long long)p->n);
  return always;
}

const char *const matmul_dtypes_b[] = { "same", "f8_e4m3", "f8_e5m2", NULL };
const char *const matmul_dtypes_c[] = { "usual", "f32", "f16", "bf16", NULL };
const char *const matmul_group_sizes[] = { "random", "even", "skewed", NULL };
const char *const matmul_scale_names[]
    = { "none", "tensor", "lines-a", "lines-b", NULL }; /* gk_matmul_scales */

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
set_update (const gk_host *host, struct matmul_state *s,
            const gk_value *options)
{
  gk_matmul *p = &s->problem;

  s->has_bias = options[MATMUL_HAS_BIAS].i != 0;
  p->alpha = options[MATMUL_ALPHA].f;
  p->beta = options[MATMUL_BETA].f;
  if (!matmul_is_updated (p, s->has_bias))
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

/* Sets the scales, likewise.  The batch and what is added are known. */
static bool
set_scales (const gk_host *host, struct matmul_state *s,
            const gk_value *options)
{
  gk_matmul *p = &s->problem;
  const char *format = NULL;

  p->scales = (gk_matmul_scales)options[MATMUL_SCALES].i;
  if (p->scales == GK_SCALES_NONE)
    return true;
  if (p->batch > 1)
    format = "scales = %s is for one product; make batch 1, or leave scales "
             "out";
  else if (!number_is_byte (p->dtype))
    format = "scales = %s needs a dtype of f8_e4m3 or f8_e5m2; leave it out, "
             "or make it none";
  else if (matmul_is_updated (p, s->has_bias))
    format = "scales = %s does not go with alpha, beta or bias; leave these "
             "out, or the scales";
  else
    return true;
  host->error (host, format, matmul_scale_names[p->scales]);
  return false;
}

int
matmul_setup (const gk_host *host, const struct matmul_sizes *sizes,
              const gk_value *options, gk_setup *setup)
{
  struct matmul_state *s = host->alloc (host, sizeof *s);
  gk_matmul *p;
  int status;

  if (s == NULL)
    return GK_FAIL;
  memset (s, 0, sizeof *s);
  p = &s->problem;
  p->size = sizeof *p;
  p->batch = sizes->batch;
  set_layouts (p, (gk_layout)options[MATMUL_LAYOUT].i);
  p->m = sizes->m;
  p->n = sizes->n;
  p->k = sizes->k;
  status = set_types (host, p, options) && set_update (host, s, options)
                   && set_scales (host, s, options)
               ? GK_OK
               : GK_SKIP;
  if (status == GK_OK)
    status = set_groups (host, sizes, setup->seed, s);
  if (status == GK_OK && !add_operands (host, setup, p, options[MATMUL_PAD].i))
    status = GK_FAIL;
  if (status != GK_OK) {
    host->free (host, s);
    return status;
  }
  add_others (setup, s);
  setup->state = s;
  setup->problem = p;
  setup->problem_bytes = sizeof *p;
  setup->forms = forms_of (p, s->has_bias);
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
