/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes the changes of a generation (varied.h), and reports them.
 */
#include <config.h>

#include "exact.h"
#include "fill-scales.h"
#include "matmul/batch.h"
#include "matmul/number.h"
#include "matmul/scales.h"
#include "problem.h"
#include "ring.h"
#include "matmul/row-major.h"
#include "threads.h"
#include "update.h"
#include "varied.h"

/* Ranges of one of the inputs, which are four at most. */
enum { MOST_PIECES = GK_MAX_RANGES / 4 };

/* Each of so many places is planted, and becomes so many times larger. */
enum { PLANTED_EACH = 8, PLANTED_TIMES = 1024, PLANTED_TIMES_E4M3 = 16 };

/* What is reported of an input: the places that changed, the whole of the lines
 * that they are in, or all of the input. */
enum noted { NOTED_PLACES, NOTED_LINES, NOTED_ALL };

/* One of the inputs, in the row-major view. */
struct input {
  gk_vary *vary;
  struct ring ring;
  bool is_a;
  uint32_t buffer;
  enum noted noted;
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
  return v->is_a && generation % 2 != 0 ? n - shift : shift;
}

/* By a power of two, which is exact: up, or back. */
static void
scale_number (gk_dtype dtype, void *at, bool back)
{
  const double times = dtype == GK_F8_E4M3 ? PLANTED_TIMES_E4M3 : PLANTED_TIMES;

  number_put (dtype, at, number_at (dtype, at) * (back ? 1 / times : times));
}

/* Element `place` of the line that changes. */
static char *
changed_at (const struct input *v, const struct matrix *matrix,
            const struct varied_line *to, int64_t place)
{
  const bool of_a = v->is_a;

  return (char *)(uintptr_t)matrix_at (matrix, of_a ? to->line : place,
                                       of_a ? place : to->line);
}

/* Reports bytes from an element on. */
static void
note_bytes (const struct input *v, const char *at, int64_t elements)
{
  const char *const buffer = v->vary->buffers[v->buffer];

  changes_note (v->vary, v->buffer, (uint64_t)(at - buffer),
                (uint64_t)elements * number_bytes (v->ring.dtype));
}

