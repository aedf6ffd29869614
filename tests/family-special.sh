#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Of NaN, infinities and zeros of both signs each CPU variant of reduce, scan and
# stream makes what its page says: gkhost fills in none of them.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cat >"$tmp/special.c" <<'CODE'
#include <dlfcn.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <gkhost/reduce.h>
#include <gkhost/scan.h>
#include <gkhost/stream.h>

/* 10 MB, so that all cores work, and cpu-stream streams; a row of reduce is a
   multiple of 256 bytes. */
enum { ROOM = 1250000, COLS = 150016, SUMS = 200003, LATER = 150000 };
static _Alignas (256) double x[ROOM], y[ROOM], dst[ROOM];
static const gk_variant *variant;
static int wrong, checked;

static void expect (int ok, const char *what, gk_dtype dtype, int op, int64_t at)
{
  checked++;
  if (!ok && wrong++ < 20)
    printf ("%s, %s, type %d, op %d, at %lld\n", variant->name, what,
            (int)dtype, op, (long long)at);
}

static void launch (const void *problem)
{
  expect (variant->launch (NULL, problem, NULL, NULL) == GK_OK, "failed", 0, 0, 0);
}

static int64_t bytes_of (gk_dtype dtype)
{
  return dtype == GK_F64 ? 8 : dtype == GK_F32 ? 4 : 2;
}

/* Numbers here have no more bits than bf16. */
static void put (gk_dtype dtype, void *array, int64_t i, double number)
{
  const float f = (float)number;
  uint32_t bits;

  memcpy (&bits, &f, sizeof bits);
  if (dtype == GK_F64)
    ((double *)array)[i] = number;
  else if (dtype == GK_F32)
    ((float *)array)[i] = f;
  else
    ((uint16_t *)array)[i] = (uint16_t)(bits >> 16);
}

static double get (gk_dtype dtype, const void *array, int64_t i)
{
  uint32_t bits;
  float f;

  if (dtype == GK_F64)
    return ((const double *)array)[i];
  if (dtype == GK_F32)
    return (double)((const float *)array)[i];
  bits = (uint32_t)((const uint16_t *)array)[i] << 16;
  memcpy (&f, &bits, sizeof f);
  return (double)f;
}

static int same_number (double a, double b)
{
  return (isnan (a) && isnan (b)) || a == b;
}

static int same_sign (double a, double b)
{
  return same_number (a, b) && (isnan (a) || signbit (a) == signbit (b));
}

/* ---- reduce ---- */

enum { ROWS = 8 };
/* A row of minima and maxima with NaN is undefined. */
static const double reduced[ROWS][3] = {
  { NAN, 0, 0 }, { INFINITY, 1, INFINITY }, { -INFINITY, -INFINITY, 1 },
  { NAN, -INFINITY, INFINITY }, { INFINITY, INFINITY, INFINITY },
  { -INFINITY, -INFINITY, -INFINITY }, { 0, 0, 0 }, { 0, 0, 0 } };

static void fill_rows (gk_dtype dtype)
{
  for (int64_t i = 0; i < COLS; i++) {
    put (dtype, x, 0 * COLS + i, i == 99999 ? NAN : 1);
    put (dtype, x, 1 * COLS + i, i == 5 ? INFINITY : 1);
    put (dtype, x, 2 * COLS + i, i == COLS - 1 ? -INFINITY : 1);
    put (dtype, x, 3 * COLS + i, i == 7 ? INFINITY : i == LATER ? -INFINITY : 1);
    put (dtype, x, 4 * COLS + i, INFINITY);
    put (dtype, x, 5 * COLS + i, -INFINITY);
    put (dtype, x, 6 * COLS + i, i % 3 == 0 ? -0.0 : 0.0);
    put (dtype, x, 7 * COLS + i, -0.0);
  }
}

static void try_reduce (void)
{
  static const gk_dtype types[] = { GK_F32, GK_F64, GK_BF16 };

  for (int t = 0; t < 3; t++) {
    const gk_dtype result = types[t] == GK_BF16 ? GK_F32 : types[t];

    fill_rows (types[t]);
    for (int op = 0; op < 3; op++) {
      gk_reduce p = { sizeof p, types[t], result, (gk_reduce_op)op, x, dst, ROWS,
                      COLS };

      launch (&p);
      for (int row = op == GK_REDUCE_SUM ? 0 : 1; row < ROWS; row++)
        expect (same_number (get (result, dst, row), reduced[row][op]),
                "a row of many", types[t], op, row);
      /* Parts of a row for each core. */
      p.rows = 1;
      for (int row = op == GK_REDUCE_SUM ? 0 : 1; row < ROWS; row++) {
        p.src = (const char *)x + row * COLS * bytes_of (types[t]);
        launch (&p);
        expect (same_number (get (result, dst, 0), reduced[row][op]), "a row",
                types[t], op, row);
      }
    }
  }
}

/* ---- scan ---- */

