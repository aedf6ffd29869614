/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/unforeseen.h"
#include "base/xalloc.h"
#include "plan/order.h"

static void
shuffle (size_t *index, size_t n)
{
  for (size_t i = n; i > 1; i--) {
    size_t j = (size_t)(unforeseen () % i), other = index[j];

    index[j] = index[i - 1];
    index[i - 1] = other;
  }
}

size_t *
order_make (const struct cases *cases)
{
  size_t *order = xcalloc (cases->n + 1, sizeof *order);
  size_t end;

  for (size_t i = 0; i < cases->n; i++)
    order[i] = i;
  for (size_t i = 0; i < cases->n; i = end) {
    end = cases_round_end (cases, i);
    if (cases->case_[i].problem->job->settings.rounds > 1)
      shuffle (order + i, end - i);
  }
  return order;
}
