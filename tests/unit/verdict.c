/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The verdict: the host compares errors with bounds itself, and what it has
 * judged nobody else can change.
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "judge/trial.h"
#include "tests/unit/unit.h"

enum { BYTES = 16 };

/* A family that answers what a test tells it to. */
struct toy {
  int status;
  const char *method, *reason;
  double error, bound, rms_error, rms_bound;
  uint64_t checked;
  gk_check asked;       /* the last one that it was asked */
  const void *view[2];  /* what its buffers were */
  unsigned char *shown; /* where another process would write; NULL: nowhere */
  unsigned char seen[BYTES]; /* its output, when another had written */
};

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  struct toy *toy = state;

  toy->asked = *check;
  toy->view[0] = check->buffers[0];
  toy->view[1] = check->buffers[1];
  if (toy->shown != NULL)
    memset (toy->shown, 0xee, BYTES);
  memcpy (toy->seen, check->buffers[1], BYTES);
  check->method = toy->method;
  check->error = toy->error;
  check->bound = toy->bound;
  check->rms_error = toy->rms_error;
  check->rms_bound = toy->rms_bound;
  check->checked = toy->checked;
  if (toy->reason != NULL)
    host->error (host, "%s", toy->reason);
  return toy->status;
}

struct court {
  struct toy toy;
  gk_family family;
  gk_setup setup;
  struct services services;
  struct inputs inputs;
  struct verification verification;
};

static void
court_open (struct court *c)
{
  char *why;

  *c = (struct court){ .family = { .verify = verify } };
  c->setup = (gk_setup){
    .n_buffers = 2,
    .state = &c->toy,
    .buffers = { { .name = "in", .bytes = BYTES },
                 { .name = "out", .role = GK_OUTPUT, .bytes = BYTES } }
  };
  services_init (&c->services);
  inputs_open (&c->inputs, &c->family, &c->setup, 7);
  assert_true (inputs_make_room (&c->inputs, &why));
}

static void
court_close (struct court *c)
{
  inputs_close (&c->inputs);
  services_free (&c->services);
}

static bool
ask (struct court *c)
{
  const struct verdict_request question = { .data = GK_DATA_RANDOM,
                                            .poison = 0xab,
                                            .precision = 0x1p-11,
                                            .choice_seed = 9,
                                            .when = "timed launch 3" };

  return verdict_compute (&c->verification, &c->inputs, &c->services,
                          &question);
}

/* What comes of these figures where verify returns GK_OK. */
static void
expect (struct toy figures, bool right, const char *reason)
{
  struct court c;

  court_open (&c);
  c.toy = figures;
  assert_int_equal (ask (&c), right);
  assert_int_equal (c.verification.status, right ? GK_OK : GK_WRONG);
  if (!right) {
    assert_non_null (strstr (c.verification.reason, reason));
    assert_non_null (
        strstr (c.verification.reason, "(timed launch 3, random data)"));
  }
  court_close (&c);
}

TEST (errors_within_their_bounds_are_right)
{
  expect ((struct toy){ 0 }, true, NULL);
  expect ((struct toy){ .error = 1, .bound = 1 }, true, NULL);
  expect ((struct toy){ .rms_error = 0, .rms_bound = 1 }, true, NULL);
  /* Without a bound there is none to keep to. */
  expect ((struct toy){ .error = 1 }, true, NULL);
}

TEST (others_are_wrong_whatever_verify_returns)
{
  const double nan = (double)NAN, inf = (double)INFINITY;
  const char *said = "the error is", *rms = "the root-mean-square error is";

  expect ((struct toy){ .error = 2, .bound = 1 }, false, said);
  expect ((struct toy){ .error = nan, .bound = 1 }, false, said);
  expect ((struct toy){ .error = inf, .bound = 1 }, false, said);
  expect ((struct toy){ .error = inf, .bound = inf }, false, said);
  expect ((struct toy){ .error = 0, .bound = inf }, false, said);
  expect ((struct toy){ .error = 0, .bound = nan }, false, said);
  expect ((struct toy){ .error = 0, .bound = -1 }, false, said);
  expect ((struct toy){ .error = -1, .bound = 1 }, false, said);
  expect ((struct toy){ .rms_error = 2, .rms_bound = 1 }, false, rms);
  expect ((struct toy){ .rms_error = nan, .rms_bound = 1 }, false, rms);
}

