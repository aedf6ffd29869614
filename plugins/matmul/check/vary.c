/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "fill-shape.h"
#include "matmul/number.h"
#include "problem.h"
#include "ring.h"
#include "matmul/row-major.h"
#include "threads.h"
#include "update.h"
#include "vary.h"

enum { OF_A, OF_B, OF_PRODUCT };

/* Ranges of one of the inputs, which are four at most. */
enum { MOST_PIECES = GK_MAX_RANGES / 4 };

/* Word 0 selects the line; each change uses two more. */
enum { VARIED_WORDS = 1 + 2 * CHANGES };

/* Each of so many places is planted, and becomes so many times larger. */
enum { PLANTED_EACH = 8, PLANTED_TIMES = 1024, PLANTED_TIMES_E4M3 = 16 };

static struct varied_line
line_of (const gk_host *host, uint64_t seed, uint64_t generation,
         uint32_t which, int64_t lines, int64_t length, int most)
{
  struct varied_line v = { .line = -1 };
  uint64_t words[VARIED_WORDS];

  if (generation == 0)
    return v;
  changes_random (host, seed, generation, which, words, VARIED_WORDS);
  v.line = (int64_t)(words[0] % (uint64_t)lines);
  v.n = length < most ? (int)length : most;
  for (int t = 0; t < v.n; t++) {
    v.place[t] = (int64_t)changes_index (words[1 + 2 * t], (uint64_t)t,
                                         (uint64_t)v.n, (uint64_t)length);
    v.word[t] = words[2 + 2 * t];
  }
  return v;
}

/* Has a change be of the line's outlier, in place of another in its part. */
static void
change_outlier (struct varied_line *v, uint64_t seed, bool is_b, int64_t inner)
{
  if (v->line >= 0) {
    const int64_t place = fill_shape_outlier (seed, is_b, v->line, inner);

    v->place[changes_place ((uint64_t)place, (uint64_t)v->n, (uint64_t)inner)]
        = place;
  }
}

int64_t
varied_planted (const gk_host *host, uint64_t seed, uint64_t generation,
                int64_t batch)
{
  uint64_t word;

  changes_random (host, seed, generation, OF_PRODUCT, &word, 1);
  return (int64_t)(word % (uint64_t)batch);
}

struct varied
varied_of (const gk_host *host, gk_data data, uint64_t seed,
           uint64_t generation, const struct matrix *a, const struct matrix *b,
           bool swapped, int most)
{
  struct varied v
      = { line_of (host, seed, generation, OF_A, a->rows, a->cols, most),
          line_of (host, seed, generation, OF_B, b->cols, b->rows, most) };

  if (data == GK_DATA_HEAVY) {
    change_outlier (&v.a, seed, swapped, a->cols);
    change_outlier (&v.b, seed, !swapped, b->rows);
  }
  if (data == GK_DATA_ZERO)
    memcpy (v.b.place, v.a.place, sizeof v.b.place);
  return v;
}

int
varied_rows (const struct varied_line *from, const struct varied_line *to,
             int64_t rows[2 * CHANGES])
{
  const struct varied_line *const both[] = { from, to };
  int n = 0;

  for (int i = 0; i < 2; i++)
    for (int t = 0; t < both[i]->n; t++) {
      int at = 0;

      while (at < n && rows[at] != both[i]->place[t])
        at++;
      rows[at] = both[i]->place[t];
      n += at == n;
    }
  return n;
}

/* One of the inputs, in the row-major view. */
struct input {
  gk_vary *vary;
  struct ring ring;
  uint32_t which, buffer;
  struct matrix matrix; /* the first product's; its data is not read */
  int64_t stride;       /* elements from one product's matrix to the next */
  int64_t line_step, in_line; /* elements from line to line, and from element to
                                 element of a line */
  bool noted;                 /* all of it is among the ranges */
};

/* The shift that a change adds.  A heavy number gets at least half as far as
 * one can of those with its exponent, since an outlier decides alone.  A zero
 * becomes a number in (1/2, 1), in A of every other generation its negative, so
 * that even a product of one element changes. */
static uint64_t
shift_of (const struct input *v, uint64_t word, uint64_t generation)
{
  const uint64_t n = ring_size (&v->ring);
  uint64_t shift;

  if (number_is_integer (v->ring.dtype))
    return changes_shift (word, generation, n);
  if (v->vary->data == GK_DATA_HEAVY)
    return n / 4 + changes_shift (word, generation, n / 2);
  if (v->vary->data != GK_DATA_ZERO)
    return changes_shift (word, generation, n);
  /* Of e5m2 there is one such number, and 1/2. */
  shift = n / 4
          + (n / 4 < 3 ? generation % 2
                       : changes_shift (word, generation, n / 4));
  return v->which == OF_A && generation % 2 != 0 ? n - shift : shift;
}

/* By a power of two, which is exact: up, or back. */
static void
scale_number (gk_dtype dtype, void *at, bool back)
{
  const double times = dtype == GK_F8_E4M3 ? PLANTED_TIMES_E4M3 : PLANTED_TIMES;

  number_put (dtype, at, number_at (dtype, at) * (back ? 1 / times : times));
}

