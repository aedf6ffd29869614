/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The family @FAMILY@: the computation, its inputs, and the check of results.
 * As a beginning it multiplies a list by a number: replace that by your own, from
 * @FAMILY@.h on.  gkhost/family.h, which fills, varies and verifies, explains
 * each field.
 */
#include <gkhost/family.h>

#include "@FAMILY@.h"

/* The keys that a job may set; setup gets their values in this order. */
static const gk_option options[] = {
  GK_SIZE ("n", "elements", 1000000, 1, INT64_C (1) << 40),
  {
      .name = "by",
      .help = "factor of each element",
      .type = GK_INT,
      .value = { .i = 3 },
      .min = 1,
      .max = 1000,
  },
};

/* Returns the right element of dst for an element of src: computed unsigned,
 * since the overflow of an int is undefined. */
static int32_t
product (const @IDENT@_problem *p, int32_t element)
{
  return (int32_t)((uint32_t)element * (uint32_t)p->by);
}

/* Computes one line of the output, here one element. */
static void
reference (const void *problem, gk_line *line)
{
  const @IDENT@_problem *p = (const @IDENT@_problem *)problem;

  line->integer[0] = (uint64_t)product (p, p->src[line->line]);
}

/* Makes one problem: the struct that variants get, the arrays, and the least
 * work that any device has to do besides moving them. */
static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  const @IDENT@_problem p
      = { sizeof (@IDENT@_problem), (int32_t)values[1].i, values[0].i, NULL,
          NULL };
  gk_instance *in = gk_instance_new (host, setup, &p, sizeof p);

  if (in == NULL)
    return GK_FAIL;
  GK_ADD_INPUT (in, p, src, GK_I32, 1, p.n);
  GK_ADD_OUTPUT (in, p, dst, GK_I32, p.n, 1);
  setup->work.ops = (double)p.n;
  return gk_instance_finish (in, reference);
}

static const gk_family family = {
  .name = "@FAMILY@",
  .summary = "dst = by * src, modulo 2^32",
  GK_OPTIONS (options),
  GK_CALLBACKS (setup),
};

