/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lets the mark of a sample's begin trap, between which and the clock's reading
 * plugins may run, and computes there.  Its launch then only waits for a while,
 * and an end without a launch is delayed, so that the judge's control is slow.
 */
#include <config.h>

#include <stdbool.h>
#include <sys/mman.h>
#include <time.h>

#include "cheats.h"
#include "honest.h"
#include "mark.h"

#ifdef __x86_64__
#include <signal.h>
#include <ucontext.h>

enum { PAGE = 4096, TRAP_FLAG = 0x100 };

static const gk_matmul *product;
static uint32_t *mark;
static bool is_done;
static struct sigaction old_fault, old_trap;

static void
wait_for (long ns)
{
  struct timespec now, end;

  clock_gettime (CLOCK_MONOTONIC, &end);
  end.tv_nsec += ns;
  end.tv_sec += end.tv_nsec / 1000000000;
  end.tv_nsec %= 1000000000;
  do
    clock_gettime (CLOCK_MONOTONIC, &now);
  while (now.tv_sec < end.tv_sec
         || (now.tv_sec == end.tv_sec && now.tv_nsec < end.tv_nsec));
}

/* The mark is written behind this, by one step, and traps again then. */
static void
on_fault (int number, siginfo_t *info, void *context)
{
  ucontext_t *c = context;

  (void)number;
  if (mark == NULL
      || (uintptr_t)info->si_addr / PAGE != (uintptr_t)mark / PAGE) {
    sigaction (SIGSEGV, &old_fault, NULL);
    return;
  }
  mprotect (mark, PAGE, PROT_READ | PROT_WRITE);
  if (*mark != 1) {
    honest_product (product, product->c);
    is_done = true;
  } else if (is_done)
    wait_for (4000000);
  c->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

static void
on_trap (int number, siginfo_t *info, void *context)
{
  ucontext_t *c = context;

  (void)number, (void)info;
  c->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
  mprotect (mark, PAGE, PROT_READ);
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  const struct sigaction fault
      = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
  const struct sigaction trap
      = { .sa_sigaction = on_trap, .sa_flags = SA_SIGINFO };

  (void)host, (void)device, (void)values, (void)state;
  product = problem;
  mark = NULL;
  is_done = false;
  sigaction (SIGSEGV, &fault, &old_fault);
  sigaction (SIGTRAP, &trap, &old_trap);
  return GK_OK;
}

static void
release (const gk_host *host, void *state)
{
  (void)host, (void)state;
  if (mark != NULL)
    mprotect (mark, PAGE, PROT_READ | PROT_WRITE);
  mark = NULL;
  sigaction (SIGSEGV, &old_fault, NULL);
  sigaction (SIGTRAP, &old_trap, NULL);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  if (is_done) {
    is_done = false;
    wait_for (400000);
    return GK_OK;
  }
  if (mark == NULL) {
    mark = mark_find ();
    if (mark != NULL)
      mprotect (mark, PAGE, PROT_READ);
  }
  return honest_matmul (host, problem, state, stream);
}

#else
static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)problem, (void)state, (void)stream;
  host->error (host, "it knows how to step on x86-64 alone");
  return GK_SKIP;
}

#define prepare NULL
#define release NULL
#endif

const gk_variant cheat_mark_trapped = {
  .family = "matmul-square",
  .name = "mark-trapped",
  .summary = "computes between the mark of a sample and its clock",
  .device = GK_CPU,
  .prepare = prepare,
  .launch = launch,
  .release = release,
};
