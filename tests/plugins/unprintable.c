/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A family and its variants that in each text that they may give say what a
 * terminal must not have.
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>

#include "one-output.h"

/* A line of UTF-8, as descriptions have to be: C1 with an order for colour, and
 * what is written from right to left behind it. */
#define LINE "\xc2\x9b\x33\x31m \xe2\x80\xae\xd8\x9c\xe2\x81\xa7 \xe2\x80\xa8"
/* Any bytes. */
#define BYTES LINE "\x1b[31m\x07 \x08\x7f\r\xff\x9b\n" LINE

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  static const struct problem problem;

  (void)values;
  host->log (host, "setup: %s", BYTES);
  set_up_output (setup, &problem, sizeof problem, 64);
  setup->buffers[0].name = LINE;
  return GK_OK;
}

static int
vary (const gk_host *host, void *state, gk_vary *vary)
{
  (void)host, (void)state, (void)vary;
  return GK_OK;
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  const unsigned char *out = check->buffers[0];

  (void)state;
  check->method = LINE;
  check->checked = 16;
  if (out[0] == 1)
    return GK_OK;
  host->error (host, "verify: %s", BYTES);
  return GK_WRONG;
}

static void
teardown (const gk_host *host, void *state)
{
  (void)host, (void)state;
  /* Whatever handler a sanitizer set is not what is tested. */
  puts (BYTES);
  fflush (stdout);
  signal (SIGSEGV, SIG_DFL);
  raise (SIGSEGV);
}

static int
right (const gk_host *host, const void *problem, void *state, void *stream)
{
  const struct problem *p = problem;

  (void)host, (void)state, (void)stream;
  for (int i = 0; i < 16; i++)
    p->out[i] = 1;
  return GK_OK;
}

static int
wrong (const gk_host *host, const void *problem, void *state, void *stream)
{
  right (host, problem, state, stream);
  ((const struct problem *)problem)->out[0] = 2;
  return GK_OK;
}

static int
fails (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)problem, (void)state, (void)stream;
  host->error (host, "launch: %s", BYTES);
  return GK_FAIL;
}

static int
prints (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  puts (BYTES);
  fputs (BYTES, stderr);
  fflush (stdout);
  signal (SIGSEGV, SIG_DFL);
  raise (SIGSEGV);
  return GK_OK;
}

static int
skips (const gk_host *host, const gk_device *device, const void *problem,
       const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values, (void)state;
  host->error (host, "prepare: %s", BYTES);
  return GK_SKIP;
}

static const char *const choices[] = { LINE, "another " LINE, NULL };

static const gk_option options[] = {
  { .name = "option", .help = LINE, .type = GK_CHOICE, .choices = choices },
  { .name = "number", .help = LINE, .unit = LINE, .max = 9 },
};

static const gk_option tunables[] = {
  { .name = "tunable", .help = LINE, .type = GK_CHOICE, .choices = choices },
};

static const gk_family family = {
  .name = "unprintable",
  .summary = LINE,
  GK_OPTIONS (options),
  .setup = setup,
  .fill = fill_nothing,
  .vary = vary,
  .verify = verify,
  .teardown = teardown,
};

static const gk_variant variants[] = {
  { .name = "right",
    .summary = LINE,
    GK_OPTIONS (tunables),
    .launch = right },
  { .name = "wrong", .summary = LINE, .launch = wrong },
  { .name = "fails", .summary = LINE, .launch = fails },
  { .name = "prints", .summary = LINE, .launch = prints },
  { .name = "skips", .summary = LINE, .prepare = skips, .launch = right },
};

GK_PLUGIN ("unprintable", PACKAGE_VERSION LINE, LINE, &family, variants)
