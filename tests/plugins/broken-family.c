/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A family whose setup or verify is broken in the way that its option names.
 */
#include <config.h>

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <gkhost/plugin.h>

#include "../clock/virtual-clock.h"
#include "slows.h"

enum fault {
  NO_PROBLEM,
  MANY_BUFFERS,
  NO_BYTES,
  NO_OUTPUT,
  NO_DATA,
  BAD_SLOT,
  SHARED_SLOT,
  BAD_SHAPE,
  LATIN_NAME,
  BAD_OPS,
  BAD_PLANTS,
  ALL_CONSTANT,
  NEEDS_MORE,
  BUFFER_FLAGS,
  BUFFER_RESERVED,
  WORK_FLAGS,
  WORK_RESERVED,
  LATER_ROLE, /* what only a later header has */
  LATER_BUFFER,
  LATER_WORK,
  LATER_OPS,
  LATER_DATA,
  ANSWER,
  OVER_BOUND,
  NOT_A_NUMBER,
  OVER_RMS_BOUND,
  ENDLESS_BOUND,
  BELOW_ZERO,
  COUNTS_ALL,
  TEARDOWN_NAPS, /* for 0.3 s */
  SLOWS_OTHERS,
  NO_FAULT,
  /* Of each callback: it crashes, ends its process, or does not return. */
  SETUP_CRASHES,
  SETUP_LEAVES,
  SETUP_HANGS,
  FILL_CRASHES,
  FILL_LEAVES,
  FILL_HANGS,
  VARY_CRASHES,
  VARY_LEAVES,
  VARY_HANGS,
  VERIFY_CRASHES,
  VERIFY_LEAVES,
  VERIFY_HANGS,
  TEARDOWN_CRASHES,
  TEARDOWN_LEAVES,
  TEARDOWN_HANGS
};

/* Does what the fault is if it is one of a callback's, which begin with that it
 * crashes. */
static void
misbehave (enum fault fault, enum fault crashes)
{
  if (fault == crashes) {
    puts ("about to crash");
    /* Whatever handler a sanitizer set is not what is tested. */
    signal (SIGSEGV, SIG_DFL);
    raise (SIGSEGV);
  }
  if (fault == crashes + 1)
    _exit (0);
  while (fault == crashes + 2)
    pause ();
}

struct problem {
  void *out;
  enum fault fault;
  uintptr_t own; /* where the family's own problem is */
};

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  struct problem *p = host->alloc (host, sizeof *p);

  if (p == NULL)
    return GK_FAIL;
  *p = (struct problem){ .fault = (enum fault)values[0].i };
  misbehave (p->fault, SETUP_CRASHES);
  if (p->fault == SLOWS_OTHERS)
    slow_relatives ();
  p->own = (uintptr_t)p;
  setup->state = p;
  setup->problem = p->fault == NO_PROBLEM ? NULL : p;
  setup->problem_bytes = sizeof *p;
  setup->n_buffers = p->fault == MANY_BUFFERS ? GK_MAX_BUFFERS + 1
                     : p->fault == SHARED_SLOT || p->fault == ALL_CONSTANT ? 2
                                                                           : 1;
  setup->buffers[0] = (gk_buffer){
    .name = p->fault == LATIN_NAME ? "a\xdfgabe" : "out",
    .role = p->fault == NO_OUTPUT    ? GK_INPUT
            : p->fault == LATER_ROLE ? 9
                                     : GK_OUTPUT,
    .flags = p->fault == BUFFER_FLAGS   ? 1
             : p->fault == LATER_BUFFER ? UINT32_C (1) << 16
                                        : 0,
    .reserved = { 0, p->fault == BUFFER_RESERVED },
    .bytes = p->fault == NO_BYTES ? 0 : 64,
    .slot = p->fault == BAD_SLOT ? sizeof *p : offsetof (struct problem, out),
  };
  setup->buffers[1] = setup->buffers[0];
  if (p->fault == BAD_SHAPE)
    setup->shapes[0] = (gk_shape){ GK_F32, 1, { 17 }, { 1 } };
  if (p->fault == ALL_CONSTANT) {
    setup->buffers[1].role = GK_CONSTANT;
    setup->buffers[1].slot = offsetof (struct problem, own);
  }
  if (p->fault == NEEDS_MORE)
    setup->forms = 4;
  if (p->fault == BAD_OPS)
    setup->work.ops = (double)NAN;
  setup->work.flags = p->fault == WORK_FLAGS   ? 4
                      : p->fault == LATER_WORK ? UINT32_C (1) << 31
                                               : 0;
  setup->work.reserved[3] = p->fault == WORK_RESERVED;
  setup->work.op_class = p->fault == LATER_OPS ? 42 : GK_OPS_NONE;
  if (p->fault == COUNTS_ALL)
    setup->work.bytes_read = setup->work.bytes_written = UINT64_MAX;
  setup->verify_data
      = GK_BIT (p->fault == NO_DATA ? GK_DATA_ZERO : GK_DATA_RANDOM)
        | (p->fault == LATER_DATA ? GK_BIT (40) : 0);
  setup->plant_data = p->fault == BAD_PLANTS ? GK_BIT (GK_DATA_NORMAL) : 0;
  return GK_OK;
}