/* Applies a generation's changes of product z, or undoes them. */
static void
change_line (const struct input *v, int64_t z, const struct varied_line *to,
             uint64_t generation, bool back, bool planted)
{
  const unsigned element = number_bytes (v->ring.dtype);

  for (int t = 0; t < to->n; t++) {
    const uint64_t shift = shift_of (v, to->word[t], generation);
    const uint64_t offset = (uint64_t)(z * v->stride + to->line * v->line_step
                                       + to->place[t] * v->in_line)
                            * element;
    char *at = (char *)v->vary->buffers[v->buffer] + offset;
    const bool plants = planted && t % PLANTED_EACH == 0;

    if (plants && back)
      scale_number (v->ring.dtype, at, true);
    ring_add (&v->ring, at, back ? ring_size (&v->ring) - shift : shift);
    if (plants && !back)
      scale_number (v->ring.dtype, at, false);
    if (!v->noted)
      changes_note (v->vary, v->buffer, offset, element);
  }
}

/* Reports an input of so many elements as a whole, in as many pieces as it may
 * have: the host writes one elsewhere, for comparison, where it fits in an
 * output. */
static void
note_all (gk_vary *vary, uint32_t buffer, gk_dtype dtype, int64_t elements)
{
  const uint64_t bytes = (uint64_t)elements * number_bytes (dtype);
  const uint64_t piece = (bytes + MOST_PIECES - 1) / MOST_PIECES;

  for (uint64_t at = 0; at < bytes; at += piece)
    changes_note (vary, buffer, at, bytes - at < piece ? bytes - at : piece);
}

/* Reports all inputs of a batch. */
static void
note_batch (const struct input *in_a, const struct input *in_b,
            const gk_matmul *p)
{
  gk_vary *vary = in_a->vary;

  note_all (vary, in_a->buffer, p->dtype, p->batch * p->stride_a);
  note_all (vary, in_b->buffer, p->dtype_b, p->batch * p->stride_b);
  if (p->beta != 0)
    note_all (vary, MATMUL_C, p->dtype_c, p->batch * p->stride_c);
  if (p->bias != NULL)
    note_all (vary, MATMUL_BIAS, p->dtype_c, p->k);
}

/* Changes product z. */
static void
vary_product (const gk_host *host, const struct input *in_a,
              const struct input *in_b, const gk_matmul *p, bool swapped,
              int64_t z)
{
  gk_vary *vary = in_a->vary;
  const uint64_t seed = product_seed (vary->seed, z);

  for (uint64_t g = vary->generation - 1; g <= vary->generation; g++) {
    const struct varied v = varied_of (
        host, vary->data, seed, g, &in_a->matrix, &in_b->matrix, swapped,
        update_changes (update_is_needed (p, p->bias != NULL)));
    const struct update_change added
        = { vary, p, z, v.b.line, seed, g, in_a->noted };
    const bool back = g < vary->generation;
    const bool planted
        = (vary->flags & (back ? GK_PLANTED_LAST : GK_PLANT)) != 0
          && varied_planted (host, vary->seed, g, p->batch) == z;
    const bool in_b_alone = v.a.word[0] % 2 != 0;

    change_line (in_a, z, &v.a, g, back, planted && !in_b_alone);
    change_line (in_b, z, &v.b, g, back, planted && in_b_alone);
    update_change (host, &added);
  }
}

int
matmul_vary (const gk_host *host, void *state, gk_vary *vary)
{
  const struct matmul_state *s = state;
  gk_matmul p = matmul_row_major (&s->problem);
  const int64_t inner = update_drawn_inner (&p, s->has_bias);
  const bool swapped = s->problem.layout_c != p.layout_c;
  const bool all = p.batch > 1;
  const struct matrix a
      = matrix_make (p.dtype, p.layout_a, NULL, p.m, p.n, p.lda);
  const struct matrix b
      = matrix_make (p.dtype_b, p.layout_b, NULL, p.n, p.k, p.ldb);
  const struct input in_a = { vary, { p.dtype, vary->data, inner },
                              OF_A, swapped ? MATMUL_B : MATMUL_A,
                              a,    p.stride_a,
                              a.ld, a.step,
                              all };
  const struct input in_b = { vary,   { p.dtype_b, vary->data, inner },
                              OF_B,   swapped ? MATMUL_A : MATMUL_B,
                              b,      p.stride_b,
                              b.step, b.ld,
                              all };

  p.bias = s->has_bias ? vary->buffers[MATMUL_BIAS] : NULL;
  if (all)
    note_batch (&in_a, &in_b, &p);
#pragma omp parallel for if (are_many_products(p.batch)                        \
                             && is_worth_threads(p.batch * CHANGES             \
                                                 * STEPS_MISSED))              \
    schedule(static)
  for (int64_t z = 0; z < p.batch; z++)
    vary_product (host, &in_a, &in_b, &p, swapped, z);
  return GK_OK;
}