static void
expect_status (int returned, int status, const char *reason)
{
  struct court c;

  court_open (&c);
  c.toy.status = returned;
  c.toy.reason = returned == GK_WRONG ? "7 is not 8" : NULL;
  assert_false (ask (&c));
  assert_int_equal (c.verification.status, status);
  assert_int_equal (strncmp (c.verification.reason, reason, strlen (reason)),
                    0);
  court_close (&c);
}

TEST (what_is_not_right_is_never_passed)
{
  expect_status (GK_WRONG, GK_WRONG,
                 "7 is not 8 (timed launch 3, random data)");
  /* A check that was not done is no skip. */
  expect_status (GK_SKIP, GK_FAIL,
                 "verify: verify returned GK_SKIP and gave no reason");
  expect_status (GK_FAIL, GK_FAIL,
                 "verify: verify returned GK_FAIL and gave no reason");
  expect_status (9, GK_FAIL,
                 "verify: verify returned 9, which is not a status");
}

TEST (the_family_is_told_what_came_before_the_launch)
{
  const struct shared *set;
  struct court c;

  court_open (&c);
  set = &c.inputs.set;
  c.inputs.generation[GK_DATA_RANDOM] = 5;
  assert_true (ask (&c));
  assert_int_equal (c.toy.asked.data, GK_DATA_RANDOM);
  assert_int_equal (c.toy.asked.seed, 7);
  assert_int_equal (c.toy.asked.generation, 5);
  assert_int_equal (c.toy.asked.choice_seed, 9);
  assert_true (fabs (c.toy.asked.precision - 0x1p-11) < 1e-9);
  for (size_t i = 0; i < sizeof c.toy.asked.poison; i++)
    assert_int_equal (c.toy.asked.poison[i], 0xab);
  /* What it gets can't be written to. */
  assert_ptr_equal (c.toy.view[0], (char *)set->reading
                                       + ((char *)c.inputs.views.input[0]
                                          - (char *)set->memory));
  court_close (&c);
}

/* Another process maps what is shown, and may write while verify looks. */
TEST (what_is_judged_stays_as_it_was_shown)
{
  const struct order order = { .kind = ORDER_SHOW };
  struct court c;
  unsigned char shown[BYTES];

  court_open (&c);
  memset (shown, 0x11, BYTES);
  c.toy.shown = (unsigned char *)c.inputs.outputs.window.memory;
  memcpy (c.toy.shown, shown, BYTES);
  outputs_expect (&c.inputs.outputs, &order, OUTPUTS_COPIED);
  assert_false (outputs_read_slot (&c.inputs.outputs));
  assert_true (ask (&c));
  assert_memory_equal (c.toy.seen, shown, BYTES);
  court_close (&c);
}

TEST (the_worst_of_all_is_kept)
{
  static const struct toy figures[]
      = { { .error = 1, .bound = 10, .method = "by hand", .checked = 3 },
          { .error = 4, .bound = 8, .method = "by heart", .checked = 4 },
          { .error = 2, .bound = 9, .method = "by hand" } };
  struct court c;

  court_open (&c);
  for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
    c.toy = figures[i];
    assert_true (ask (&c));
  }
  assert_int_equal (c.verification.error, 4);
  assert_int_equal (c.verification.bound, 8);
  assert_int_equal (c.verification.checked, 7);
  assert_string_equal (c.verification.method, "by hand, by heart");
  c.toy.checked = UINT64_MAX;
  assert_true (ask (&c));
  assert_true (c.verification.checked == INT64_MAX);
  court_close (&c);
}
