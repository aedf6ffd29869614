/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>

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

static bool
is_same_round (const struct case_ *a, const struct case_ *b)
{
  return a->problem == b->problem && a->round == b->round;
}

size_t *
order_make (const struct cases *cases)
{
  const struct case_ *c = cases->case_;
  size_t *order = xcalloc (cases->n + 1, sizeof *order);
  size_t end;

  for (size_t i = 0; i < cases->n; i++)
    order[i] = i;
  for (size_t i = 0; i < cases->n; i = end) {
    for (end = i + 1; end < cases->n && is_same_round (&c[i], &c[end]);)
      end++;
    if (c[i].problem->job->settings.rounds > 1)
      shuffle (order + i, end - i);
  }
  return order;
}