/* Ones, or zeros of both signs, with these numbers at 70000 and LATER. */
static void try_scan_of (double one, double first, double second)
{
  for (int form = 0; form < 2; form++) {
    const gk_scan p = { sizeof p, GK_F32, (gk_scan_form)form, 0, x, dst, SUMS };
    double sum = 0;

    for (int64_t i = 0; i < SUMS; i++)
      put (GK_F32, x, i, i == 70000   ? first
                         : i == LATER ? second
                         : i % 3 == 0 ? -one : one);
    launch (&p);
    for (int64_t i = 0; i < SUMS; i++) {
      const double before = sum;

      sum += get (GK_F32, x, i);
      expect (same_number (get (GK_F32, dst, i),
                           form == GK_SCAN_INCLUSIVE ? sum : before),
              "a sum", GK_F32, form, i);
    }
  }
}

static void try_scan (void)
{
  try_scan_of (1, NAN, 1);
  try_scan_of (1, INFINITY, 1);
  try_scan_of (1, -INFINITY, INFINITY);
  try_scan_of (0, -0.0, 0);
}

/* ---- stream ---- */

/* Not a multiple of a word. */
static int64_t stream_length (gk_dtype dtype)
{
  return (int64_t)sizeof x / bytes_of (dtype) - 3;
}

/* As f32 or as f64, rounded to the type by the caller. */
static double added (gk_dtype dtype, double a, double b)
{
  return dtype == GK_F64 ? a + b : (double)((float)a + (float)b);
}

static double tripled (gk_dtype dtype, double a)
{
  return dtype == GK_F64 ? 3 * a : (double)(3 * (float)a);
}

static void try_elements (gk_dtype dtype, int op)
{
  const double big = dtype == GK_F64 ? DBL_MAX : dtype == GK_F32 ? (double)FLT_MAX
                                                                 : 0x1.fep127;
  const double is[] = { 0.0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, big, -big };
  const int n = sizeof is / sizeof *is;
  const gk_stream p = { sizeof p, dtype, dtype, (gk_stream_op)op, x,
                        op < GK_STREAM_ADD ? NULL : y, dst, stream_length (dtype) };

  for (int64_t i = 0; i < p.n; i++) {
    put (dtype, x, i, is[i % n]);
    put (dtype, y, i, is[i / n % n]);
  }
  memset (dst, 0x55, sizeof dst);
  launch (&p);
  for (int64_t i = 0; i < p.n; i++) {
    const double a = is[i % n], b = is[i / n % n], r = get (dtype, dst, i);
    const double fused = dtype == GK_F64 ? fma (3, b, a)
                                         : (double)fmaf (3, (float)b, (float)a);

    expect (op == GK_STREAM_COPY    ? same_sign (r, a)
            : op == GK_STREAM_SCALE ? same_sign (r, tripled (dtype, a))
            : op == GK_STREAM_ADD   ? same_sign (r, added (dtype, a, b))
                                    : same_sign (r, added (dtype, a, tripled (dtype, b)))
                                          || same_sign (r, fused),
            "an element", dtype, op, i);
  }
}

static void try_dot (gk_dtype dtype, double a, double b, double second, double sum)
{
  const gk_dtype result = dtype == GK_BF16 ? GK_F32 : dtype;
  const gk_stream p = { sizeof p, dtype, result, GK_STREAM_DOT, x, y, dst,
                        stream_length (dtype) };

  for (int64_t i = 0; i < p.n; i++) {
    put (dtype, x, i, i == 70000 ? a : i == p.n - 2 ? second : i % 2 == 0 ? -0.0 : 0.0);
    put (dtype, y, i, i == 70000 ? b : 1);
  }
  launch (&p);
  expect (same_number (get (result, dst, 0), sum), "a dot", dtype, GK_STREAM_DOT, 0);
}

static void try_stream (void)
{
  static const gk_dtype types[] = { GK_F32, GK_F64, GK_BF16 };

  for (int t = 0; t < 3; t++) {
    for (int op = GK_STREAM_COPY; op < GK_STREAM_DOT; op++)
      try_elements (types[t], op);
    if (strcmp (variant->name, "cpu-stream") == 0)
      continue;
    try_dot (types[t], NAN, 1, 1, NAN);
    try_dot (types[t], INFINITY, 0, 1, NAN);
    try_dot (types[t], INFINITY, -1, 1, -INFINITY);
    try_dot (types[t], -INFINITY, -1, 1, INFINITY);
    try_dot (types[t], INFINITY, 1, -INFINITY, NAN);
    try_dot (types[t], 0, -1, -0.0, 0);
  }
}

int main (int argc, char **argv)
{
  void *plugin = dlopen (argv[argc - 1], RTLD_NOW);
  const gk_plugin *(*entry) (void) = (gk_entry *)dlsym (plugin, GK_ENTRY_NAME);
  uint64_t n = entry ()->n_variants;

  for (uint64_t v = 0; v < n; v++) {
    variant = &entry ()->variants[v];
    if (strcmp (argv[1], "reduce") == 0)
      try_reduce ();
    else if (strcmp (argv[1], "scan") == 0)
      try_scan ();
    else
      try_stream ();
  }
  printf ("%d variants, %d checks, %d wrong\n", (int)n, checked, wrong);
  return wrong > 0 || n < 2;
}
CODE
# A program without the sanitizers' library can't open a plugin that has it.
requires_unsanitized
# CC may hold options too.
# shellcheck disable=SC2086
$CC -O2 -I"$top_srcdir/include" -o "$tmp/special" "$tmp/special.c" -ldl -lm ||
  fail "$CC"
for family in reduce scan stream; do
  expect_status 0 "$tmp/special" "$family" "$top_builddir/plugins/$family/.libs/$family.so"
done
