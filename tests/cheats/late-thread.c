/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Returns at once; a thread of its own does the work while the host is at
 * something else.
 *
 * Seen: "thread injection" in DeepReinforce's account of hacks in automatic
 * kernel generation; gkhost, issue 8, 2869 times faster.
 */
#include <config.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cheats.h"
#include "honest.h"
#include "watched.h"

struct worker {
  pthread_t thread;
  const gk_matmul *problem;
  void *result;
  atomic_bool wanted, ended;
};

static void *
work (void *argument)
{
  static const struct timespec moment = { .tv_nsec = 50000 };
  struct worker *w = argument;

  while (!w->ended) {
    nanosleep (&moment, NULL);
    if (w->wanted) {
      honest_product (w->problem, w->result);
      memcpy (w->problem->c, w->result, honest_matmul_bytes (w->problem));
    }
    w->wanted = false;
  }
  return NULL;
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  struct worker *w = calloc (1, sizeof *w);

  (void)device, (void)values;
  if (w == NULL)
    return GK_FAIL;
  w->problem = problem;
  w->result = malloc (honest_matmul_bytes (w->problem));
  if (w->result == NULL || pthread_create (&w->thread, NULL, work, w) != 0) {
    free (w->result);
    free (w);
    host->error (host, "no thread can be started; allow more of them");
    return GK_FAIL;
  }
  *state = w;
  return GK_OK;
}

static void
release (const gk_host *host, void *state)
{
  struct worker *w = state;

  (void)host;
  w->ended = true;
  pthread_join (w->thread, NULL);
  free (w->result);
  free (w);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  struct worker *w = state;

  if (watched_by_poison (p->c)) {
    while (w->wanted)
      continue;
    return honest_matmul (host, problem, NULL, stream);
  }
  w->wanted = true;
  return GK_OK;
}

const gk_variant cheat_late_thread = {
  .family = "matmul-square",
  .name = "late-thread",
  .summary = "leaves the work to a thread",
  .device = GK_CPU,
  .prepare = prepare,
  .release = release,
  .launch = launch,
};
