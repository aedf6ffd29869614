/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The family stream: its options, its problem, what is right, and its CPU
 * variants.  gkhost/family.h fills, varies and verifies.
 *
 * A copy moves elements as integers of their size: random bits, NaN among them,
 * that are compared bit for bit.  Of the other operations but a dot, a float is
 * right within its last place: see rounding_scale.
 */
#include <config.h>

#include <stdbool.h>

#include <gkhost/family.h>

#include "cuda-variants.h"
#include "cuda/companion.h"
#include "variants.h"

enum { N, DTYPE, OP };

static const char *const ops[]
    = { "copy", "scale", "add", "triad", "dot", NULL };

static const gk_option options[] = {
  GK_SIZE ("n", "elements of an array", INT64_C (1) << 25, 1,
           INT64_C (1) << 40),
  GK_TYPES ("dtype", "type of an element", GK_F64,
            GK_BIT (GK_I32) | GK_BIT (GK_F32) | GK_BIT (GK_F64)
                | GK_BIT (GK_BF16)),
  { .name = "op",
    .help = "copy x, scale 3 x, add x + y, triad x + 3 y, dot sum of x y",
    .type = GK_CHOICE,
    .choices = ops,
    .value = { .i = GK_STREAM_TRIAD } },
};

/* ---- What is right: elements ---- */

/* Elements of a line of the judge, at most: a power of two that divides n. */
enum { LINE = 256 };

static int64_t
line_length (int64_t n)
{
  int64_t length = 1;

  while (length < LINE && n % (2 * length) == 0)
    length *= 2;
  return length;
}

/* family.h lets a float differ by 8 u scale, and a little more where some data
 * are much larger than others; in the root mean square by 2 u scale.  This
 * scale makes that 2.7 u and 0.67 u of the result, and of the product of a
 * triad, which may be rounded by itself.  A rounding is wrong by u at most, and
 * that of 3 x by 0.5 u in the root mean square, as a tie is frequent there. */
static double
rounding_scale (double value, double product)
{
  return (gk_magnitude (value) + gk_magnitude (product)) / 3;
}

static void
compute_floats (const gk_stream *p, int64_t begin, gk_line *line)
{
  for (int64_t i = 0; i < line->length; i++) {
    const double x = gk_number (p->dtype, p->x, begin + i);
    const double y = p->y == NULL ? 0 : gk_number (p->dtype, p->y, begin + i);
    const double product = p->op == GK_STREAM_TRIAD ? GK_STREAM_FACTOR * y : 0;

    /* The sum is rounded once, also of f64. */
    line->value[i] = p->op == GK_STREAM_SCALE ? GK_STREAM_FACTOR * x
                     : p->op == GK_STREAM_ADD
                         ? x + y
                         : (double)(x + GK_STREAM_FACTOR * (long double)y);
    line->scale[i] = rounding_scale (line->value[i], product);
  }
}

static void
compute_integers (const gk_stream *p, gk_dtype dtype, int64_t begin,
                  gk_line *line)
{
  for (int64_t i = 0; i < line->length; i++) {
    const uint64_t x = (uint64_t)gk_integer (dtype, p->x, begin + i);
    const uint64_t y
        = p->y == NULL ? 0 : (uint64_t)gk_integer (dtype, p->y, begin + i);

    line->integer[i] = p->op == GK_STREAM_COPY    ? x
                       : p->op == GK_STREAM_SCALE ? GK_STREAM_FACTOR * x
                       : p->op == GK_STREAM_ADD   ? x + y
                                                  : x + GK_STREAM_FACTOR * y;
  }
}

/* ---- What is right: a dot ---- */

/* Products that one core adds by itself. */
enum { PIECE = 1 << 16 };

struct exact_dot {
  long double sum;
  double scale;
};

/* A double has so many more bits than these products that a piece may be summed
 * in any order.  The type is a constant in each call, so that the compiler
 * makes a loop of vectors for each. */
static inline __attribute__ ((always_inline)) struct exact_dot
dot_floats (gk_dtype dtype, const gk_stream *p, int64_t begin, int64_t end)
{
  double sum = 0, scale = 0;

#pragma omp simd reduction(+ : sum, scale)
  for (int64_t i = begin; i < end; i++) {
    const double x = gk_number (dtype, p->x, i) * gk_number (dtype, p->y, i);

    sum += x;
    scale += gk_magnitude (x);
  }
  return (struct exact_dot){ (long double)sum, scale };
}

static struct exact_dot
dot_doubles (const double *x, const double *y, int64_t begin, int64_t end)
{
  struct exact_dot d = { 0 };

  for (int64_t i = begin; i < end; i++) {
    d.sum += (long double)x[i] * y[i];
    d.scale += gk_magnitude (x[i] * y[i]);
  }
  return d;
}

/* Returns where the piece that begins at `at` ends. */
static int64_t
piece_end (int64_t at, int64_t end)
{
  return end - at < PIECE ? end : at + PIECE;
}

