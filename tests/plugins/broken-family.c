/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A family whose setup or verify is broken in the way that its option names.
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <gkhost/plugin.h>

enum fault {
  NO_PROBLEM,
  NINE_BUFFERS,
  NO_BYTES,
  NO_OUTPUT,
  NO_DATA,
  BAD_SLOT,
  ANSWER,
  NO_FAULT,
  TEARDOWN_CRASHES,
  TEARDOWN_HANGS
};

struct problem {
  void *out;
  enum fault fault;
};

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  struct problem *p = host->alloc (host, sizeof *p);

  if (p == NULL)
    return GK_FAIL;
  p->fault = (enum fault)values[0].i;
  setup->state = p;
  setup->problem = p->fault == NO_PROBLEM ? NULL : p;
  setup->problem_bytes = sizeof *p;
  setup->n_buffers = p->fault == NINE_BUFFERS ? 9 : 1;
  setup->buffers[0] = (gk_buffer){
    .name = "out",
    .role = p->fault == NO_OUTPUT ? GK_INPUT : GK_OUTPUT,
    .bytes = p->fault == NO_BYTES ? 0 : 64,
    .slot = p->fault == BAD_SLOT ? sizeof *p : offsetof (struct problem, out),
  };
  setup->verify_data
      = GK_BIT (p->fault == NO_DATA ? GK_DATA_ZERO : GK_DATA_RANDOM);
  return GK_OK;
}

static int
fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
      void *const *buffers)
{
  (void)host, (void)state, (void)data, (void)seed, (void)buffers;
  return GK_OK;
}

/* No status that there is, unless the fault is another one, or none. */
static int
verify (const gk_host *host, void *state, gk_check *check)
{
  const struct problem *p = state;

  (void)host, (void)check;
  return p->fault < NO_FAULT ? 9 : GK_OK;
}

static void
teardown (const gk_host *host, void *state)
{
  const struct problem *p = state;

  if (p->fault == TEARDOWN_CRASHES) {
    puts ("about to crash");
    /* Whatever handler a sanitizer set is not what is tested. */
    signal (SIGSEGV, SIG_DFL);
    raise (SIGSEGV);
  }
  while (p->fault == TEARDOWN_HANGS)
    pause ();
  host->free (host, state);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  return GK_OK;
}

static const char *const faults[]
    = { "no-problem",       "nine-buffers",   "no-bytes", "no-output",
        "no-data",          "bad-slot",       "answer",   "none",
        "teardown-crashes", "teardown-hangs", NULL };

static const gk_option options[] = {
  { .name = "fault",
    .help = "what is broken",
    .type = GK_CHOICE,
    .choices = faults },
};

static const gk_family family = {
  .name = "broken",
  .summary = "a family with one fault",
  .options = options,
  .n_options = 1,
  .option_size = sizeof (gk_option),
  .setup = setup,
  .fill = fill,
  .verify = verify,
  .teardown = teardown,
};

static const gk_variant variants[] = {
  { .name = "first", .summary = "does nothing", .launch = launch },
  { .name = "second", .summary = "does nothing", .launch = launch },
};

static const gk_plugin plugin = {
  .abi = GK_ABI,
  .size = sizeof (gk_plugin),
  .name = "broken-family",
  .summary = "a family with one fault",
  .version = PACKAGE_VERSION,
  .family = &family,
  .family_size = sizeof (gk_family),
  .variant_size = sizeof (gk_variant),
  .variants = variants,
  .n_variants = 2,
};

GK_PLUGIN (plugin)
