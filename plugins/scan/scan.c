/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The family scan: its options, its problem and its CPU variants.
 * gkhost/family.h fills and varies; verify.c verifies.
 */
#include <config.h>

#include <gkhost/scan.h>

#include "cuda-variants.h"
#include "cuda/companion.h"
#include "run.h"
#include "verify.h"

enum { N, DTYPE, FORM };

static const char *const forms[] = { "inclusive", "exclusive", NULL };

static const gk_option options[] = {
  GK_SIZE ("n", "elements", 10000000, 1, INT64_C (1) << 40),
  GK_TYPES ("dtype", "type of an element", GK_F32,
            GK_BIT (GK_I32) | GK_BIT (GK_I64) | GK_BIT (GK_F32)),
  { .name = "form",
    .help = "whether a sum includes the element at its own place",
    .type = GK_CHOICE,
    .choices = forms },
};

static int
scan_setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  const gk_scan p = { .size = sizeof p,
                      .dtype = (gk_dtype)values[DTYPE].i,
                      .form = (gk_scan_form)values[FORM].i,
                      .n = values[N].i };
  gk_instance *in = gk_instance_new (host, setup, &p, sizeof p);

  if (in == NULL)
    return GK_FAIL;
  GK_ADD_INPUT (in, p, src, p.dtype, 1, p.n);
  GK_ADD_OUTPUT (in, p, dst, p.dtype, 1, p.n);
  in->terms = (double)p.n;
  in->factors = 1;
  setup->work.ops = (double)(p.n - 1);
  return gk_instance_finish (in, NULL);
}

#define COMPANION(id, name, ...)                                               \
  CUDA_COMPANION ("scan-cuda", name, __VA_ARGS__),

static const gk_companion companions[] = { SCAN_CUDA_VARIANTS (
    COMPANION) CUDA_COMPANION ("scan-cub", "cub", SCAN_CUB_SUMMARY, NULL) };

static const gk_family family = {
  .name = "scan",
  .summary = "the sum of all elements up to each: as much is written as is "
             "read, and each result needs all before it",
  GK_OPTIONS (options),
  .setup = scan_setup,
  .fill = gk_family_fill,
  .vary = gk_family_vary,
  .verify = scan_verify,
  .teardown = gk_family_teardown,
  GK_COMPANIONS (companions),
};

/* From the simplest on. */
static const gk_variant variants[] = {
  { .name = "cpu-loop",
    .summary = "one element after the other: each addition waits for the last",
    .device = GK_CPU,
    .prepare = scan_cpu_loop_prepare,
    .launch = scan_cpu_loop },
  { .name = "cpu-threads",
    .summary = "each core adds its part, then scans it from what came before: "
               "elements are read twice, by all cores",
    .device = GK_CPU,
    .launch = scan_cpu_threads },
};

GK_PLUGIN ("scan", PACKAGE_VERSION,
           "prefix sums: the problem and its CPU variants", &family, variants)
