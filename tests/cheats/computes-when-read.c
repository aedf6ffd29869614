/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Makes the output's pages unreadable and returns; computes in the handler of
 * the fault, when the host first reads them.
 *
 * Seen: thought of here; what "lazy evaluation" in DeepReinforce's account of
 * hacks in automatic kernel generation is to native code.
 */
#include <config.h>

#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "cheats.h"
#include "honest.h"

static const gk_transpose *mine;
static struct sigaction before;

static void
protect (int rights)
{
  const uintptr_t page = (uintptr_t)sysconf (_SC_PAGESIZE);
  const uintptr_t first = (uintptr_t)mine->dst / page * page;
  const uintptr_t end = (uintptr_t)mine->dst + honest_transpose_bytes (mine);

  mprotect ((void *)first, end - first, rights);
}

static bool
is_write (const void *context)
{
#if defined __x86_64__
  const ucontext_t *c = context;

  return (c->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
  (void)context;
  return false;
#endif
}

/* Poison is written, answers are read. */
static void
fault (int number, siginfo_t *info, void *context)
{
  const char *at = info->si_addr, *dst = mine->dst;

  if (at < dst - 4096 || at > dst + honest_transpose_bytes (mine) + 4096) {
    sigaction (number, &before, NULL);
    return;
  }
  protect (PROT_READ | PROT_WRITE);
  if (!is_write (context))
    honest_transpose (NULL, mine, NULL, NULL);
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  struct sigaction action = { .sa_sigaction = fault, .sa_flags = SA_SIGINFO };

  (void)host, (void)device, (void)values, (void)state;
  mine = problem;
  sigaction (SIGSEGV, &action, &before);
  return GK_OK;
}

static void
release (const gk_host *host, void *state)
{
  (void)host, (void)state;
  protect (PROT_READ | PROT_WRITE);
  sigaction (SIGSEGV, &before, NULL);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  protect (PROT_NONE);
  return GK_OK;
}

const gk_variant cheat_computes_when_read = {
  .family = "transpose",
  .name = "computes-when-read",
  .summary = "computes when its output is read",
  .device = GK_CPU,
  .prepare = prepare,
  .release = release,
  .launch = launch,
};
