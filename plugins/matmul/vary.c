/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "exact.h"
#include "problem.h"
#include "row-major.h"
#include "vary.h"
#include "vary/changes.h"

/* Word 0 picks the line; each change has two more. */
enum { VARIED_WORDS = 1 + 2 * CHANGES };

/* One of the inputs, and what is changed in it. */
struct varied {
  const gk_matmul *problem;
  gk_vary *vary;
  uint32_t which, buffer;
  int64_t lines;              /* that one is picked from */
  int64_t length;             /* of each: the inner dimension */
  int64_t line_step, in_line; /* elements from line to line, and within one */
};

int64_t
varied_line (const gk_host *host, uint64_t seed, uint64_t generation,
             uint32_t which, uint64_t lines)
{
  uint64_t word;

  changes_random (host, seed, generation, which, &word, 1);
  return (int64_t)(word % lines);
}

/* The numbers that an input may hold, as 0 ... n - 1. */
static uint64_t
numbers (const struct varied *v)
{
  const gk_dtype dtype = v->problem->dtype;

  if (dtype == GK_I32)
    return UINT64_C (1) << 32;
  if (v->vary->data == GK_DATA_EXACT)
    return 2 * (uint64_t)exact_range (dtype, v->problem->n) + 1;
  return dtype == GK_F32 ? UINT64_C (1) << 24 : UINT64_C (1) << 53;
}

/* An input x is x = scale * number - offset, without rounding. */
static void
grid (const struct varied *v, double *scale, double *offset)
{
  const gk_dtype dtype = v->problem->dtype;

  *scale = 1;
  *offset = (double)exact_range (dtype, v->problem->n);
  if (v->vary->data == GK_DATA_EXACT)
    return;
  *scale = dtype == GK_F32 ? 0x1p-23 : 0x1p-52;
  *offset = 1;
}

/* Adds to the number that an element stands for, around the end. */
static void
add (const struct varied *v, void *at, uint64_t shift)
{
  const uint64_t n = numbers (v);
  double scale, offset, f64;
  uint32_t word;
  float f32;

  if (v->problem->dtype == GK_I32) {
    memcpy (&word, at, sizeof word);
    word += (uint32_t)shift;
    memcpy (at, &word, sizeof word);
    return;
  }
  grid (v, &scale, &offset);
  if (v->problem->dtype == GK_F32) {
    memcpy (&f32, at, sizeof f32);
    f64 = (double)f32;
  } else
    memcpy (&f64, at, sizeof f64);
  f64 = scale * (double)(((uint64_t)((f64 + offset) / scale) + shift) % n)
        - offset;
  f32 = (float)f64;
  if (v->problem->dtype == GK_F32)
    memcpy (at, &f32, sizeof f32);
  else
    memcpy (at, &f64, sizeof f64);
}

/* Makes a generation's changes, or takes them back. */
static void
change (const gk_host *host, const struct varied *v, uint64_t generation,
        bool back)
{
  const uint64_t length = (uint64_t)v->length, n = numbers (v);
  const uint64_t places = length < CHANGES ? length : CHANGES;
  const unsigned element = matmul_element (v->problem->dtype);
  uint64_t words[VARIED_WORDS];
  int64_t line;

  changes_random (host, v->vary->seed, generation, v->which, words,
                  VARIED_WORDS);
  line = (int64_t)(words[0] % (uint64_t)v->lines);
  for (uint64_t t = 0; t < places; t++) {
    const uint64_t place = changes_place (words[1 + 2 * t], t, places, length);
    const uint64_t shift = changes_shift (words[2 + 2 * t], generation, n);
    const uint64_t offset
        = (uint64_t)(line * v->line_step + (int64_t)place * v->in_line)
          * element;

    add (v, (char *)v->vary->buffers[v->buffer] + offset,
         back ? n - shift : shift);
    changes_note (v->vary, v->buffer, offset, element);
  }
}

static void
vary_input (const gk_host *host, const struct varied *v)
{
  if (v->vary->generation > 1)
    change (host, v, v->vary->generation - 1, true);
  change (host, v, v->vary->generation, false);
}

int
matmul_vary (const gk_host *host, void *state, gk_vary *vary)
{
  const struct matmul_state *s = state;
  const gk_matmul p = matmul_row_major (&s->problem);
  const bool swapped = s->problem.layout_c != p.layout_c;
  const struct varied a = { .problem = &p,
                            .vary = vary,
                            .which = VARIED_A,
                            .buffer = swapped ? MATMUL_B : MATMUL_A,
                            .lines = p.m,
                            .length = p.n,
                            .line_step = p.lda,
                            .in_line = 1 };
  const struct varied b = { .problem = &p,
                            .vary = vary,
                            .which = VARIED_B,
                            .buffer = swapped ? MATMUL_A : MATMUL_B,
                            .lines = p.k,
                            .length = p.n,
                            .line_step = 1,
                            .in_line = p.ldb };

  if (vary->data == GK_DATA_ZERO)
    return GK_OK;
  vary_input (host, &a);
  vary_input (host, &b);
  return GK_OK;
}
