/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The timer as the judge sees it: a process that obeys orders with claims; with
 * --in-process the same process.
 */
#ifndef TIMER_H
#define TIMER_H

#include <stdbool.h>

#include "base/shared.h"
#include "bench/orders.h"

struct timer {
  /* Sends an order and waits for its claim.  False when the timer is gone, or
   * its answer is no claim to this order. */
  bool (*obey) (struct timer *timer, struct order *order, struct claim *claim);
  bool apart; /* another process, whose clock can be checked */
};

#endif
