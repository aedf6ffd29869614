/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "matrix.h"
#include "number.h"

struct matrix
matrix_make (gk_dtype dtype, gk_layout layout, const void *data, int64_t rows,
             int64_t cols, int64_t ld)
{
  struct matrix matrix = { dtype, data, rows, cols, ld, 1 };

  if (layout == GK_COL_MAJOR) {
    matrix.ld = 1;
    matrix.step = ld;
  }
  return matrix;
}

const void *
matrix_at (const struct matrix *matrix, int64_t i, int64_t j)
{
  return (const char *)matrix->data
         + (i * matrix->ld + j * matrix->step)
               * (int64_t)number_bytes (matrix->dtype);
}

/* Column by column, in the order of memory. element: a constant in each call,
 * so that the copy of an element is no function call. */
static inline __attribute__ ((always_inline)) void
copy_transposed (const char *from, size_t column_step, int rows, int cols,
                 char *to, size_t element)
{
  for (int l = 0; l < cols; l++)
    for (int r = 0; r < rows; r++)
      memcpy (to + (size_t)(r * PART_COLS + l) * element,
              from + (size_t)l * column_step + (size_t)r * element, element);
}

struct matrix
matrix_part (const struct matrix *matrix, int64_t i, int rows, int64_t j,
             int cols, struct part_room *room)
{
  const unsigned element = number_bytes (matrix->dtype);
  const char *from = matrix_at (matrix, i, j);
  const size_t column_step = (size_t)matrix->step * element;
  char *to = (char *)room->elements;
  struct matrix part = { matrix->dtype, from, rows, cols, matrix->ld, 1 };

  if (matrix->step == 1)
    return part;
  switch (element) {
  case 1:
    copy_transposed (from, column_step, rows, cols, to, 1);
    break;
  case 2:
    copy_transposed (from, column_step, rows, cols, to, 2);
    break;
  case 4:
    copy_transposed (from, column_step, rows, cols, to, 4);
    break;
  default:
    copy_transposed (from, column_step, rows, cols, to, 8);
  }
  part.data = room->elements;
  part.ld = PART_COLS;
  return part;
}

double
matrix_number (const struct matrix *matrix, int64_t i, int64_t j)
{
  return number_at (matrix->dtype, matrix_at (matrix, i, j));
}
