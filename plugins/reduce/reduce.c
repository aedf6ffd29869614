/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The family reduce: its options, its problem, what is right, and its CPU
 * variants.  gkhost/family.h fills, varies and verifies.
 */
#include <config.h>

#include <stdbool.h>

#include <gkhost/family.h>

#include "cuda-variants.h"
#include "cuda/companion.h"
#include "variants.h"

enum { ROWS, COLS, DTYPE, OP };

static const char *const ops[] = { "sum", "min", "max", NULL };

static const gk_option options[] = {
  GK_SIZE ("rows", "rows", 1, 1, INT64_C (1) << 40),
  GK_SIZE ("cols", "elements of a row", 10000000, 1, INT64_C (1) << 40),
  GK_TYPES ("dtype", "type of an element", GK_F32,
            GK_BIT (GK_I32) | GK_BIT (GK_I64) | GK_BIT (GK_F32)
                | GK_BIT (GK_F64) | GK_BIT (GK_BF16)),
  { .name = "op",
    .help = "what a row gives",
    .type = GK_CHOICE,
    .choices = ops },
};

/* ---- What is right ---- */

/* Elements of a row that one core adds by itself. */
enum { PIECE = 1 << 16 };

/* A sum in higher precision, and that of the magnitudes. */
struct exact_sum {
  long double sum;
  double scale;
  uint64_t integer;
};

static struct exact_sum
sum_exactly (const gk_reduce *p, int64_t row, int64_t begin, int64_t end)
{
  struct exact_sum s = { 0 };

  for (int64_t i = begin; i < end; i++) {
    const int64_t at = row * p->cols + i;

    if (gk_is_integer (p->dtype))
      s.integer += (uint64_t)gk_integer (p->dtype, p->src, at);
    else {
      const double x = gk_number (p->dtype, p->src, at);

      s.sum += (long double)x;
      s.scale += gk_magnitude (x);
    }
  }
  return s;
}

static void
sum_row (const gk_reduce *p, gk_line *line)
{
  const int64_t row = line->line;
  long double sum = 0;
  double scale = 0;
  uint64_t integer = 0;

#pragma omp parallel for reduction(+ : sum, scale, integer) if (p->cols > PIECE)
  for (int64_t at = 0; at < p->cols; at += PIECE) {
    const int64_t end = p->cols - at < PIECE ? p->cols : at + PIECE;
    const struct exact_sum s = sum_exactly (p, row, at, end);

    sum += s.sum;
    scale += s.scale;
    integer += s.integer;
  }
  if (gk_is_integer (p->dtype)) {
    line->integer[0] = integer;
    return;
  }
  line->value[0] = (double)sum;
  line->scale[0] = scale;
}

/* True when min or max gives element b rather than a, of src. */
static bool
is_beyond (const gk_reduce *p, int64_t a, int64_t b)
{
  if (gk_is_integer (p->dtype)) {
    const int64_t x = gk_integer (p->dtype, p->src, a);
    const int64_t y = gk_integer (p->dtype, p->src, b);

    return p->op == GK_REDUCE_MIN ? y < x : y > x;
  }
  return p->op == GK_REDUCE_MIN
             ? gk_number (p->dtype, p->src, b) < gk_number (p->dtype, p->src, a)
             : gk_number (p->dtype, p->src, b)
                   > gk_number (p->dtype, p->src, a);
}

/* Returns which of these elements min or max gives. */
static int64_t
find_extreme (const gk_reduce *p, int64_t begin, int64_t end)
{
  int64_t found = begin;

  for (int64_t i = begin + 1; i < end; i++)
    if (is_beyond (p, found, i))
      found = i;
  return found;
}

static void
find_in_row (const gk_reduce *p, gk_line *line)
{
  const int64_t first = line->line * p->cols;
  int64_t found = first;

#pragma omp parallel for if (p->cols > PIECE)
  for (int64_t at = 0; at < p->cols; at += PIECE) {
    const int64_t end = p->cols - at < PIECE ? p->cols : at + PIECE;
    const int64_t one = find_extreme (p, first + at, first + end);

#pragma omp critical
    if (is_beyond (p, found, one))
      found = one;
  }
  if (gk_is_integer (p->dtype))
    line->integer[0] = (uint64_t)gk_integer (p->dtype, p->src, found);
  else
    line->value[0] = gk_number (p->dtype, p->src, found);
}

static void
compute_line (const void *problem, gk_line *line)
{
  const gk_reduce *p = problem;

  if (p->op == GK_REDUCE_SUM)
    sum_row (p, line);
  else
    find_in_row (p, line);
}

static int
reduce_setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  const gk_dtype dtype = (gk_dtype)values[DTYPE].i;
  const gk_reduce p = { .size = sizeof p,
                        .dtype = dtype,
                        .result = dtype == GK_BF16 ? GK_F32 : dtype,
                        .op = (gk_reduce_op)values[OP].i,
                        .rows = values[ROWS].i,
                        .cols = values[COLS].i };
  gk_instance *in = gk_instance_new (host, setup, &p, sizeof p);

  if (in == NULL)
    return GK_FAIL;
  GK_ADD_INPUT (in, p, src, dtype, p.rows, p.cols);
  GK_ADD_OUTPUT (in, p, dst, p.result, p.rows, 1);
  in->peaks = p.op != GK_REDUCE_SUM;
  if (!in->peaks) {
    in->terms = (double)p.cols;
    in->factors = 1;
  }
  setup->work.ops = (double)p.rows * (double)(p.cols - 1);
  return gk_instance_finish (in, compute_line);
}

#define COMPANION(id, name, ...)                                               \
  CUDA_COMPANION ("reduce-cuda", name, __VA_ARGS__),

static const gk_companion companions[] = { REDUCE_CUDA_VARIANTS (
    COMPANION) CUDA_COMPANION ("reduce-cub", "cub", REDUCE_CUB_SUMMARY, NULL) };

static const gk_family family = {
  .name = "reduce",
  .summary = "the sum, the least or the greatest of each row: one number from "
             "all that memory can read",
  GK_OPTIONS (options),
  GK_CALLBACKS (reduce_setup),
  GK_COMPANIONS (companions),
};

/* From the simplest on. */
static const gk_variant variants[] = {
  { .name = "cpu-loop",
    .summary = "one element after the other: each addition waits for the last",
    .device = GK_CPU,
    .launch = reduce_cpu_loop },
  { .name = "cpu-pairwise",
    .summary = "the sum of two halves, down to short runs: few roundings",
    .device = GK_CPU,
    .launch = reduce_cpu_pairwise },
  { .name = "cpu-vectors",
    .summary = "a sum for each element of a vector: additions do not wait",
    .device = GK_CPU,
    .launch = reduce_cpu_vectors },
  { .name = "cpu-threads",
    .summary = "cpu-vectors on all cores, which read as fast as memory gives",
    .device = GK_CPU,
    .launch = reduce_cpu_threads },
};

GK_PLUGIN ("reduce", PACKAGE_VERSION,
           "sums, minima and maxima: the problem and its CPU variants", &family,
           variants)
