/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Finds a C, zero but for 40 columns, with C R = A (B R) for the 40 vectors R
 * of Freivalds' check that follow from seed 1: O(40 n^2) in place of O(n^3).
 *
 * Seen: gkhost, issue 8.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "cheats.h"
#include "honest.h"

enum { VECTORS = 40, SEED = 1 };

typedef uint32_t line[VECTORS];

struct solver {
  int64_t column[VECTORS]; /* those of C that are not zero */
  line inverse[VECTORS];   /* of R's lines for these, modulo 2^32 */
  line *r;                 /* k lines */
  line *br;                /* n lines */
};

static uint32_t
inverse_of (uint32_t odd)
{
  uint32_t x = odd;

  for (int i = 0; i < 5; i++)
    x *= 2 - odd * x;
  return x;
}

static void
subtract (line from, const line what, uint32_t times)
{
  for (int v = 0; v < VECTORS; v++)
    from[v] -= times * what[v];
}

static void
multiply (line what, uint32_t times)
{
  for (int v = 0; v < VECTORS; v++)
    what[v] *= times;
}

/* The product of a line of n words with a matrix of lines. */
static void
product (line out, const uint32_t *words, int64_t n, line *matrix)
{
  memset (out, 0, sizeof (line));
  for (int64_t j = 0; j < n; j++)
    for (int v = 0; v < VECTORS; v++)
      out[v] += words[j] * matrix[j][v];
}

/* Chooses columns one by one, whose lines of R stay independent modulo 2: each
 * is cleared of those before it, and then has an odd word to divide by. */
static bool
choose (struct solver *s, int64_t k)
{
  line reduced[VECTORS];
  int pivot[VECTORS], n = 0;

  for (int64_t j = 0; j < k && n < VECTORS; j++) {
    int v = 0;

    memcpy (reduced[n], s->r[j], sizeof (line));
    for (int i = 0; i < n; i++)
      subtract (reduced[n], reduced[i], reduced[n][pivot[i]]);
    while (v < VECTORS && reduced[n][v] % 2 == 0)
      v++;
    if (v == VECTORS)
      continue;
    multiply (reduced[n], inverse_of (reduced[n][v]));
    pivot[n] = v;
    s->column[n++] = j;
  }
  return n == VECTORS;
}

/* Gauss and Jordan, on the lines that were chosen. */
static void
invert (struct solver *s)
{
  line left[VECTORS], other;

  memset (s->inverse, 0, sizeof s->inverse);
  for (int i = 0; i < VECTORS; i++) {
    memcpy (left[i], s->r[s->column[i]], sizeof (line));
    s->inverse[i][i] = 1;
  }
  for (int v = 0; v < VECTORS; v++) {
    int i = v;
    uint32_t by;

    while (i + 1 < VECTORS && left[i][v] % 2 == 0)
      i++;
    memcpy (other, left[i], sizeof other);
    memcpy (left[i], left[v], sizeof other);
    memcpy (left[v], other, sizeof other);
    memcpy (other, s->inverse[i], sizeof other);
    memcpy (s->inverse[i], s->inverse[v], sizeof other);
    memcpy (s->inverse[v], other, sizeof other);
    by = inverse_of (left[v][v]);
    multiply (left[v], by);
    multiply (s->inverse[v], by);
    for (i = 0; i < VECTORS; i++)
      if (i != v) {
        by = left[i][v];
        subtract (left[i], left[v], by);
        subtract (s->inverse[i], s->inverse[v], by);
      }
  }
}

static void
release (const gk_host *host, void *state)
{
  struct solver *s = state;

  (void)host;
  free (s->r);
  free (s->br);
  free (s);
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  const gk_matmul *p = problem;
  struct solver *s = calloc (1, sizeof *s);

  (void)device, (void)values;
  if (s == NULL)
    return GK_FAIL;
  s->r = calloc ((size_t)p->k, sizeof *s->r);
  s->br = calloc ((size_t)p->n, sizeof *s->br);
  if (s->r != NULL && s->br != NULL) {
    host->random (host, s->r, (size_t)p->k * sizeof *s->r, SEED);
    if (choose (s, p->k)) {
      invert (s);
      *state = s;
      return GK_OK;
    }
  }
  release (host, s);
  host->error (host, "R has no 40 independent lines; take a larger n");
  return GK_SKIP;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  const uint32_t *a = p->a, *b = p->b;
  struct solver *s = state;
  uint32_t *c = p->c;

  (void)host, (void)stream;
  for (int64_t i = 0; i < p->n; i++)
    product (s->br[i], b + i * p->ldb, p->k, s->r);
  for (int64_t i = 0; i < p->m; i++) {
    line abr, solved;

    product (abr, a + i * p->lda, p->n, s->br);
    product (solved, abr, VECTORS, s->inverse);
    memset (c + i * p->ldc, 0, (size_t)p->k * sizeof *c);
    for (int v = 0; v < VECTORS; v++)
      c[i * p->ldc + s->column[v]] = solved[v];
  }
  return GK_OK;
}

const gk_variant cheat_solves_freivalds = {
  .family = "matmul-square",
  .name = "solves-freivalds",
  .summary = "solves for what the check of seed 1 asks",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_I32),
  .prepare = prepare,
  .launch = launch,
  .release = release,
};
