/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A node's memory comes first when it is asked for; what makes no sense, and
 * what somebody else has chosen, stays as it is.
 */
#include <config.h>

#include <sys/syscall.h>
#include <unistd.h>

#include "base/processors.h"
#include "tests/unit/unit.h"

/* The policy, and the first nodes that it is of; -1: the system has none. */
static int
policy (unsigned long *nodes)
{
  unsigned long set[16] = { 0 };
  int is = -1;

#ifdef SYS_get_mempolicy
  if (syscall (SYS_get_mempolicy, &is, set, 8 * sizeof set, NULL, 0ul) != 0)
    is = -1;
#endif
  *nodes = set[0];
  return is;
}

TEST (what_is_asked_for)
{
  unsigned long nodes;

  if (policy (&nodes) != 0)
    skip ();
  node_memory_prefer (-1);
  node_memory_prefer (1 << 20);
  assert_int_equal (policy (&nodes), 0);
  node_memory_prefer (0);
  assert_int_equal (policy (&nodes), 1);
  assert_int_equal (nodes, 1);
  node_memory_prefer (1);
  assert_int_equal (policy (&nodes), 1);
  assert_int_equal (nodes, 1);
}
