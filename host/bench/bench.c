/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a bench holds from case to case: devices, plugins and the buffers of a
 * problem.
 */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "bench/bench.h"
#include "plugin/abi-names.h"

struct bench *
bench_new (bool profiled)
{
  struct bench *b = xcalloc (1, sizeof *b);

  services_init (&b->services);
  inherited_store (&b->inherited);
  b->number = b->growing = -1;
  b->profiled = profiled;
  return b;
}

void
bench_close_buffers (struct bench *b)
{
  buffers_close (&b->buffers);
  b->buffers_open = b->dirty = false;
}

void
bench_release_problem (struct bench *b)
{
  bench_close_buffers (b);
  problem_copy_free (&b->problem);
  b->number = -1;
}

void
bench_forget_views (struct bench *b)
{
  for (size_t i = 0; i < b->n_opened; i++)
    if (b->opened[i]->ops->forget != NULL)
      b->opened[i]->ops->forget (b->opened[i]);
}

void
bench_free (struct bench *b)
{
  bench_release_problem (b);
  services_free (&b->services);
  for (size_t i = 0; i < b->n_opened; i++)
    device_close (b->opened[i]);
  free (b->opened);
  loaded_plugins_free (&b->loaded_plugins);
  free (b);
}

void
bench_begin_own_work (struct bench *b)
{
  signal_mask_block_all (&b->plugin_mask);
  callback_begin (CALLBACK_BUFFERS);
}

void
bench_end_own_work (struct bench *b)
{
  callback_end ();
  signal_mask_restore (&b->plugin_mask);
}

bool
bench_restore_outputs (struct bench *b)
{
  return buffers_restore (&b->buffers) || launcher_device_failed (&b->launcher);
}
