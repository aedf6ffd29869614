/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Times cuBLASLt's algorithms, and chooses the fastest.
 */
#include <config.h>

#include "choose.h"
#include "operand-sets.h"
#include "stopwatch.h"
#include "tuning.h"

/* For each of the two passes: huge products must not exceed the case's timeout.
 */
static const double most_seconds = 2;

/* A batch of launches takes this long, so that an event's cost is a small part
 * of it. */
static const double batch_seconds = 200e-6;
enum { MOST_BATCH = 32 };

struct algorithm_trial {
  const cublas_lt *lt;
  struct cublas_algorithm algorithms[CUBLAS_MOST_ALGORITHMS];
  int n, current;
  struct operand_sets operands;
  struct stopwatch stopwatch;
  int batch;   /* launches; 0: not known yet */
  int refused; /* the library's last status that was not 0 */
};

static bool
enqueue_algorithm (void *state)
{
  struct algorithm_trial *c = state;
  const struct operand_set set = operand_sets_next (&c->operands);
  const int status = cublas_lt_run (c->lt, &c->algorithms[c->current], set.a,
                                    set.b, set.c, c->stopwatch.stream);

  if (status != 0)
    c->refused = status;
  return status == 0;
}

/* All algorithms get the same number of launches, so that a batch's overhead is
 * the same. */
static void
set_batch (struct algorithm_trial *c, double seconds)
{
  const double n = batch_seconds / seconds;

  c->batch = n < 1 ? 1 : n < MOST_BATCH ? (int)n : MOST_BATCH;
}

static double
time_algorithm (void *state, int i)
{
  struct algorithm_trial *c = state;
  double seconds;

  c->current = i;
  seconds = stopwatch_time (&c->stopwatch, enqueue_algorithm, c,
                            c->batch > 0 ? c->batch : 1);
  if (c->batch == 0 && seconds > 0)
    set_batch (c, seconds);
  return seconds;
}

static int
choose_fastest (const gk_host *host, struct algorithm_trial *c,
                struct cublas_choice *choice)
{
  const int best
      = tuning_best (c->n, time_algorithm, c, most_seconds, &choice->timed);

  if (c->stopwatch.error != 0) {
    host->error (host,
                 "an algorithm of cuBLASLt failed on the device: error %d of "
                 "CUDA's driver",
                 c->stopwatch.error);
    return GK_FAIL;
  }
  if (best < 0) {
    host->error (host, "none of cuBLASLt's %d algorithms runs (status %d)",
                 c->n, c->refused);
    return GK_SKIP;
  }
  choice->algorithm = c->algorithms[best];
  return GK_OK;
}

int
cublas_choose (const gk_host *host, const gk_device *device,
               const cublas_lt *lt, const struct cublas_product *product,
               struct cublas_choice *choice)
{
  struct algorithm_trial c = { .lt = lt };
  struct driver driver;
  int r;

  if (choice_cache_find (product, device->ordinal, choice))
    return GK_OK;
  r = cublas_lt_find (host, lt, c.algorithms, &c.n);
  if (r == GK_OK && !driver_open (host, &driver))
    r = GK_SKIP;
  if (r == GK_OK)
    r = operand_sets_make (host, device, &driver, product, &c.operands);
  if (r == GK_OK)
    r = stopwatch_open (host, &driver, device->stream, &c.stopwatch);
  if (r != GK_OK)
    return r;
  r = choose_fastest (host, &c, choice);
  stopwatch_close (&c.stopwatch);
  if (r == GK_OK)
    choice_cache_store (product, device->ordinal, choice);
  return r;
}
