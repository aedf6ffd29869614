/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The family reduce: its options, its problem, what is right, and its CPU
 * variants.  gkhost/family.h fills, varies and verifies.
 */
#include <config.h>

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

/* Elements of a row that one core reads by itself. */
enum { PIECE = 1 << 16 };

/* A sum in higher precision, and that of the magnitudes. */
struct exact_sum {
  long double sum;
  double scale;
};

/* A double has so many more bits than these elements that a piece may be summed
 * in any order.  The type is a constant in each call, so that the compiler
 * makes a loop of vectors for each. */
static inline __attribute__ ((always_inline)) struct exact_sum
sum_floats (gk_dtype dtype, const void *src, int64_t begin, int64_t end)
{
  double sum = 0, scale = 0;

#pragma omp simd reduction(+ : sum, scale)
  for (int64_t i = begin; i < end; i++) {
    const double x = gk_number (dtype, src, i);

    sum += x;
    scale += gk_magnitude (x);
  }
  return (struct exact_sum){ (long double)sum, scale };
}

static struct exact_sum
sum_doubles (const double *src, int64_t begin, int64_t end)
{
  struct exact_sum s = { 0 };

  for (int64_t i = begin; i < end; i++) {
    s.sum += (long double)src[i];
    s.scale += gk_magnitude (src[i]);
  }
  return s;
}

static struct exact_sum
sum_piece (const gk_reduce *p, int64_t begin, int64_t end)
{
  return p->dtype == GK_F64   ? sum_doubles (p->src, begin, end)
         : p->dtype == GK_F32 ? sum_floats (GK_F32, p->src, begin, end)
                              : sum_floats (GK_BF16, p->src, begin, end);
}

/* Returns where the piece that begins at `at` ends. */
static int64_t
piece_end (int64_t at, int64_t end)
{
  return end - at < PIECE ? end : at + PIECE;
}

static void
sum_numbers (const gk_reduce *p, int64_t begin, int64_t end, gk_line *line)
{
  long double sum = 0;
  double scale = 0;

#pragma omp parallel for reduction(+ : sum, scale) if (end - begin > PIECE)
  for (int64_t at = begin; at < end; at += PIECE) {
    const struct exact_sum s = sum_piece (p, at, piece_end (at, end));

    sum += s.sum;
    scale += s.scale;
  }
  line->value[0] = (double)sum;
  line->scale[0] = scale;
}

static void
sum_integers (const gk_reduce *p, int64_t begin, int64_t end, gk_line *line)
{
  uint64_t sum = 0;

#pragma omp parallel for reduction(+ : sum) if (end - begin > PIECE)
  for (int64_t i = begin; i < end; i++)
    sum += (uint64_t)gk_integer (p->dtype, p->src, i);
  line->integer[0] = sum;
}

/* Finds the greatest; the least is the greatest of the numbers whose signs are
 * changed. */
static void
find_number (const gk_reduce *p, int64_t begin, int64_t end, gk_line *line)
{
  const double sign = p->op == GK_REDUCE_MIN ? -1 : 1;
  double most = sign * gk_number (p->dtype, p->src, begin);

#pragma omp parallel for reduction(max : most) if (end - begin > PIECE)
  for (int64_t i = begin; i < end; i++) {
    const double x = sign * gk_number (p->dtype, p->src, i);

    most = x > most ? x : most;
  }
  line->value[0] = sign * most;
}

/* Likewise, but the least integer has no counterpart of the other sign: all
 * bits are changed. */
static void
find_integer (const gk_reduce *p, int64_t begin, int64_t end, gk_line *line)
{
  const int64_t flip = p->op == GK_REDUCE_MIN ? -1 : 0;
  int64_t most = INT64_MIN;

#pragma omp parallel for reduction(max : most) if (end - begin > PIECE)
  for (int64_t i = begin; i < end; i++) {
    const int64_t x = gk_integer (p->dtype, p->src, i) ^ flip;

    most = x > most ? x : most;
  }
  line->integer[0] = (uint64_t)(most ^ flip);
}

static void
compute_line (const void *problem, gk_line *line)
{
  const gk_reduce *p = problem;
  const int64_t begin = line->line * p->cols, end = begin + p->cols;

  if (gk_is_integer (p->dtype))
    (p->op == GK_REDUCE_SUM ? sum_integers : find_integer) (p, begin, end,
                                                            line);
  else
    (p->op == GK_REDUCE_SUM ? sum_numbers : find_number) (p, begin, end, line);
}

/* Returns the kinds of data that are judged beside those of all families. */
static uint64_t
more_data (const gk_reduce *p)
{
  if (p->op != GK_REDUCE_SUM)
    return GK_BIT (GK_DATA_WIDE) | GK_BIT (GK_DATA_PERMUTATION);
  return gk_is_integer (p->dtype) ? 0 : GK_BIT (GK_DATA_PERMUTATION);
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
  int status;

  if (in == NULL)
    return GK_FAIL;
  GK_ADD_INPUT (in, p, src, dtype, p.rows, p.cols);
  GK_ADD_OUTPUT (in, p, dst, p.result, p.rows, 1);
  /* What the bound of a result and the changes of inputs depend on. */
  in->peaks = p.op != GK_REDUCE_SUM;
  if (!in->peaks) {
    in->terms = (double)p.cols;
    in->factors = 1;
  }
  setup->work.ops = (double)p.rows * (double)(p.cols - 1);
  status = gk_instance_finish (in, compute_line);
  if (status == GK_OK)
    setup->verify_data |= more_data (&p);
  return status;
}

#define COMPANION(id, name, ...)                                               \
  CUDA_COMPANION ("reduce-cuda", name, __VA_ARGS__),

/* The variants of other plugins, so that gkhost lists them without these. */
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
    .prepare = reduce_cpu_loop_prepare,
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
