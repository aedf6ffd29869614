/* SPDX-License-Identifier: BSD-3-Clause
 *
 * @NAME@: a variant of @FAMILY@, of which a job may set these options:
 *
@OPTIONS@ */
#include <gkhost/@FAMILY@.h>

/* Computes the problem once: the family's header says what that is. */
static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const @PROBLEM@ *p = problem;

  (void)p, (void)state, (void)stream;
  host->error (host, "it is a skeleton: compute the problem in launch");
  return GK_SKIP;
}

/* From the simplest on. */
static const gk_variant variants[] = {
  {
      .family = "@FAMILY@",
      .name = "@NAME@",
      .summary = "what the technique is",
      .device = GK_CPU,
      .launch = launch,
      .problem_size = sizeof (@PROBLEM@),
  },
};

GK_PLUGIN ("@NAME@", "0.1", "a variant of @FAMILY@", NULL, variants)
