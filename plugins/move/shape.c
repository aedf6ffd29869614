/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>

#include "element.h"
#include "options.h"
#include "shape.h"

/* Signed, since offsets into the matrix must also fit a ptrdiff_t. */
static bool
matrix_bytes (int64_t rows, int64_t pitch, uint32_t element, uint64_t *bytes)
{
  int64_t n;

  if (__builtin_mul_overflow (rows, pitch, &n)
      || __builtin_mul_overflow (n, (int64_t)element, &n))
    return false;
  *bytes = (uint64_t)n;
  return true;
}

int
move_shape_make (const gk_host *host, const gk_value *values, bool transposed,
                 struct move_shape *shape)
{
  const int64_t pad = values[MOVE_PAD].i;

  *shape = (struct move_shape){
    .dtype = (gk_dtype)values[MOVE_DTYPE].i,
    .transposed = transposed,
    .rows = values[MOVE_ROWS].i,
    .cols = values[MOVE_COLS].i,
  };
  shape->element = move_element (shape->dtype);
  shape->src_pitch = shape->cols + pad;
  shape->dst_pitch = (transposed ? shape->rows : shape->cols) + pad;

  if (!matrix_bytes (shape->rows, shape->src_pitch, shape->element,
                     &shape->src_bytes)
      || !matrix_bytes (transposed ? shape->cols : shape->rows,
                        shape->dst_pitch, shape->element, &shape->dst_bytes)) {
    host->error (host,
                 "rows = %" PRId64 " and cols = %" PRId64
                 " with elements of %u bytes and pad = %" PRId64
                 " make a matrix whose size does not fit in 64 bits; lower "
                 "rows or cols",
                 shape->rows, shape->cols, shape->element, pad);
    return GK_FAIL;
  }
  return GK_OK;
}

void
move_shape_describe (const struct move_shape *shape, size_t src_slot,
                     size_t dst_slot, gk_setup *setup)
{
  const uint64_t moved
      = (uint64_t)shape->rows * (uint64_t)shape->cols * shape->element;

  setup->n_buffers = 2;
  setup->buffers[0] = (gk_buffer){
    .name = "src",
    .role = GK_INPUT,
    .bytes = shape->src_bytes,
    .slot = src_slot,
  };
  setup->buffers[1] = (gk_buffer){
    .name = "dst",
    .role = GK_OUTPUT,
    .bytes = shape->dst_bytes,
    .slot = dst_slot,
  };
  setup->shapes[0] = (gk_shape){
    .dtype = shape->dtype,
    .n_dims = 2,
    .extent = { shape->rows, shape->cols },
    .stride = { shape->src_pitch, 1 },
  };
  setup->shapes[1] = (gk_shape){
    .dtype = shape->dtype,
    .n_dims = 2,
    .extent = { shape->transposed ? shape->cols : shape->rows,
                shape->transposed ? shape->rows : shape->cols },
    .stride = { shape->dst_pitch, 1 },
  };
  setup->work.bytes_read = moved;
  setup->work.bytes_written = moved;
  setup->work.op_class = GK_OPS_NONE;
  setup->verify_data = GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_ZERO);
}
