/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A family with one output and no input: what it has in common with others of
 * its kind.
 */
#ifndef ONE_OUTPUT_H
#define ONE_OUTPUT_H

#include <gkhost/plugin.h>

struct problem {
  unsigned char *out;
};

/* Sets up problem, which the caller keeps, with an output of so many bytes. */
static inline int
set_up_output (gk_setup *setup, const struct problem *problem,
               size_t problem_bytes, uint64_t bytes)
{
  setup->problem = problem;
  setup->problem_bytes = problem_bytes;
  setup->n_buffers = 1;
  setup->buffers[0].name = "out";
  setup->buffers[0].role = GK_OUTPUT;
  setup->buffers[0].bytes = bytes;
  setup->verify_data = GK_BIT (GK_DATA_RANDOM);
  return GK_OK;
}

static inline int
fill_nothing (const gk_host *host, void *state, gk_data data, uint64_t seed,
              void *const *buffers)
{
  (void)host, (void)state, (void)data, (void)seed, (void)buffers;
  return GK_OK;
}

static inline void
keep_all (const gk_host *host, void *state)
{
  (void)host, (void)state;
}

#endif
