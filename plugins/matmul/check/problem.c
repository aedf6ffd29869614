/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stddef.h>
#include <string.h>

#include "columns.h"
#include "exact.h"
#include "fill-shape.h"
#include "folds.h"
#include "modular.h"
#include "matmul/number.h"
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

  work->bytes_read = (uint64_t)(number_bytes (p->dtype) * (m * n + n * k));
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

int
matmul_setup (const gk_host *host, int64_t m, int64_t n, int64_t k,
              gk_dtype dtype, gk_layout layout, int64_t pad, gk_setup *setup)
{
  struct matmul_state *s = host->alloc (host, sizeof *s);
  gk_matmul *p;

  if (s == NULL)
    return GK_FAIL;
  memset (s, 0, sizeof *s);
  p = &s->problem;
  p->size = sizeof *p;
  p->dtype = dtype;
  p->dtype_c = number_of_product (dtype);
  set_layouts (p, layout);
  p->m = m;
  p->n = n;
  p->k = k;
  setup->state = s;
  setup->problem = p;
  setup->problem_bytes = sizeof *p;
  if (!add_matrix (host, setup, "a", GK_INPUT, dtype, p->layout_a, m, n, pad,
                   &p->lda, offsetof (gk_matmul, a))
      || !add_matrix (host, setup, "b", GK_INPUT, dtype, p->layout_b, n, k, pad,
                      &p->ldb, offsetof (gk_matmul, b))
      || !add_matrix (host, setup, "c", GK_OUTPUT, p->dtype_c, p->layout_c, m,
                      k, pad, &p->ldc, offsetof (gk_matmul, c))) {
    host->free (host, s);
    return GK_FAIL;
  }
  set_work (p, &setup->work);
  setup->verify_data = verify_data (host, p);
  if (!number_is_integer (dtype))
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
