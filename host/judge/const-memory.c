/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>

#include "judge/const-memory.h"

static struct const_memory kept[CONST_MEMORIES];
static void *volatile written; /* NULL: nothing yet */
static struct sigaction before;

static void
set_protection (int protection)
{
  /* Where the kernel refuses, a write is not noticed. */
  for (size_t i = 0; i < CONST_MEMORIES; i++)
    if (kept[i].bytes > 0)
      mprotect (kept[i].memory, kept[i].bytes, protection);
}

static bool
is_kept (const void *address)
{
  for (size_t i = 0; i < CONST_MEMORIES; i++)
    if ((uintptr_t)address - (uintptr_t)kept[i].memory < kept[i].bytes)
      return true;
  return false;
}

/* The instruction runs again on return: it writes, or crashes as it would have
 * without this handler. */
static void
handle_write (int number, siginfo_t *info, void *context)
{
  (void)context;
  /* Several threads may write at once. */
  if (info->si_code == SEGV_ACCERR && is_kept (info->si_addr)) {
    if (written == NULL)
      written = info->si_addr;
    set_protection (PROT_READ | PROT_WRITE);
    return;
  }
  sigaction (SIGSEGV, &before, NULL);
  /* A signal that was sent does not come again by itself. */
  if (info->si_code <= 0)
    raise (number);
}

void
const_memory_begin (const struct const_memory memory[CONST_MEMORIES])
{
  struct sigaction action
      = { .sa_sigaction = handle_write, .sa_flags = SA_SIGINFO | SA_ONSTACK };

  sigemptyset (&action.sa_mask);
  for (size_t i = 0; i < CONST_MEMORIES; i++)
    kept[i] = memory[i];
  written = NULL;
  if (sigaction (SIGSEGV, &action, &before) == 0)
    set_protection (PROT_READ);
}

const char *
const_memory_end (void)
{
  set_protection (PROT_READ | PROT_WRITE);
  sigaction (SIGSEGV, &before, NULL);
  return written;
}
