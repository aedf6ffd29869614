/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "matrix.h"
#include "number.h"
#include "scales.h"

struct matrix
matrix_make (gk_dtype dtype, gk_layout layout, const void *data, int64_t rows,
             int64_t cols, int64_t ld)
{
  struct matrix matrix = { .dtype = dtype,
                           .data = data,
                           .rows = rows,
                           .cols = cols,
                           .ld = ld,
                           .step = 1 };

  if (layout == GK_COL_MAJOR) {
    matrix.ld = 1;
    matrix.step = ld;
  }
  return matrix;
}

struct matrix
matrix_of_a (const gk_matmul *p)
{
  const struct matmul_scales s = matmul_scales_of (p, false);
  struct matrix a
      = matrix_make (p->dtype, p->layout_a, p->a, p->m, p->n, p->lda);

  a.scales = (struct matrix_scales){ s.at, s.lines, s.inner, s.line, s.step };
  return a;
}

struct matrix
matrix_of_b (const gk_matmul *p)
{
  const struct matmul_scales s = matmul_scales_of (p, true);
  struct matrix b
      = matrix_make (p->dtype_b, p->layout_b, p->b, p->n, p->k, p->ldb);

  b.scales = (struct matrix_scales){ s.at, s.inner, s.lines, s.step, s.line };
  return b;
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

static struct matrix
plain_part (const struct matrix *matrix, int64_t i, int rows, int64_t j,
            int cols, struct part_room *room)
{
  const unsigned element = number_bytes (matrix->dtype);
  const char *from = matrix_at (matrix, i, j);
  const size_t column_step = (size_t)matrix->step * element;
  char *to = (char *)room->elements;
  struct matrix part = { .dtype = matrix->dtype,
                         .data = from,
                         .rows = rows,
                         .cols = cols,
                         .ld = matrix->ld,
                         .step = 1 };

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

/* Sets n scaled numbers of row i, from column j on. */
static void
scale_row (const struct matrix *matrix, const float *row, int64_t i, int64_t j,
           int n, double *numbers)
{
  const struct matrix_scales *s = &matrix->scales;
  const float *scale = s->at + i / s->rows * s->down + j / s->cols * s->across;
  int64_t left = s->cols - j % s->cols;

  for (int c = 0; c < n; c++) {
    numbers[c] = (double)row[c] * (double)*scale;
    if (--left == 0) {
      scale += s->across;
      left = s->cols;
    }
  }
}

static struct matrix
scaled_part (const struct matrix *matrix, int64_t i, int rows, int64_t j,
             int cols, struct part_room *room)
{
  struct part_room copied;
  const struct matrix plain = plain_part (matrix, i, rows, j, cols, &copied);

  for (int r = 0; r < rows; r++) {
    float floats[PART_COLS];

    scale_row (
        matrix,
        number_floats (plain.dtype, matrix_at (&plain, r, 0), cols, floats),
        i + r, j, cols, (double *)room->elements + r * PART_COLS);
  }
  return matrix_make (GK_F64, GK_ROW_MAJOR, room->elements, rows, cols,
                      PART_COLS);
}

struct matrix
matrix_part (const struct matrix *matrix, int64_t i, int rows, int64_t j,
             int cols, struct part_room *room)
{
  return matrix->scales.at == NULL
             ? plain_part (matrix, i, rows, j, cols, room)
             : scaled_part (matrix, i, rows, j, cols, room);
}

float
matrix_scale (const struct matrix *matrix, int64_t i, int64_t j)
{
  const struct matrix_scales *s = &matrix->scales;

  return s->at == NULL ? 1
                       : s->at[i / s->rows * s->down + j / s->cols * s->across];
}

double
matrix_number (const struct matrix *matrix, int64_t i, int64_t j)
{
  return number_at (matrix->dtype, matrix_at (matrix, i, j))
         * (double)matrix_scale (matrix, i, j);
}
