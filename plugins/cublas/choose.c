/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Times cuBLASLt's algorithms, and chooses the fastest.
 */
#include <config.h>

#include <string.h>

#include "choose.h"
#include "output-check.h"
#include "tuning.h"

/* For each of the three passes: huge products must not exceed the case's
 * timeout. */
static const double most_seconds = 2;

/* A batch of launches takes this long, so that an event's cost is a small part
 * of it. */
static const double batch_seconds = 200e-6;
enum { MOST_BATCH = 32 };

/* The room for algorithms. */
enum { MOST_ALGORITHMS = 16384 };

struct algorithm_trial {
  const cublas_lt *lt;
  struct cublas_lt_list list;
  int current;
  struct operand_sets operands;
  struct stopwatch stopwatch;
  struct output_check check;
  int batch;   /* launches; 0: not known yet */
  int refused; /* the library's last status that was not 0 */
};

static bool
run_algorithm (struct algorithm_trial *c, struct operand_set set)
{
  const int status = cublas_lt_run (c->lt, &c->list.algorithms[c->current],
                                    &set, c->stopwatch.stream);

  if (status != 0)
    c->refused = status;
  return status == 0;
}

static bool
enqueue_algorithm (void *state)
{
  struct algorithm_trial *c = state;

  return run_algorithm (c, operand_sets_next (&c->operands));
}

static bool
enqueue_to_check (void *state)
{
  struct algorithm_trial *c = state;

  return run_algorithm (c, c->check.set);
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

static bool
algorithm_is_right (void *state, int i)
{
  struct algorithm_trial *c = state;

  c->current = i;
  return output_check_compare (&c->check, enqueue_to_check, c);
}

static int
vary_algorithm (void *state, int i)
{
  struct algorithm_trial *c = state;

  cublas_lt_vary (c->lt, i, &c->list);
  return c->list.n;
}

static int
choose_fastest (const gk_host *host, struct algorithm_trial *c,
                struct cublas_choice *choice)
{
  const struct tuning tuning = { .state = c,
                                 .n = c->list.n,
                                 .time = time_algorithm,
                                 .is_right = algorithm_is_right,
                                 .vary = vary_algorithm,
                                 .seconds = most_seconds };
  const int best = tuning_best (&tuning, &choice->timed);
  const int error = c->check.error != 0 ? c->check.error : c->stopwatch.error;

  if (error != 0) {
    host->error (host,
                 "an algorithm of cuBLASLt failed on the device: error %d of "
                 "CUDA's driver",
                 error);
    return GK_FAIL;
  }
  if (best < 0) {
    host->error (host, "none of cuBLASLt's %d algorithms runs (status %d)",
                 c->list.n, c->refused);
    return GK_SKIP;
  }
  choice->algorithm = c->list.algorithms[best];
  return GK_OK;
}

/* Of a product with a bias: has the trials read zeros, as its own is not there
 * yet. */
static int
set_zero_bias (const gk_host *host, const gk_device *device,
               const struct driver *driver,
               const struct cublas_product *product, const cublas_lt *lt)
{
  const size_t bytes = (size_t)product->rows * cublas_element (product->type_c);
  void *there, *zeros;
  bool copied;

  if (product->bias == NULL)
    return GK_OK;
  there = host->workspace (host, bytes);
  zeros = host->alloc (host, bytes);
  if (there == NULL || zeros == NULL) {
    host->free (host, zeros);
    return GK_SKIP;
  }
  memset (zeros, 0, bytes);
  copied
      = driver->copy ((uintptr_t)there, (uintptr_t)zeros, bytes, device->stream)
            == 0
        && driver->synchronize (device->stream) == 0
        && cublas_lt_set_bias (lt, there) == 0;
  host->free (host, zeros);
  return copied ? GK_OK : GK_FAIL;
}

/* With the list of algorithms. */
static int
choose_in_trial (const gk_host *host, const gk_device *device,
                 const struct cublas_product *product,
                 struct algorithm_trial *c, struct cublas_choice *choice)
{
  struct driver driver;
  int r = driver_open (host, &driver) ? GK_OK : GK_SKIP;

  if (r == GK_OK)
    r = operand_sets_make (host, device, &driver, product, &c->operands);
  if (r == GK_OK)
    r = set_zero_bias (host, device, &driver, product, c->lt);
  if (r == GK_OK)
    r = stopwatch_open (host, &driver, device->stream, &c->stopwatch);
  if (r != GK_OK)
    return r;
  r = output_check_open (host, &driver, device->stream, product,
                         operand_sets_first (&c->operands), &c->check);
  if (r == GK_OK) {
    r = choose_fastest (host, c, choice);
    output_check_close (host, &c->check);
  }
  stopwatch_close (&c->stopwatch);
  if (product->bias != NULL && cublas_lt_set_bias (c->lt, product->bias) != 0)
    return GK_FAIL;
  return r;
}

int
cublas_choose (const gk_host *host, const gk_device *device,
               const cublas_lt *lt, const struct cublas_product *product,
               struct cublas_choice *choice)
{
  struct algorithm_trial c = { .lt = lt, .list.room = MOST_ALGORITHMS };
  int r;

  if (choice_cache_find (product, device->ordinal, choice))
    return GK_OK;
  c.list.algorithms
      = host->alloc (host, MOST_ALGORITHMS * sizeof *c.list.algorithms);
  if (c.list.algorithms == NULL)
    return GK_FAIL;
  r = cublas_lt_find (host, lt, &c.list);
  if (r == GK_OK)
    r = choose_in_trial (host, device, product, &c, choice);
  host->free (host, c.list.algorithms);
  if (r == GK_OK)
    choice_cache_store (product, device->ordinal, choice);
  return r;
}
