/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sums for the tests, by variants that count which of their paths a launch
 * takes: by the data, in turns, and with faults.
 */
#include <config.h>

#include <math.h>
#include <stdbool.h>

#include <gkhost/reduce.h>

static uint32_t taken[2];

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)host, (void)device, (void)problem, (void)values, (void)state;
  /* Launches before the first count from anywhere. */
  taken[0] = taken[1] = UINT32_MAX;
  return GK_OK;
}

static void
add_rows (const gk_reduce *p)
{
  const float *src = p->src;
  float *dst = p->dst;

  for (int64_t row = 0; row < p->rows; row++) {
    double sum = 0;

    for (int64_t i = 0; i < p->cols; i++)
      sum += (double)src[row * p->cols + i];
    dst[row] = (float)sum;
  }
}

/* Random data are below 1, and planted numbers up to 1024 times as large. */
static bool
has_large (const gk_reduce *p)
{
  for (int64_t i = 0; i < p->rows * p->cols; i++)
    if (fabsf (((const float *)p->src)[i]) > 8)
      return true;
  return false;
}

/* Exact data are integers, and judged before the timed launches; a launch on
 * planted numbers is not one of those that count. */
static int
by_data (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_reduce *p = problem;
  const float first = *(const float *)p->src;

  (void)host, (void)state, (void)stream;
  taken[first == rintf (first) || has_large (p) ? 0 : 1]++;
  add_rows (p);
  return GK_OK;
}

static int
in_turns (const gk_host *host, const void *problem, void *state, void *stream)
{
  static unsigned n;

  (void)host, (void)state, (void)stream;
  taken[n++ % 2]++;
  add_rows (problem);
  return GK_OK;
}

static void
list (const gk_host *host, void *state, gk_paths *paths)
{
  static const char *const names[] = { "integers", "plain" };
  static const double factors[] = { 0, 2 };
  static const gk_op_class op_classes[] = { GK_OPS_NONE, GK_OPS_F64 };

  (void)host, (void)state;
  paths->names = names;
  paths->launches = taken;
  paths->factors = factors;
  paths->op_classes = op_classes;
  paths->n = 2;
}

static void
unnamed (const gk_host *host, void *state, gk_paths *paths)
{
  list (host, state, paths);
  paths->names = NULL;
}

static void
refused (const gk_host *host, void *state, gk_paths *paths)
{
  (void)state, (void)paths;
  host->error (host, "these have no names");
}

static void
astray (const gk_host *host, void *state, gk_paths *paths)
{
  list (host, state, paths);
  paths->launches = (const uint32_t *)64;
}

#define VARIANT(name_, launch_, paths_)                                        \
  {                                                                            \
    .family = "reduce", .name = name_, .summary = "adds by paths",             \
    .device = GK_CPU, .dtypes = GK_BIT (GK_F32), .prepare = prepare,           \
    .launch = launch_, .paths = paths_                                         \
  }

static const gk_variant variants[] = {
  VARIANT ("by-data", by_data, list),    VARIANT ("in-turns", in_turns, list),
  VARIANT ("silent", by_data, NULL),     VARIANT ("unnamed", by_data, unnamed),
  VARIANT ("refused", by_data, refused), VARIANT ("astray", by_data, astray),
};

GK_PLUGIN ("paths", PACKAGE_VERSION, "sums by paths", NULL, variants)