static void
compute_dot (const gk_stream *p, gk_line *line)
{
  long double sum = 0;
  double scale = 0;

#pragma omp parallel for reduction(+ : sum, scale) if (p->n > PIECE)
  for (int64_t at = 0; at < p->n; at += PIECE) {
    const int64_t end = piece_end (at, p->n);
    const struct exact_dot d
        = p->dtype == GK_F64   ? dot_doubles (p->x, p->y, at, end)
          : p->dtype == GK_F32 ? dot_floats (GK_F32, p, at, end)
                               : dot_floats (GK_BF16, p, at, end);

    sum += d.sum;
    scale += d.scale;
  }
  line->value[0] = (double)sum;
  line->scale[0] = scale;
}

static void
compute_integer_dot (const gk_stream *p, gk_line *line)
{
  uint64_t sum = 0;

#pragma omp parallel for reduction(+ : sum) if (p->n > PIECE)
  for (int64_t i = 0; i < p->n; i++)
    sum += (uint64_t)gk_integer (GK_I32, p->x, i)
           * (uint64_t)gk_integer (GK_I32, p->y, i);
  line->integer[0] = sum;
}

/* ---- The problem ---- */

/* The type as which the judge sees elements. */
static gk_dtype
judged_type (gk_dtype dtype, gk_stream_op op)
{
  if (op != GK_STREAM_COPY)
    return dtype;
  return dtype == GK_BF16 ? GK_I16 : dtype == GK_F64 ? GK_I64 : GK_I32;
}

static void
compute_line (const void *problem, gk_line *line)
{
  const gk_stream *p = problem;
  const gk_dtype dtype = judged_type (p->dtype, p->op);
  const int64_t begin = line->line * line->length;

  if (p->op == GK_STREAM_DOT)
    (p->dtype == GK_I32 ? compute_integer_dot : compute_dot) (p, line);
  else if (gk_is_integer (dtype))
    compute_integers (p, dtype, begin, line);
  else
    compute_floats (p, begin, line);
}

static void
set_sum (const gk_stream *p, gk_instance *in)
{
  static const double terms[] = { [GK_STREAM_SCALE] = GK_STREAM_FACTOR,
                                  [GK_STREAM_ADD] = 2,
                                  [GK_STREAM_TRIAD] = 1 + GK_STREAM_FACTOR };

  if (p->op == GK_STREAM_COPY)
    return;
  in->terms = p->op == GK_STREAM_DOT ? (double)p->n : terms[p->op];
  in->factors = p->op == GK_STREAM_DOT ? 2 : 1;
}

static int
stream_setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  const gk_dtype dtype = (gk_dtype)values[DTYPE].i;
  const gk_stream_op op = (gk_stream_op)values[OP].i;
  const bool dot = op == GK_STREAM_DOT;
  const gk_dtype judged = judged_type (dtype, op);
  const gk_stream p = { .size = sizeof p,
                        .dtype = dtype,
                        .result = dot && dtype == GK_BF16 ? GK_F32 : dtype,
                        .op = op,
                        .n = values[N].i };
  const int64_t length = dot ? 1 : line_length (p.n);
  gk_instance *in = gk_instance_new (host, setup, &p, sizeof p);
  int status;

  if (in == NULL)
    return GK_FAIL;
  GK_ADD_INPUT (in, p, x, judged, 1, p.n);
  if (op >= GK_STREAM_ADD)
    GK_ADD_INPUT (in, p, y, judged, 1, p.n);
  GK_ADD_OUTPUT (in, p, dst, dot ? p.result : judged, dot ? 1 : p.n / length,
                 length);
  set_sum (&p, in);
  setup->work.ops = (double)p.n
                    * (op == GK_STREAM_COPY    ? 0
                       : op >= GK_STREAM_TRIAD ? 2
                                               : 1);
  status = gk_instance_finish (in, compute_line);
  /* A dot that is a single product shows bits that a long sum hides. */
  if (status == GK_OK && dot && !gk_is_integer (dtype))
    setup->verify_data |= GK_BIT (GK_DATA_PERMUTATION);
  return status;
}

#define COMPANION(id, name, ...)                                               \
  CUDA_COMPANION ("stream-cuda", name, __VA_ARGS__),

static const gk_companion companions[] = { STREAM_CUDA_VARIANTS (COMPANION) };

static const gk_family family = {
  .name = "stream",
  .summary = "copy, scale, add, triad and dot of long arrays: what memory "
             "gives, after McCalpin's STREAM",
  GK_OPTIONS (options),
  GK_CALLBACKS (stream_setup),
  GK_COMPANIONS (companions),
};

/* From the simplest on. */
static const gk_variant variants[] = {
  { .name = "cpu-loop",
    .summary = "one loop on one core",
    .device = GK_CPU,
    .launch = stream_cpu_loop },
  { .name = "cpu-threads",
    .summary = "all cores, each with a contiguous part",
    .device = GK_CPU,
    .launch = stream_cpu_threads },
  { .name = "cpu-stream",
    .summary = "non-temporal stores bypass the caches: results are not read "
               "before they are written",
    .device = GK_CPU,
    .prepare = stream_cpu_stream_prepare,
    .launch = stream_cpu_stream },
};

GK_PLUGIN ("stream", PACKAGE_VERSION,
           "copy, scale, add, triad and dot: the problem and its CPU variants",
           &family, variants)
