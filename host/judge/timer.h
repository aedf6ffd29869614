/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The timer: the other side, as the judge sees it.  It is a process of its own,
 * or, with --in-process, the same one.
 */
#ifndef TIMER_H
#define TIMER_H

#include <stdbool.h>

#include "base/shared.h"
#include "bench/orders.h"

struct timer {
  /* Hands over an order and waits for its claim.  False when the other side is
   * gone, or what came is no claim to this order. */
  bool (*obey) (struct timer *timer, struct order *order, struct claim *claim);
  bool apart; /* another process, so that its clock can be checked */
};

#endif
