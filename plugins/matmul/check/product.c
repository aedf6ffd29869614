/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "matmul/clones.h"
#include "product.h"
#include "threads.h"

/* Rows that are computed together, so that a row of B is read once for all. */
enum { TOGETHER = 16 };

MATMUL_CLONES static void
add_multiple (uint32_t *out, uint32_t factor, const uint32_t *words, int n)
{
#pragma omp simd
  for (int j = 0; j < n; j++)
    out[j] += factor * words[j];
}

/* Computes columns [j, j + n) of a few rows of the product. */
static void
make_piece (const struct matrix *a, const struct matrix *b, int64_t i, int rows,
            int64_t j, int n, uint32_t out[TOGETHER][WORDS])
{
  struct part_room copied;
  uint32_t room[WORDS];

  memset (out, 0, sizeof (uint32_t[TOGETHER][WORDS]));
  for (int64_t l = 0; l < b->rows; l += PART_ROWS) {
    const int lines = b->rows - l < PART_ROWS ? (int)(b->rows - l) : PART_ROWS;
    const struct matrix part = matrix_part (b, l, lines, j, n, &copied);

    for (int s = 0; s < lines; s++) {
      const uint32_t *line;

      words_of (&part, s, 0, n, room, &line);
      for (int r = 0; r < rows; r++)
        add_multiple (out[r], words_one (a, i + r, l + s), line, n);
    }
  }
}

void
product_rows (const struct matrix *a, const struct matrix *b, int64_t i,
              int64_t rows, uint32_t *out)
{
#pragma omp parallel for if (is_worth_threads(rows * b->rows * b->cols))       \
    collapse(2) schedule(dynamic)
  for (int64_t r = 0; r < rows; r += TOGETHER)
    for (int64_t j = 0; j < b->cols; j += WORDS) {
      const int count = rows - r < TOGETHER ? (int)(rows - r) : TOGETHER;
      const int n = b->cols - j < WORDS ? (int)(b->cols - j) : WORDS;
      uint32_t piece[TOGETHER][WORDS];

      make_piece (a, b, i + r, count, j, n, piece);
      for (int s = 0; s < count; s++)
        memcpy (out + (r + s) * b->cols + j, piece[s],
                (size_t)n * sizeof (uint32_t));
    }
}

MATMUL_CLONES static uint32_t
dot (const uint32_t *x, const uint32_t *y, int n)
{
  uint32_t sum = 0;

#pragma omp simd reduction(+ : sum)
  for (int l = 0; l < n; l++)
    sum += x[l] * y[l];
  return sum;
}

bool
product_column (const gk_host *host, const struct matrix *a,
                const struct matrix *b, int64_t j, uint32_t *out)
{
  uint32_t *column = host->alloc (host, (size_t)b->rows * sizeof *column);

  if (column == NULL)
    return false;
  for (int64_t l = 0; l < b->rows; l++)
    column[l] = words_one (b, l, j);
#pragma omp parallel for if (is_worth_threads(a->rows * a->cols * STEPS_READ)) \
    schedule(static)
  for (int64_t i = 0; i < a->rows; i++) {
    uint32_t room[WORDS], sum = 0;

    for (int64_t l = 0; l < a->cols; l += WORDS) {
      const int n = a->cols - l < WORDS ? (int)(a->cols - l) : WORDS;
      const uint32_t *words;

      words_of (a, i, l, n, room, &words);
      sum += dot (words, column + l, n);
    }
    out[i * b->cols + j] = sum;
  }
  host->free (host, column);
  return true;
}

static bool
same_row (const uint32_t *out, const struct matrix *c, int64_t i)
{
  uint32_t room[WORDS];

  for (int64_t j = 0; j < c->cols; j += WORDS) {
    const int n = c->cols - j < WORDS ? (int)(c->cols - j) : WORDS;
    const uint32_t *words;

    if (!words_of (c, i, j, n, room, &words)
        || memcmp (words, out + j, (size_t)n * sizeof (uint32_t)) != 0)
      return false;
  }
  return true;
}

int64_t
product_wrong_rows (const uint32_t *out, const struct matrix *c, int64_t *first)
{
  int64_t wrong = 0, lowest = INT64_MAX;

#pragma omp parallel for \
  if (is_worth_threads (c->rows * c->cols * STEPS_READ)) schedule(static) \
  reduction(+ : wrong) reduction(min : lowest)
  for (int64_t i = 0; i < c->rows; i++)
    if (!same_row (out + i * c->cols, c, i)) {
      wrong++;
      lowest = i < lowest ? i : lowest;
    }
  *first = lowest;
  return wrong;
}
