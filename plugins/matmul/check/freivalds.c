/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "matmul/clones.h"
#include "freivalds.h"
#include "threads.h"

/* Rows of one step of a parallel loop: enough to reuse a block of R while it is
 * in the cache, few enough to keep all cores busy. */
enum { STRIP = PART_ROWS };

/* One row of a matrix times R. */
typedef uint32_t product[VECTORS];

struct freivalds {
  product *r;   /* k of them */
  product *br;  /* B R: n of them */
  product *abr; /* A (B R): m of them */
};

/* Eight words, which the compiler keeps in a register, or in as many as the
 * machine needs. */
typedef uint32_t lanes
    __attribute__ ((vector_size (32), aligned (4), may_alias));

enum { REGISTERS = VECTORS / 8 };

/* Adds two rows of words times a block of R to two products.  Two rows, so that
 * each row of R is loaded once for both. */
MATMUL_CLONES static void
multiply_add (product y[2], const uint32_t *w0, const uint32_t *w1, int n,
              const product *r)
{
  lanes *y0 = (lanes *)y[0], *y1 = (lanes *)y[1];
  lanes sum0[REGISTERS], sum1[REGISTERS];

  for (int v = 0; v < REGISTERS; v++) {
    sum0[v] = y0[v];
    sum1[v] = y1[v];
  }
  for (int j = 0; j < n; j++) {
    const lanes *line = (const lanes *)r[j];

    for (int v = 0; v < REGISTERS; v++) {
      sum0[v] += w0[j] * line[v];
      sum1[v] += w1[j] * line[v];
    }
  }
  for (int v = 0; v < REGISTERS; v++) {
    y0[v] = sum0[v];
    y1[v] = sum1[v];
  }
}

/* Computes rows [i, i + n) of a matrix times R into y, which has room for n +
 * 1.  Bit s of the result is set when row i + s contains a number that is no
 * word. */
static uint32_t
times_r (const struct matrix *matrix, int64_t i, int n, const product *r,
         product y[STRIP + 1])
{
  uint32_t room0[WORDS], room1[WORDS];
  struct part_room copied;
  uint32_t bad = 0;

  memset (y, 0, sizeof (product) * (size_t)(n + 1));
  for (int64_t j = 0; j < matrix->cols; j += WORDS) {
    const int64_t left = matrix->cols - j;
    const int count = left < WORDS ? (int)left : WORDS;
    const struct matrix part = matrix_part (matrix, i, n, j, count, &copied);

    for (int s = 0; s < n; s += 2) {
      const uint32_t *w0, *w1;

      if (!words_of (&part, s, 0, count, room0, &w0))
        bad |= UINT32_C (1) << s;
      w1 = w0;
      if (s + 1 < n && !words_of (&part, s + 1, 0, count, room1, &w1))
        bad |= UINT32_C (1) << (s + 1);
      multiply_add (&y[s], w0, w1, count, r + j);
    }
  }
  return bad;
}

static int
strip_rows (const struct matrix *matrix, int64_t i)
{
  return matrix->rows - i < STRIP ? (int)(matrix->rows - i) : STRIP;
}

/* Computes all of a matrix times R into y. */
static void
multiply_matrix (const struct matrix *matrix, const product *r, product *y)
{
#pragma omp parallel for if (is_worth_threads(matrix->rows * matrix->cols      \
                                              * VECTORS)) schedule(dynamic)
  for (int64_t i = 0; i < matrix->rows; i += STRIP) {
    const int n = strip_rows (matrix, i);
    product strip[STRIP + 1];

    times_r (matrix, i, n, r, strip);
    memcpy (y + i, strip, sizeof (product) * (size_t)n);
  }
}

static product *
allocate_products (const gk_host *host, int64_t n)
{
  return host->alloc (host, (size_t)n * sizeof (product));
}

struct freivalds *
freivalds_make (const gk_host *host, const struct matrix *a,
                const struct matrix *b, uint64_t seed)
{
  struct freivalds *f = host->alloc (host, sizeof *f);

  if (f == NULL)
    return NULL;
  f->r = allocate_products (host, b->cols);
  f->br = allocate_products (host, b->rows);
  f->abr = allocate_products (host, a->rows);
  if (f->r == NULL || f->br == NULL || f->abr == NULL) {
    freivalds_free (host, f);
    return NULL;
  }
  host->random (host, f->r, (size_t)b->cols * sizeof (product), seed);
  multiply_matrix (b, f->r, f->br);
  multiply_matrix (a, f->br, f->abr);
  return f;
}

void
freivalds_free (const gk_host *host, struct freivalds *f)
{
  if (f == NULL)
    return;
  host->free (host, f->r);
  host->free (host, f->br);
  host->free (host, f->abr);
  host->free (host, f);
}

/* The rows of B R that change, each once, and their differences. */
struct row_changes {
  int n;
  int64_t row[2 * CHANGES];
  product by[2 * CHANGES];
};

static void
change_br (struct freivalds *f, const struct matrix *b, struct row_changes *c)
{
#pragma omp parallel for if (is_worth_threads(c->n * b->cols * VECTORS))       \
    schedule(static)
  for (int t = 0; t < c->n; t++) {
    uint32_t *was = f->br[c->row[t]];
    product is[STRIP + 1];

    times_r (b, c->row[t], 1, f->r, is);
    for (int v = 0; v < VECTORS; v++)
      c->by[t][v] = is[0][v] - was[v];
    memcpy (was, is[0], sizeof is[0]);
  }
}

static void
change_abr (struct freivalds *f, const struct matrix *a,
            const struct row_changes *c)
{
#pragma omp parallel for if (is_worth_threads(a->rows * c->n * VECTORS))       \
    schedule(static)
  for (int64_t i = 0; i < a->rows; i++) {
    uint32_t words[2 * CHANGES];
    product y[2] = { { 0 } };

    for (int t = 0; t < c->n; t++)
      words[t] = words_one (a, i, c->row[t]);
    multiply_add (y, words, words, c->n, c->by);
    for (int v = 0; v < VECTORS; v++)
      f->abr[i][v] += y[0][v];
  }
}

void
freivalds_move (struct freivalds *f, const struct matrix *a,
                const struct matrix *b, const struct varied *from,
                const struct varied *to)
{
  const int64_t rows[] = { from->a.line, to->a.line };
  struct row_changes changed;

  changed.n = varied_rows (&from->b, &to->b, changed.row);
  change_br (f, b, &changed);
  change_abr (f, a, &changed);
  /* Where a row of A changed, its old products are useless. */
  for (int i = 0; i < 2; i++)
    if (rows[i] >= 0) {
      product y[STRIP + 1];

      times_r (a, rows[i], 1, f->br, y);
      memcpy (f->abr[rows[i]], y[0], sizeof y[0]);
    }
}

int64_t
freivalds_wrong_rows (const struct freivalds *f, const struct matrix *c,
                      int64_t *first)
{
  int64_t wrong = 0, lowest = INT64_MAX;

#pragma omp parallel for if (is_worth_threads (c->rows * c->cols * VECTORS)) \
  schedule(dynamic) reduction(+ : wrong) reduction(min : lowest)
  for (int64_t i = 0; i < c->rows; i += STRIP) {
    const int n = strip_rows (c, i);
    product strip[STRIP + 1];
    const uint32_t bad = times_r (c, i, n, f->r, strip);

    for (int s = 0; s < n; s++)
      if ((bad >> s & 1) != 0
          || memcmp (strip[s], f->abr[i + s], sizeof (product)) != 0) {
        wrong++;
        lowest = i + s < lowest ? i + s : lowest;
      }
  }
  *first = lowest;
  return wrong;
}
