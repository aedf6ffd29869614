/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "matmul/clones.h"
#include "matmul/number.h"
#include "threads.h"
#include "unwrapped.h"

/* Two vectors, one after the other. */
struct unwrapped {
  uint64_t *r;   /* 2 k numbers below 2^32 */
  uint64_t *br;  /* B R: 2 n of them */
  uint64_t *abr; /* A (B R): 2 m of them */
};

bool
unwrapped_fits (const struct matrix *a)
{
  const double most = a->dtype == GK_I8 ? 128 : 255;

  if (!number_is_integer (a->dtype))
    return true;
  return number_bytes (a->dtype) == 1 && most * most * (double)a->cols < 0x1p31;
}

/* Adds signed words times two vectors to y. */
MATMUL_CLONES static void
multiply_add (const uint32_t *words, const uint64_t *x0, const uint64_t *x1,
              int n, uint64_t y[2])
{
  uint64_t sum0 = 0, sum1 = 0;

#pragma omp simd reduction(+ : sum0, sum1)
  for (int j = 0; j < n; j++) {
    const uint64_t word = (uint64_t)(int64_t)(int32_t)words[j];

    sum0 += word * x0[j];
    sum1 += word * x1[j];
  }
  y[0] += sum0;
  y[1] += sum1;
}

/* Computes rows [i, i + n) of a matrix times two vectors.  Bit s of the result
 * is set when row i + s contains a number that is no word. */
static uint32_t
times_vectors (const struct matrix *matrix, int64_t i, int n, const uint64_t *x,
               uint64_t y[PART_ROWS][2])
{
  struct part_room copied;
  uint32_t room[WORDS], bad = 0;

  memset (y, 0, sizeof y[0] * (size_t)n);
  for (int64_t j = 0; j < matrix->cols; j += WORDS) {
    const int64_t left = matrix->cols - j;
    const int count = left < WORDS ? (int)left : WORDS;
    const struct matrix part = matrix_part (matrix, i, n, j, count, &copied);

    for (int s = 0; s < n; s++) {
      const uint32_t *words;

      if (!words_of (&part, s, 0, count, room, &words))
        bad |= UINT32_C (1) << s;
      multiply_add (words, x + j, x + matrix->cols + j, count, y[s]);
    }
  }
  return bad;
}

static int
part_rows (const struct matrix *matrix, int64_t i)
{
  return matrix->rows - i < PART_ROWS ? (int)(matrix->rows - i) : PART_ROWS;
}

/* Computes rows [i, i + n) of a matrix times two vectors into out. */
static void
multiply_rows (const struct matrix *matrix, int64_t i, int n, const uint64_t *x,
               uint64_t *out)
{
  uint64_t y[PART_ROWS][2];

  times_vectors (matrix, i, n, x, y);
  for (int s = 0; s < n; s++)
    for (int v = 0; v < 2; v++)
      out[v * matrix->rows + i + s] = y[s][v];
}

static void
multiply_matrix (const struct matrix *matrix, const uint64_t *x, uint64_t *out)
{
#pragma omp parallel for if (is_worth_threads(matrix->rows * matrix->cols      \
                                              * STEPS_READ)) schedule(static)
  for (int64_t i = 0; i < matrix->rows; i += PART_ROWS)
    multiply_rows (matrix, i, part_rows (matrix, i), x, out);
}

static uint64_t *
allocate_vectors (const gk_host *host, int64_t n)
{
  return host->alloc (host, 2 * (size_t)n * sizeof (uint64_t));
}

struct unwrapped *
unwrapped_make (const gk_host *host, const struct matrix *a,
                const struct matrix *b, uint64_t seed)
{
  struct unwrapped *u = host->alloc (host, sizeof *u);

  if (u == NULL)
    return NULL;
  u->r = allocate_vectors (host, b->cols);
  u->br = allocate_vectors (host, b->rows);
  u->abr = allocate_vectors (host, a->rows);
  if (u->r == NULL || u->br == NULL || u->abr == NULL) {
    unwrapped_free (host, u);
    return NULL;
  }
  host->random (host, u->r, 2 * (size_t)b->cols * sizeof *u->r, seed);
  for (int64_t j = 0; j < 2 * b->cols; j++)
    u->r[j] >>= 32;
  multiply_matrix (b, u->r, u->br);
  multiply_matrix (a, u->br, u->abr);
  return u;
}

void
unwrapped_free (const gk_host *host, struct unwrapped *u)
{
  if (u == NULL)
    return;
  host->free (host, u->r);
  host->free (host, u->br);
  host->free (host, u->abr);
  host->free (host, u);
}

/* Adds the differences of few rows of B R, times A, to A (B R). */
static void
change_abr (struct unwrapped *u, const struct matrix *a, int n,
            const int64_t *rows, uint64_t by[][2])
{
#pragma omp parallel for if (is_worth_threads(a->rows * n * STEPS_MISSED))     \
    schedule(static)
  for (int64_t i = 0; i < a->rows; i++)
    for (int t = 0; t < n; t++) {
      const int32_t word = (int32_t)words_one (a, i, rows[t]);

      for (int v = 0; v < 2; v++)
        u->abr[v * a->rows + i] += (uint64_t)(int64_t)word * by[t][v];
    }
}

void
unwrapped_move (struct unwrapped *u, const struct matrix *a,
                const struct matrix *b, const struct varied *from,
                const struct varied *to)
{
  const int64_t changed[] = { from->a.line, to->a.line };
  int64_t rows[2 * CHANGES];
  uint64_t by[2 * CHANGES][2];
  const int n = varied_rows (&from->b, &to->b, rows);

  for (int t = 0; t < n; t++) {
    for (int v = 0; v < 2; v++)
      by[t][v] = -u->br[v * b->rows + rows[t]];
    multiply_rows (b, rows[t], 1, u->r, u->br);
    for (int v = 0; v < 2; v++)
      by[t][v] += u->br[v * b->rows + rows[t]];
  }
  change_abr (u, a, n, rows, by);
  for (int i = 0; i < 2; i++)
    if (changed[i] >= 0)
      multiply_rows (a, changed[i], 1, u->br, u->abr);
}

int64_t
unwrapped_wrong_rows (const struct unwrapped *u, const struct matrix *c,
                      int64_t *first)
{
  int64_t wrong = 0, lowest = INT64_MAX;

#pragma omp parallel for \
  if (is_worth_threads (c->rows * c->cols * STEPS_READ)) schedule(static) \
  reduction(+ : wrong) reduction(min : lowest)
  for (int64_t i = 0; i < c->rows; i += PART_ROWS) {
    const int n = part_rows (c, i);
    uint64_t y[PART_ROWS][2];
    const uint32_t bad = times_vectors (c, i, n, u->r, y);

    for (int s = 0; s < n; s++)
      if ((bad >> s & 1) != 0 || y[s][0] != u->abr[i + s]
          || y[s][1] != u->abr[c->rows + i + s]) {
        wrong++;
        lowest = i + s < lowest ? i + s : lowest;
      }
  }
  *first = lowest;
  return wrong;
}
