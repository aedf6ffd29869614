/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "bench/bench.h"
#include "run/crash.h"

/* Null pointers with the offset of a member or of an element. */
enum { NULL_BYTES = 64 << 10 };
/* Around the end of the stack: a frame may be larger than what is left. */
enum { STACK_ABOVE = 64 << 10, STACK_BELOW = 64 << 20 };
/* Addresses that no other memory has: the fences of device/cpu/fenced.c. */
enum { FENCE_BYTES = 1 << 20 };

/* A handler is passed no pointer. */
static struct {
  struct last_words *words;
  const struct bench *bench; /* NULL: the process has no buffers */
  uintptr_t stack_end;       /* 0: not known */
  pid_t process;             /* not of a child that a plugin forked */
  char stack[64 << 10];      /* of the handler */
} crash;

/* False unless the address is outside of this buffer, but close to it. */
static bool
is_near_buffer (const struct guarded *g, uintptr_t at, struct last_words *words)
{
  const uintptr_t payload = (uintptr_t)g->payload;
  const uintptr_t end = payload + g->bytes;

  if (payload == 0 || at < (uintptr_t)g->begin - FENCE_BYTES
      || at >= (uintptr_t)g->end + FENCE_BYTES || (at >= payload && at < end))
    return false;
  words->place = at < payload ? CRASH_BEFORE : CRASH_BEHIND;
  words->distance = at < payload ? payload - at : at - end;
  return true;
}

static bool
find_buffer (const struct bench *b, uintptr_t at, struct last_words *words)
{
  const gk_setup *setup = &b->problem.setup;

  if (!b->buffers_open || b->device == NULL || !b->device->in_host)
    return false;
  for (uint32_t i = 0; i < setup->n_buffers; i++)
    if (is_near_buffer (&b->buffers.on_device[i], at, words)) {
      strncpy (words->buffer, setup->buffers[i].name, sizeof words->buffer - 1);
      return true;
    }
  return false;
}

static void
find_place (const siginfo_t *info, struct last_words *words)
{
  const uintptr_t at = (uintptr_t)info->si_addr;

  if (info->si_code != SEGV_MAPERR && info->si_code != SEGV_ACCERR) {
#ifdef SI_KERNEL
    if (info->si_code == SI_KERNEL)
      words->place = CRASH_UNALIGNED;
#endif
  } else if (at < NULL_BYTES)
    words->place = CRASH_NULL;
  else if ((crash.bench == NULL || !find_buffer (crash.bench, at, words))
           && at < crash.stack_end + STACK_ABOVE
           && at + STACK_BELOW >= crash.stack_end)
    words->place = CRASH_STACK;
}

/* The default action is back (SA_RESETHAND): the instruction ends the process
 * when it runs again. */
static void
handle_crash (int signal_number, siginfo_t *info, void *context)
{
  (void)context;
  if (getpid () == crash.process)
    find_place (info, crash.words);
  /* Another process, or raise(), sent it. */
  if (info->si_code <= 0)
    raise (signal_number);
}

/* Returns the lowest address of this thread's stack; 0: not known. */
static uintptr_t
find_stack_end (void)
{
  pthread_attr_t attributes;
  void *lowest = NULL;
  size_t bytes;

  if (pthread_getattr_np (pthread_self (), &attributes) != 0)
    return 0;
  if (pthread_attr_getstack (&attributes, &lowest, &bytes) != 0)
    lowest = NULL;
  pthread_attr_destroy (&attributes);
  return (uintptr_t)lowest;
}

void
crash_handle (struct last_words *words)
{
  const stack_t stack = { .ss_sp = crash.stack, .ss_size = sizeof crash.stack };
  struct sigaction action
      = { .sa_sigaction = handle_crash,
          .sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND };
  struct sigaction before;

  /* A sanitizer says more of a crash. */
  if (sigaction (SIGSEGV, NULL, &before) != 0 || before.sa_handler != SIG_DFL
      || sigaltstack (&stack, NULL) != 0)
    return;
  crash.words = words;
  crash.process = getpid ();
  crash.stack_end = find_stack_end ();
  sigemptyset (&action.sa_mask);
  sigaction (SIGSEGV, &action, NULL);
}

void
crash_know_buffers (const struct bench *bench)
{
  crash.bench = bench;
}
