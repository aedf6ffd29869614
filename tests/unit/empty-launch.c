/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A launch that computes nothing goes where a variant's goes.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "stand-in.h"
#include "tests/unit/unit.h"

TEST (in_the_stream)
{
  struct device *d = stand_in_open ();
  struct fake_counts *counts = stand_in_counts ();
  int before = counts->empty_launches;

  assert_true (d->ops->launch_empty (d, 0));
  assert_int_equal (counts->empty_launches, before + 1);
  assert_true (d->ops->hold (d));
  assert_true (d->ops->launch_empty (d, 0));
  assert_int_equal (counts->empty_launches, before + 1);
  assert_true (d->ops->let_go (d) && d->ops->sync (d));
  assert_int_equal (counts->empty_launches, before + 2);
  device_close (d);
}

TEST (in_a_graph)
{
  struct device *d = stand_in_open ();
  struct fake_counts *counts = stand_in_counts ();
  void *graph;
  size_t nodes;
  int before;

  assert_true (d->ops->launch_empty (d, 0));
  before = counts->empty_launches;
  assert_true (d->ops->capture_begin (d));
  assert_true (d->ops->launch_empty (d, 0));
  assert_true (d->ops->capture_end (d, &graph, &nodes));
  assert_int_equal (nodes, 1);
  assert_int_equal (counts->empty_launches, before);
  assert_true (d->ops->graph_launch (d, graph) && d->ops->sync (d));
  assert_int_equal (counts->empty_launches, before + 1);
  d->ops->graph_free (d, graph);
  device_close (d);
}

/* A kernel that can't be loaded costs the device nothing. */
TEST (refused)
{
  static const char *const calls[]
      = { "cuModuleLoadData:1=999", "cuModuleGetFunction:1=999",
          "cuLaunchKernel:1=999" };

  for (int i = 0; i < 3; i++) {
    struct device *d = stand_in_open ();

    stand_in_counts ()->refusable = 0;
    setenv ("FAKE_DRIVER_REFUSES", calls[i], 1);
    assert_false (d->ops->launch_empty (d, 0));
    unsetenv ("FAKE_DRIVER_REFUSES");
    assert_non_null (strstr (d->error, "computes nothing: another error"));
    assert_int_equal (d->needs_restart, i == 2);
    assert_true (d->ops->launch_empty (d, 0));
    device_close (d);
  }
}

TEST (on_the_cpu)
{
  struct device *d = device_open ("cpu", false, NULL);

  assert_true (d->ops->launch_empty (d, 0));
  device_close (d);
}
