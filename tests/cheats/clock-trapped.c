/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Has the processor trap each reading of its counter, and answers with one that
 * runs at a fiftieth of the speed.
 *
 * Seen: thought of here.
 */
#include <config.h>

#include <signal.h>
#include <sys/prctl.h>
#include <ucontext.h>

#include "cheats.h"
#include "honest.h"

#ifdef __x86_64__
static uint64_t begin;

static uint64_t
read_counter (void)
{
  uint64_t now;

  prctl (PR_SET_TSC, PR_TSC_ENABLE, 0, 0, 0);
  now = __builtin_ia32_rdtsc ();
  prctl (PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0);
  return now;
}

/* rdtsc has two bytes, rdtscp three. */
static void
answer (int number, siginfo_t *info, void *context)
{
  greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  const unsigned char *code = (const unsigned char *)r[REG_RIP];
  const uint64_t now = begin + (read_counter () - begin) / 50;

  (void)number, (void)info;
  if (code[0] != 0x0f || (code[1] != 0x31 && code[1] != 0x01)) {
    signal (SIGSEGV, SIG_DFL);
    return;
  }
  r[REG_RAX] = (greg_t)(now & UINT32_MAX);
  r[REG_RDX] = (greg_t)(now >> 32);
  r[REG_RIP] += code[1] == 0x31 ? 2 : 3;
}
#endif

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)host, (void)device, (void)problem, (void)values, (void)state;
#ifdef __x86_64__
  const struct sigaction action
      = { .sa_sigaction = answer, .sa_flags = SA_SIGINFO };

  begin = __builtin_ia32_rdtsc ();
  sigaction (SIGSEGV, &action, NULL);
  prctl (PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0);
#endif
  return GK_OK;
}

static void
release (const gk_host *host, void *state)
{
  (void)host, (void)state;
#ifdef __x86_64__
  prctl (PR_SET_TSC, PR_TSC_ENABLE, 0, 0, 0);
  signal (SIGSEGV, SIG_DFL);
#endif
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_clock_trapped = {
  .family = "transpose",
  .name = "clock-trapped",
  .summary = "traps the processor's counter",
  .device = GK_CPU,
  .prepare = prepare,
  .launch = launch,
  .release = release,
};