static int
fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
      void *const *buffers)
{
  const struct problem *p = state;

  (void)host, (void)data, (void)seed, (void)buffers;
  misbehave (p->fault, FILL_CRASHES);
  return GK_OK;
}

/* There are no inputs. */
static int
vary (const gk_host *host, void *state, gk_vary *vary)
{
  const struct problem *p = state;

  (void)host, (void)vary;
  misbehave (p->fault, VARY_CRASHES);
  return GK_OK;
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  const struct problem *p = state;

  (void)host;
  misbehave (p->fault, VERIFY_CRASHES);
  check->bound = 1;
  check->rms_bound = 2;
  check->error = p->fault == OVER_BOUND     ? 10
                 : p->fault == NOT_A_NUMBER ? (double)NAN
                                            : 1;
  if (p->fault == ENDLESS_BOUND)
    check->bound = check->error = (double)INFINITY;
  if (p->fault == BELOW_ZERO)
    check->error = -1;
  check->checked = p->fault == COUNTS_ALL ? UINT64_MAX : 64;
  check->rms_error = p->fault == OVER_RMS_BOUND ? 20 : 2;
  /* The family's slot is not what variants see, and is never set. */
  if (p->out != NULL)
    return GK_FAIL;
  /* 9 is not a status. */
  return p->fault == ANSWER ? 9 : GK_OK;
}

static void
teardown (const gk_host *host, void *state)
{
  const struct problem *p = state;

  if (p->fault == TEARDOWN_NAPS)
    virtual_sleep (0.3);
  misbehave (p->fault, TEARDOWN_CRASHES);
  host->free (host, state);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const struct problem *p = problem;

  (void)state, (void)stream;
  if (p->own != (uintptr_t)p && p->out != NULL)
    return GK_OK;
  host->error (host, "was handed the family's own problem");
  return GK_FAIL;
}

static void *
fall (void *unused)
{
  (void)unused;
  virtual_sleep (0.1);
  misbehave (FILL_CRASHES, FILL_CRASHES);
  return NULL;
}

/* Leaves a thread that falls when the case is over. */
static void
fall_later (const gk_host *host, void *state)
{
  pthread_t thread;

  (void)host, (void)state;
  if (pthread_create (&thread, NULL, fall, NULL) == 0)
    pthread_detach (thread);
}

static const char *const faults[] = { "no-problem",
                                      "many-buffers",
                                      "no-bytes",
                                      "no-output",
                                      "no-data",
                                      "bad-slot",
                                      "shared-slot",
                                      "bad-shape",
                                      "latin-name",
                                      "bad-ops",
                                      "bad-plants",
                                      "all-constant",
                                      "needs-more",
                                      "buffer-flags",
                                      "buffer-reserved",
                                      "work-flags",
                                      "work-reserved",
                                      "later-role",
                                      "later-buffer",
                                      "later-work",
                                      "later-ops",
                                      "later-data",
                                      "answer",
                                      "over-bound",
                                      "not-a-number",
                                      "over-rms-bound",
                                      "endless-bound",
                                      "below-zero",
                                      "counts-all",
                                      "teardown-naps",
                                      "slows-others",
                                      "none",
                                      "setup-crashes",
                                      "setup-leaves",
                                      "setup-hangs",
                                      "fill-crashes",
                                      "fill-leaves",
                                      "fill-hangs",
                                      "vary-crashes",
                                      "vary-leaves",
                                      "vary-hangs",
                                      "verify-crashes",
                                      "verify-leaves",
                                      "verify-hangs",
                                      "teardown-crashes",
                                      "teardown-leaves",
                                      "teardown-hangs",
                                      NULL };

static const gk_option options[] = {
  { .name = "fault",
    .help = "what is broken",
    .type = GK_CHOICE,
    .choices = faults },
};

static const gk_family family = {
  .name = "broken",
  .summary = "a family with one fault",
  GK_OPTIONS (options),
  .setup = setup,
  .fill = fill,
  .vary = vary,
  .verify = verify,
  .teardown = teardown,
};

static const gk_variant variants[] = {
  { .name = "first", .summary = "does nothing", .launch = launch },
  { .name = "second", .summary = "does nothing", .launch = launch },
  { .name = "falls",
    .summary = "leaves a thread that raises SIGSEGV",
    .launch = launch,
    .release = fall_later },
};

GK_PLUGIN ("broken-family", PACKAGE_VERSION, "a family with one fault", &family,
           variants)
