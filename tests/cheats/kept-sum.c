/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "kept-sum.h"

/* More changes than these are new inputs. */
enum { APART = 1000, MOST_CHANGES = 8 };

struct kept_sum *
kept_sum_new (const gk_host *host, int64_t n)
{
  struct kept_sum *kept = host->alloc (
      host, sizeof *kept + (size_t)(n / APART + 1) * sizeof *kept->was);

  if (kept != NULL)
    kept->any = false;
  return kept;
}

double
kept_sum_look_again (struct kept_sum *kept, const void *problem, int64_t n,
                     kept_term *term)
{
  double more = 0;
  int changes = 0;

  for (int64_t i = 0; i * APART < n; i++) {
    const double now = term (problem, i * APART);

    changes += !kept->any || now != kept->was[i];
    more += kept->any ? now - kept->was[i] : 0;
    kept->was[i] = now;
  }
  if (changes <= MOST_CHANGES)
    return more;
  kept->any = true;
  kept->sum = 0;
  for (int64_t i = 0; i < n; i++)
    kept->sum += term (problem, i);
  return 0;
}
