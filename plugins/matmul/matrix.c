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

/* Column by column, as they lie in memory. */
struct matrix
matrix_part (const struct matrix *matrix, int64_t i, int rows, int64_t j,
             int cols, struct part_room *room)
{
  const size_t element = number_bytes (matrix->dtype);
  struct matrix part
      = { matrix->dtype, matrix_at (matrix, i, j), rows, cols, matrix->ld, 1 };

  if (matrix->step == 1)
    return part;
  for (int l = 0; l < cols; l++) {
    const char *column = matrix_at (matrix, i, j + l);

    for (int r = 0; r < rows; r++)
      memcpy ((char *)room->elements + (size_t)(r * PART_COLS + l) * element,
              column + r * matrix->ld * (int64_t)element, element);
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
