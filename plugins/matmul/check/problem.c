/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stddef.h>
#include <string.h>

#include <gkhost/family-elements.h>

#include "columns.h"
#include "exact.h"
#include "fill-shape.h"
#include "folds.h"
#include "modular.h"
#include "matmul/number.h"
#include "matmul/options.h"
#include "vary.h"
#include "problem.h"

/* Bytes of a matrix of `lines` rows (or columns), ld elements apart.  False
 * when over 63 bits. */
static bool
matrix_bytes (int64_t lines, int64_t ld, unsigned element, uint64_t *bytes)
{
  uint64_t elements;

  return !__builtin_mul_overflow ((uint64_t)lines, (uint64_t)ld, &elements)
         && !__builtin_mul_overflow (elements, (uint64_t)element, bytes)
         && *bytes <= (uint64_t)INT64_MAX;
}

/* Adds the buffer of a rows x cols matrix, and sets its leading dimension.
 * False, after a message, when it is too large. */
static bool
add_matrix (const gk_host *host, gk_setup *setup, const char *name,
            gk_role role, gk_dtype dtype, gk_layout layout, int64_t rows,
            int64_t cols, int64_t pad, int64_t *ld, size_t slot)
{
  const bool by_rows = layout == GK_ROW_MAJOR;
  const int64_t lines = by_rows ? rows : cols, length = by_rows ? cols : rows;
  gk_buffer *buffer = &setup->buffers[setup->n_buffers];

  *ld = length + pad;
  setup->shapes[setup->n_buffers++] = (gk_shape){
    .dtype = dtype,
    .n_dims = 2,
    .extent = { rows, cols },
    .stride = { by_rows ? *ld : 1, by_rows ? 1 : *ld },
  };
  buffer->name = name;
  buffer->role = role;
  buffer->slot = slot;
  if (matrix_bytes (lines, *ld, number_bytes (dtype), &buffer->bytes))
    return true;
  host->error (host,
               "%s of %lld x %lld elements (%lld with padding) is over 63 bits "
               "of bytes; make the sizes smaller",
               name, (long long)lines, (long long)length, (long long)*ld);
  return false;
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
set_work (const gk_matmul *p, gk_work *work)
{
  const double m = (double)p->m, n = (double)p->n, k = (double)p->k;

  work->bytes_read = (uint64_t)(number_bytes (p->dtype) * m * n
                                + number_bytes (p->dtype_b) * n * k);
  work->bytes_written = (uint64_t)(number_bytes (p->dtype_c) * m * k);
  work->ops = 2 * m * n * k;
  work->op_class = unit_of (p->dtype);
}

static uint64_t
verify_data (const gk_host *host, const gk_matmul *p)
{
  const uint64_t of_all
      = GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_WIDE) | GK_BIT (GK_DATA_ZERO);
  const uint64_t always = of_all | SHAPED_DATA;

  if (number_is_integer (p->dtype))
    return of_all;
  if (exact_range (p->dtype, p->n) > 0)
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

int
matmul_setup (const gk_host *host, int64_t m, int64_t n, int64_t k,
              const gk_value *options, gk_setup *setup)
{
  const int64_t pad = options[MATMUL_PAD].i;
  struct matmul_state *s = host->alloc (host, sizeof *s);
  gk_matmul *p;

  if (s == NULL)
    return GK_FAIL;
  memset (s, 0, sizeof *s);
  p = &s->problem;
  p->size = sizeof *p;
  if (!set_types (host, p, options)) {
    host->free (host, s);
    return GK_SKIP;
  }
  set_layouts (p, (gk_layout)options[MATMUL_LAYOUT].i);
  p->m = m;
  p->n = n;
  p->k = k;
  setup->state = s;
  setup->problem = p;
  setup->problem_bytes = sizeof *p;
  if (p->dtype_b != p->dtype || p->dtype_c != number_of_product (p->dtype))
    setup->needed_bytes = sizeof *p;
  if (!add_matrix (host, setup, "a", GK_INPUT, p->dtype, p->layout_a, m, n, pad,
                   &p->lda, offsetof (gk_matmul, a))
      || !add_matrix (host, setup, "b", GK_INPUT, p->dtype_b, p->layout_b, n, k,
                      pad, &p->ldb, offsetof (gk_matmul, b))
      || !add_matrix (host, setup, "c", GK_OUTPUT, p->dtype_c, p->layout_c, m,
                      k, pad, &p->ldc, offsetof (gk_matmul, c))) {
    host->free (host, s);
    return GK_FAIL;
  }
  set_work (p, &setup->work);
  setup->verify_data = verify_data (host, p);
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
