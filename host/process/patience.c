/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/clock.h"
#include "process/patience.h"

/* The longest wait at once, and how much longer than asked for it may take on a
 * busy machine.  One that took longer than that was interrupted by a stop, and
 * counts no more than that. */
#define LOOK_SECONDS 1.0
#define LATE_SECONDS 0.5

void
patience_begin (struct patience *p, double seconds)
{
  *p = (struct patience){ .left = seconds,
                          .seen = clock_now (),
                          .most = LATE_SECONDS };
}

int
patience_ms (struct patience *p)
{
  double wait = p->left < LOOK_SECONDS ? p->left : LOOK_SECONDS;

  if (wait < 0)
    wait = 0;
  p->most = wait + LATE_SECONDS;
  return (int)(1e3 * wait) + (p->left > 0);
}

bool
patience_over (struct patience *p)
{
  double now = clock_now (), went = now - p->seen;

  p->left -= went <= p->most ? went : LATE_SECONDS;
  p->seen = now;
  return p->left <= 0;
}
