/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Returns at once; a child process does the work and writes the output into
 * this one.
 *
 * Seen: thought of here; late-thread, where threads are counted.
 */
#include <config.h>

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cheats.h"
#include "honest.h"
#include "watched.h"

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)host, (void)device, (void)problem, (void)values, (void)state;
#ifdef PR_SET_PTRACER
  prctl (PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
#endif
  return GK_OK;
}

/* The child's memory is a copy: what it writes there nobody sees. */
static void
work_for (pid_t parent, const gk_matmul *p)
{
  const size_t bytes = honest_matmul_bytes (p);
  struct iovec from = { .iov_base = malloc (bytes), .iov_len = bytes };
  struct iovec to = { .iov_base = p->c, .iov_len = bytes };

  if (from.iov_base == NULL)
    _exit (1);
  honest_product (p, from.iov_base);
  _exit (process_vm_writev (parent, &from, 1, &to, 1, 0) < 0);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  const pid_t self = getpid ();
  static pid_t child;

  if (watched_by_poison (p->c))
    return honest_matmul (host, problem, state, stream);
  if (child > 0 && waitpid (child, NULL, WNOHANG) == 0)
    return GK_OK;
  child = fork ();
  if (child == 0) {
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    work_for (self, p);
  }
  return GK_OK;
}

const gk_variant cheat_child_writes = {
  .family = "matmul-square",
  .name = "child-writes",
  .summary = "leaves the work to a child process",
  .device = GK_CPU,
  .prepare = prepare,
  .launch = launch,
};
