#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Of numbers that are large, infinite or none each variant of softmax makes what is
# right, and one that does not subtract the greatest element is found out.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# Without the greatest element subtracted, powers of large numbers overflow.
cat >"$tmp/plain.c" <<'CODE'
#include <math.h>
#include <gkhost/softmax.h>
static int launch (const gk_host *host, const void *problem, void *state,
                   void *stream)
{
  const gk_softmax *p = problem;
  const float *src = p->src;
  (void)host, (void)state, (void)stream;
  for (int64_t row = 0; row < p->rows; row++) {
    double sum = 0;
    for (int64_t i = row * p->cols; i < (row + 1) * p->cols; i++)
      sum += expf (src[i]);
    for (int64_t i = row * p->cols; i < (row + 1) * p->cols; i++)
      ((float *)p->dst)[i] = (float)(expf (src[i]) / sum);
  }
  return GK_OK;
}
static const gk_variant variants[] = { { .family = "softmax", .name = "plain",
  .summary = "no shift", .dtypes = GK_BIT (GK_F32), .launch = launch } };
GK_PLUGIN ("plain", "1", "no shift", NULL, variants)
CODE
CC="$CC -Wl,--no-as-needed -lm" build_plugin plain
printf '[softmax]\nvariant = plain\nrows = 9\ncols = 99\n' >"$tmp/plain.ini"
expect_status 1 gkhost -c "$tmp/plain.ini" -p "+$tmp/plain.so" -o "$tmp/plain.jsonl"
expect_grep 'planted numbers' "$tmp/plain.jsonl"
# One generation is enough: of its planted numbers one is positive.
for seed in {1..10}; do
  printf '[s%s]\nfamily = softmax\nvariant = plain\nrows = 9\ncols = 99\n' "$seed"
  printf 'max_samples = 10\nseed = %s\n\n' "$seed"
done >"$tmp/seeds.ini"
expect_status 1 gkhost -c "$tmp/seeds.ini" -p "+$tmp/plain.so" -o "$tmp/seeds.jsonl"
expect_equal "$(count_records "$tmp/seeds.jsonl" type=case status=wrong)" 10

# gkhost fills in no NaN and no infinity, and no row of equal numbers.
cat >"$tmp/special.c" <<'CODE'
#include <dlfcn.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <gkhost/softmax.h>
enum { ROWS = 6, COLS = 2051 };
static float src[ROWS][COLS], dst[ROWS][COLS];
static int wrong;
static void expect (const char *name, int ok, const char *what)
{
  if (!ok)
    wrong = 1, printf ("%s: %s\n", name, what);
}
static int all_nan (const float *row)
{
  for (int i = 0; i < COLS; i++)
    if (row[i] == row[i])
      return 0;
  return 1;
}
int main (int argc, char **argv)
{
  void *plugin = dlopen (argv[argc - 1], RTLD_NOW);
  const gk_plugin *(*entry) (void) = (gk_entry *)dlsym (plugin, GK_ENTRY_NAME);
  gk_softmax p = { sizeof p, GK_F32, GK_SOFTMAX_SOFTMAX, 0, src, dst, ROWS, COLS };
  int n = 0;
  for (int i = 0; i < COLS; i++) {
    src[0][i] = i == 1500 ? NAN : 1;
    src[1][i] = i == 3 ? INFINITY : 1;
    src[2][i] = i < 1024 || i % 2 == 0 ? -INFINITY : -1e30F;
    src[3][i] = -INFINITY;
    src[4][i] = 12345;
    src[5][i] = -FLT_MAX;
  }
  for (uint64_t v = 0; v < entry ()->n_variants; v++, n++) {
    const gk_variant *variant = &entry ()->variants[v];
    const char *name = variant->name;
    p.op = GK_SOFTMAX_SOFTMAX;
    expect (name, variant->launch (NULL, &p, NULL, NULL) == GK_OK, "failed");
    expect (name, all_nan (dst[0]), "a row with NaN is not NaN");
    expect (name, all_nan (dst[1]), "a row with +infinity is not NaN");
    expect (name, dst[2][0] == 0 && dst[2][2050] == 0, "-infinity is not 0");
    expect (name, fabs (dst[2][1025] * 513 - 1) < 1e-6, "equal numbers beside it");
    expect (name, all_nan (dst[3]), "a row of -infinity is not NaN");
    for (int row = 4; row < 6; row++)
      for (int i = 0; i < COLS; i++)
        expect (name, fabs (dst[row][i] * (double)COLS - 1) < 1e-6, "not 1 / cols");
    p.op = GK_SOFTMAX_LAYERNORM;
    expect (name, variant->launch (NULL, &p, NULL, NULL) == GK_OK, "failed");
    for (int row = 0; row < 4; row++)
      expect (name, all_nan (dst[row]), "a layernorm with NaN or infinity");
    for (int i = 0; i < COLS; i++)
      expect (name, fabs (dst[4][i]) < 1, "equal numbers are not near 0");
  }
  printf ("%d variants\n", n);
  return wrong || n < 3;
}
CODE
# A program without the sanitizers' library can't open a plugin that has it.
requires_unsanitized
# CC may hold options too.
# shellcheck disable=SC2086
$CC -I"$top_srcdir/include" -o "$tmp/special" "$tmp/special.c" -ldl -lm || fail "$CC"
expect_status 0 "$tmp/special" "$top_builddir/plugins/softmax/.libs/softmax.so"
