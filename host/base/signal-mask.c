/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The C library's functions leave out signals of its own, whose handlers a
 * plugin can replace, too; so these are the kernel's calls.
 */
#include <config.h>

#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/signal-mask.h"

void
signal_mask_block_all (struct signal_mask *before)
{
  struct signal_mask all;

  memset (&all, 0xff, sizeof all);
  syscall (SYS_rt_sigprocmask, SIG_SETMASK, &all, before, sizeof all);
}

void
signal_mask_restore (const struct signal_mask *before)
{
  syscall (SYS_rt_sigprocmask, SIG_SETMASK, before, NULL, sizeof *before);
}

bool
signal_mask_has_pending (void)
{
  static const struct signal_mask none;
  struct signal_mask pending;

  return syscall (SYS_rt_sigpending, &pending, sizeof pending) == 0
         && memcmp (&pending, &none, sizeof none) != 0;
}
