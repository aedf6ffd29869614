/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The fastest of the other variants for a problem, by its size, its pitches and
 * the device; choice.c tells which.
 */
#include <config.h>

#include "choice.h"
#include "policy.h"
#include "variants-cuda.h"

struct state {
  struct copy_choice choice;
  void *inner; /* the chosen variant's */
};

static void
tell (const gk_host *host, const struct copy_choice *choice)
{
  static const char *const policies[] = COPY_POLICY_NAMES;
  const gk_value *v = choice->values;

  switch (choice->way) {
  case COPY_BY_STRAIGHT:
    host->log (host, "best is straight with words = %d, threads = %d",
               1 << v[COPY_STRAIGHT_WORDS].i,
               128 << v[COPY_STRAIGHT_THREADS].i);
    break;
  case COPY_BY_HINTED:
    host->log (host,
               "best is hinted with words = %d, threads = %d, load = %s, "
               "store = %s",
               1 << v[COPY_HINTED_WORDS].i, 128 << v[COPY_HINTED_THREADS].i,
               policies[v[COPY_HINTED_LOAD].i],
               policies[v[COPY_HINTED_STORE].i]);
    break;
  case COPY_BY_ALIGNED:
    host->log (host, "best is aligned");
    break;
  case COPY_BY_VECTOR:
    host->log (host, "best is vector with words = %d", 1 << v[0].i);
    break;
  }
}

static int
prepare_chosen (const gk_host *host, const gk_device *device,
                const void *problem, struct state *s)
{
  switch (s->choice.way) {
  case COPY_BY_STRAIGHT:
    return copy_straight_prepare (host, device, problem, s->choice.values,
                                  &s->inner);
  case COPY_BY_HINTED:
    return copy_hinted_prepare (host, device, problem, s->choice.values,
                                &s->inner);
  case COPY_BY_VECTOR:
    return copy_vector_prepare (host, device, problem, s->choice.values,
                                &s->inner);
  default:
    return GK_OK;
  }
}

int
copy_best_prepare (const gk_host *host, const gk_device *device,
                   const void *problem, const gk_value *values, void **state)
{
  const struct copy_span span = copy_span (problem);
  struct state *s = host->alloc (host, sizeof *s);
  int r;

  (void)values;
  if (!s)
    return GK_FAIL;
  s->inner = NULL;
  s->choice = copy_choose (&span, device);
  r = prepare_chosen (host, device, problem, s);
  if (r != GK_OK) {
    host->free (host, s);
    return r;
  }
  tell (host, &s->choice);
  *state = s;
  return GK_OK;
}

int
copy_best (const gk_host *host, const void *problem, void *state, void *stream)
{
  struct state *s = state;

  switch (s->choice.way) {
  case COPY_BY_STRAIGHT:
    return copy_straight (host, problem, s->inner, stream);
  case COPY_BY_HINTED:
    return copy_hinted (host, problem, s->inner, stream);
  case COPY_BY_VECTOR:
    return copy_vector (host, problem, s->inner, stream);
  default:
    return copy_aligned (host, problem, s->inner, stream);
  }
}

void
copy_best_release (const gk_host *host, void *state)
{
  struct state *s = state;

  switch (s->choice.way) {
  case COPY_BY_STRAIGHT:
    copy_straight_release (host, s->inner);
    break;
  case COPY_BY_HINTED:
    copy_hinted_release (host, s->inner);
    break;
  case COPY_BY_VECTOR:
    copy_vector_release (host, s->inner);
    break;
  default:
    break;
  }
  host->free (host, s);
}
