/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How launches are compared with each other.
 *
 * A race spoils few launches, and few timed ones are judged.  So after the
 * samples the last one's inputs and poison are launched on again, as often as
 * fits in a share of the case's time, and each answer is compared with the one
 * judged before it, byte by byte.  One that differs is judged itself: sums in
 * another order are right, too.  None of these launches is timed.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/parallel.h"
#include "judge/trial.h"

/* So many launches find a race in 2 % of launches 87 times of 100. */
enum { MOST_REPEATS = 100 };

/* Compares parts of two pieces of memory. */
struct answers {
  const char *a, *b;
  bool differ;
};

static void
compare_part (void *user, size_t from, size_t end)
{
  struct answers *c = user;

  if (memcmp (c->a + from, c->b + from, end - from) != 0)
    __atomic_store_n (&c->differ, true, __ATOMIC_RELAXED);
}

/* True when the outputs shown are not those judged last. */
static bool
answers_differ (const struct inputs *inputs)
{
  struct answers c = { inputs->outputs.memory, inputs->copy, false };

  parallel_run (inputs->outputs.bytes, compare_part, &c);
  return c.differ;
}

static bool
repeat_launch (struct trial *t)
{
  struct order order = { .kind = ORDER_RUN,
                         .version = t->last.version,
                         .poison = t->last.poison };
  struct verification *v = &t->verification;
  struct claim claim;
  char when[80];

  v->repeats++;
  snprintf (when, sizeof when, "launch %llu on the same inputs",
            (unsigned long long)v->repeats);
  if (!trial_order (t, &order, &claim, when))
    return false;
  if (!answers_differ (&t->judge->inputs))
    return true;
  v->differ++;
  return trial_judge (t, t->settings.data, t->last.poison, when)
         || (t->status == GK_WRONG
             && trial_end (
                 t, GK_WRONG,
                 "%s: the answer differs from launch to launch, as by a race",
                 t->verification.reason));
}

bool
audit_repeats (struct trial *t)
{
  const gk_host *host = &t->judge->services.host;
  const struct verification *v = &t->verification;
  const double begin = clock_now (), end = begin + trial_share (t);
  const double spent = t->spent.verify_s;
  double last = t->measurement.stats.median; /* what the last one took */
  bool ok = true;

  while (ok && v->repeats < MOST_REPEATS && clock_now () + last < end) {
    const double start = clock_now ();

    ok = repeat_launch (t);
    last = clock_now () - start;
  }
  /* Verdicts are a part of it. */
  t->spent.verify_s = spent + clock_now () - begin;
  if (ok && v->differ > 0)
    host->log (host,
               "gkhost: the answer differs from launch to launch on the same "
               "inputs, in %llu of %llu, and each is right",
               (unsigned long long)v->differ, (unsigned long long)v->repeats);
  return ok;
}
