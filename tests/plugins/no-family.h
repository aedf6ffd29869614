/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Callbacks of a family and a variant that are never to succeed, in C and C++.
 */
#ifndef NO_FAMILY_H
#define NO_FAMILY_H

#include <gkhost/plugin.h>

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  (void)host, (void)values, (void)setup;
  return GK_FAIL;
}

static int
fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
      void *const *buffers)
{
  (void)host, (void)state, (void)data, (void)seed, (void)buffers;
  return GK_FAIL;
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  (void)host, (void)state, (void)check;
  return GK_FAIL;
}

static void
teardown (const gk_host *host, void *state)
{
  (void)host, (void)state;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  return GK_FAIL;
}

#endif