/* Applies a generation's changes of a product's matrix, or undoes them. */
static void
change_line (const struct input *v, const struct matrix *matrix,
             const struct varied_line *to, uint64_t generation, bool back,
             bool planted)
{
  for (int t = 0; t < to->n; t++) {
    const uint64_t shift = shift_of (v, to->word[t], generation);
    char *at = changed_at (v, matrix, to, to->place[t]);
    const bool plants = planted && t % PLANTED_EACH == 0;

    if (plants && back)
      scale_number (v->ring.dtype, at, true);
    ring_add (&v->ring, at, back ? ring_size (&v->ring) - shift : shift);
    if (plants && !back)
      scale_number (v->ring.dtype, at, false);
    if (v->noted == NOTED_PLACES)
      note_bytes (v, at, 1);
  }
  if (v->noted == NOTED_LINES && to->n > 0)
    note_bytes (v, changed_at (v, matrix, to, 0),
                v->is_a ? matrix->cols : matrix->rows);
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

/* A problem's inputs. */
struct both_inputs {
  gk_matmul problem; /* in the row-major view */
  bool swapped;
  struct input a, b;
};

/* Reports all inputs of a batch, or of groups of rows. */
static void
note_inputs (const struct both_inputs *in)
{
  const gk_matmul *p = &in->problem;
  gk_vary *vary = in->a.vary;

  note_all (vary, in->a.buffer, p->dtype, p->stride_a * p->batch);
  note_all (vary, in->b.buffer, p->dtype_b, p->stride_b * matmul_products (p));
  if (p->beta != 0)
    note_all (vary, MATMUL_C, p->dtype_c, p->stride_c * p->batch);
  if (p->bias != NULL)
    note_all (vary, MATMUL_BIAS, p->dtype_c, p->k);
}

/* Changes product z. */
static void
vary_product (const gk_host *host, const struct both_inputs *in, int64_t z)
{
  gk_vary *vary = in->a.vary;
  const gk_matmul p = matmul_product (&in->problem, z);
  const struct product_inputs from
      = varied_inputs (vary->seed, &in->problem, z);
  const struct matrix a = matrix_of_a (&p), b = matrix_of_b (&p);

  for (uint64_t g = vary->generation - 1; p.m > 0 && g <= vary->generation;
       g++) {
    const struct varied v
        = varied_of (host, vary->data, &from, g, &a, &b, in->swapped);
    const struct update_change added = {
      vary, &in->problem, z, v.b.line, from.seed, g, in->a.noted == NOTED_ALL
    };
    const bool back = g < vary->generation;
    const bool planted
        = (vary->flags & (back ? GK_PLANTED_LAST : GK_PLANT)) != 0
          && varied_planted (host, vary->seed, g, &in->problem) == z;
    const bool in_b_alone = v.a.word[0] % 2 != 0;

    change_line (&in->a, &a, &v.a, g, back, planted && !in_b_alone);
    change_line (&in->b, &b, &v.b, g, back, planted && in_b_alone);
    update_change (host, &added);
  }
}

/* Gives a product the scales of its generation, which are all other ones. */
static void
vary_scales (const gk_host *host, const struct matmul_state *s, gk_vary *vary)
{
  const gk_matmul *p = &s->problem;

  if (p->scales == GK_SCALES_NONE)
    return;
  fill_scales (host, p, vary->data, vary->seed, vary->generation,
               vary->buffers + MATMUL_SCALE_A);
  for (uint32_t b = 0; b < 2; b++)
    changes_note (vary, MATMUL_SCALE_A + b, 0,
                  (uint64_t)matmul_scales_of (p, b != 0).count
                      * sizeof (float));
}

/* Each product changes two lines of an input at most, with those that it
 * undoes.  Of few products whose lines are contiguous, these are reported,
 * unless there is more that changes; so few are not changed by several threads.
 */
static enum noted
noted_of (const gk_matmul *row_major)
{
  const int64_t products = matmul_products (row_major);

  if (!matmul_is_divided (row_major))
    return NOTED_PLACES;
  return row_major->layout_a == GK_ROW_MAJOR
                 && row_major->layout_b == GK_COL_MAJOR
                 && !matmul_is_updated (row_major, row_major->bias != NULL)
                 && !are_many_products (products)
                 && 4 * products <= GK_MAX_RANGES
             ? NOTED_LINES
             : NOTED_ALL;
}

int
matmul_vary (const gk_host *host, void *state, gk_vary *vary)
{
  const struct matmul_state *s = state;
  gk_matmul p = s->problem;
  const bool swapped = p.layout_c != GK_ROW_MAJOR;
  const int64_t products = matmul_products (&p);
  const int64_t inner = vary->data == GK_DATA_EXACT
                            ? exact_inner (&p, s->has_bias)
                            : update_drawn_inner (&p, s->has_bias);
  struct both_inputs in = { .swapped = swapped };
  enum noted noted;

  p.a = vary->buffers[MATMUL_A];
  p.b = vary->buffers[MATMUL_B];
  p.bias = s->has_bias ? vary->buffers[MATMUL_BIAS] : NULL;
  if (p.groups > 0)
    p.group_lines = vary->buffers[MATMUL_GROUP_LINES];
  p = matmul_row_major (&p);
  noted = noted_of (&p);
  in.problem = p;
  in.a = (struct input){ vary,
                         { p.dtype, vary->data, inner },
                         true,
                         swapped ? MATMUL_B : MATMUL_A,
                         noted };
  in.b = (struct input){ vary,
                         { p.dtype_b, vary->data, inner },
                         false,
                         swapped ? MATMUL_A : MATMUL_B,
                         noted };
  if (noted == NOTED_ALL)
    note_inputs (&in);
#pragma omp parallel for if (are_many_products(products)                       \
                             && is_worth_threads(products * CHANGES            \
                                                 * STEPS_MISSED))              \
    schedule(static)
  for (int64_t z = 0; z < products; z++)
    vary_product (host, &in, z);
  vary_scales (host, s, vary);
  return GK_OK;
}
