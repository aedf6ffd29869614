/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>

#include "judge/const-memory.h"

static const struct shared *inputs;
static void *outputs;
static size_t outputs_bytes;
static void *volatile written; /* NULL: nothing yet */
static struct sigaction before;

static bool
is_within (const void *address, const void *memory, size_t bytes)
{
  return (uintptr_t)address - (uintptr_t)memory < bytes;
}

/* The instruction runs again on return: it writes, or crashes as it would have
 * without this handler. */
static void
handle_write (int number, siginfo_t *info, void *context)
{
  (void)context;
  /* Several threads may write at once. */
  if (info->si_code == SEGV_ACCERR
      && (is_within (info->si_addr, outputs, outputs_bytes)
          || is_within (info->si_addr, inputs->reading, inputs->bytes))) {
    if (written == NULL)
      written = info->si_addr;
    mprotect (outputs, outputs_bytes, PROT_READ | PROT_WRITE);
    mprotect (inputs->reading, inputs->bytes, PROT_READ | PROT_WRITE);
    return;
  }
  sigaction (SIGSEGV, &before, NULL);
  /* A signal that was sent does not come again by itself. */
  if (info->si_code <= 0)
    raise (number);
}

void
const_memory_begin (const struct shared *in, void *out, size_t bytes)
{
  struct sigaction action
      = { .sa_sigaction = handle_write, .sa_flags = SA_SIGINFO | SA_ONSTACK };

  sigemptyset (&action.sa_mask);
  inputs = in;
  outputs = out;
  outputs_bytes = bytes;
  written = NULL;
  /* Where the kernel refuses, a write is not noticed. */
  if (sigaction (SIGSEGV, &action, &before) == 0)
    mprotect (outputs, outputs_bytes, PROT_READ);
}

const char *
const_memory_end (void)
{
  mprotect (outputs, outputs_bytes, PROT_READ | PROT_WRITE);
  sigaction (SIGSEGV, &before, NULL);
  if (written != NULL && inputs->reading != NULL)
    shared_renew_reading (inputs);
  return written;
}
