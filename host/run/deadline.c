/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/clock.h"
#include "run/deadline.h"

/* The longest single wait, and how much longer than that a poll may take on a
 * busy machine.  A poll that took even longer was interrupted by a stop, and
 * counts LATE_SECONDS. */
#define POLL_SECONDS 1.0
#define LATE_SECONDS 0.5

void
deadline_start (struct deadline *p, double seconds)
{
  *p = (struct deadline){ .left = seconds,
                          .checked = clock_now (),
                          .most = LATE_SECONDS };
}

int
deadline_poll_ms (struct deadline *p)
{
  double wait = p->left < POLL_SECONDS ? p->left : POLL_SECONDS;

  if (wait < 0)
    wait = 0;
  p->most = wait + LATE_SECONDS;
  return (int)(1e3 * wait) + (p->left > 0);
}

bool
deadline_is_over (struct deadline *p)
{
  double now = clock_now (), went = now - p->checked;

  p->left -= went <= p->most ? went : LATE_SECONDS;
  p->checked = now;
  return p->left <= 0;
}
