/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "family.h"
#include "fill.h"
#include "shape.h"
#include "vary.h"
#include "verify.h"

int
move_family_fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
                  void *const *buffers)
{
  const struct move_shape *shape = state;

  move_fill (host, shape, data, seed, buffers[0]);
  return GK_OK;
}

int
move_family_vary (const gk_host *host, void *state, gk_vary *vary)
{
  const struct move_shape *shape = state;

  move_vary (host, shape, vary);
  return GK_OK;
}

int
move_family_verify (const gk_host *host, void *state, gk_check *check)
{
  const struct move_shape *shape = state;

  return move_verify (host, shape, check);
}

void
move_family_teardown (const gk_host *host, void *state)
{
  host->free (host, state);
}
