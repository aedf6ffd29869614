/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Make pages of buffers fault when the host touches them, before or after the
 * timed launches: the handler of the signal computes there, and a launch at
 * most copies what it finds.
 *
 * Seen: gkhost, issue 35; 13.5 ns were claimed for 6.7 ms.
 */
#include <config.h>

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cheats.h"
#include "honest.h"

/* How pages are made to fault. */
struct method {
  int fault; /* the signal */
  void (*arm) (void *at, size_t bytes);
  void (*disarm) (void *at, size_t bytes);
  bool late; /* in reads behind the launch; else in writes before it */
};

static struct {
  const struct method *method;
  const gk_matmul *problem;
  void *at; /* the pages that fault */
  size_t bytes;
  char *answer, *inputs; /* the product, and of what */
  bool armed;
  int file, key;
  struct sigaction before;
} mine;

static void
whole_pages (const void *buffer, size_t bytes)
{
  const uintptr_t page = (uintptr_t)sysconf (_SC_PAGESIZE);
  const uintptr_t first = (uintptr_t)buffer / page * page;

  mine.at = (void *)first;
  mine.bytes = ((uintptr_t)buffer + bytes - first + page - 1) / page * page;
}

static void
unprotect (void *at, size_t bytes)
{
  mprotect (at, bytes, PROT_READ | PROT_WRITE);
}

static void
protect_from_writes (void *at, size_t bytes)
{
  mprotect (at, bytes, PROT_READ);
}

#ifdef PKEY_DISABLE_WRITE
static void
lock_by_key (void *at, size_t bytes)
{
  if (mine.key <= 0)
    mine.key = pkey_alloc (0, PKEY_DISABLE_WRITE);
  if (pkey_mprotect (at, bytes, PROT_READ | PROT_WRITE, mine.key) != 0)
    protect_from_writes (at, bytes);
}

static void
unlock (void *at, size_t bytes)
{
  if (pkey_mprotect (at, bytes, PROT_READ | PROT_WRITE, 0) != 0)
    unprotect (at, bytes);
}
#else
#define lock_by_key protect_from_writes
#define unlock unprotect
#endif

/* Maps a file that is too short. */
static void
map_nothing (void *at, size_t bytes)
{
  if (mine.file <= 0)
    mine.file = memfd_create ("pages", MFD_CLOEXEC);
  (void)!ftruncate (mine.file, 0);
  mmap (at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, mine.file,
        0);
}

static void
lengthen_file (void *at, size_t bytes)
{
  (void)at;
  (void)!ftruncate (mine.file, (off_t)bytes);
}

static const struct method read_only
    = { SIGSEGV, protect_from_writes, unprotect, false },
    key = { SIGSEGV, lock_by_key, unlock, false },
    short_file = { SIGBUS, map_nothing, lengthen_file, true };

static void
disarm (void)
{
  if (mine.armed)
    mine.method->disarm (mine.at, mine.bytes);
  mine.armed = false;
}

static void
arm (void)
{
  mine.method->arm (mine.at, mine.bytes);
  mine.armed = true;
}

static void
compute (int number, siginfo_t *info, void *context)
{
  const gk_matmul *p = mine.problem;
  const size_t bytes = honest_matmul_bytes (p);

  (void)info, (void)context;
  if (!mine.armed) {
    sigaction (number, &mine.before, NULL);
    return;
  }
  disarm ();
  honest_product (p, mine.method->late ? p->c : mine.answer);
  memcpy (mine.inputs, p->a, bytes);
  memcpy (mine.inputs + bytes, p->b, bytes);
}

static int
prepare_with (const struct method *method, const void *problem)
{
  const gk_matmul *p = problem;
  const struct sigaction action
      = { .sa_sigaction = compute, .sa_flags = SA_SIGINFO };
  const size_t bytes = honest_matmul_bytes (p);

  mine.method = method;
  mine.problem = p;
  mine.armed = false;
  mine.answer = calloc (3, bytes);
  mine.inputs = mine.answer + bytes;
  whole_pages (p->c, bytes);
  sigaction (method->fault, &action, &mine.before);
  return mine.answer != NULL ? GK_OK : GK_FAIL;
}

static void
release (const gk_host *host, void *state)
{
  (void)host, (void)state;
  disarm ();
  free (mine.answer);
}

/* The pages fault again until they are touched. */
static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  const size_t bytes = honest_matmul_bytes (p);

  (void)host, (void)state, (void)stream;
  if (mine.armed)
    return GK_OK;
  if (!mine.method->late) {
    if (memcmp (mine.inputs, p->a, bytes) == 0
        && memcmp (mine.inputs + bytes, p->b, bytes) == 0)
      memcpy (p->c, mine.answer, bytes);
    else
      honest_product (p, p->c);
  }
  arm ();
  return GK_OK;
}

/* name_: of the variant. */
#define CHEAT(name_, text, method_)                                            \
  static int prepare_##name_ (const gk_host *host, const gk_device *device,    \
                              const void *problem, const gk_value *values,     \
                              void **state)                                    \
  {                                                                            \
    (void)host, (void)device, (void)values, (void)state;                       \
    return prepare_with (&method_, problem);                                   \
  }                                                                            \
                                                                               \
  const gk_variant cheat_##name_ = { .family = "matmul-square",                \
                                     .name = text,                             \
                                     .summary = "computes in faults",          \
                                     .device = GK_CPU,                         \
                                     .prepare = prepare_##name_,               \
                                     .release = release,                       \
                                     .launch = launch };

CHEAT (pages_read_only, "pages-read-only", read_only)
CHEAT (pages_locked, "pages-locked", key)
CHEAT (pages_of_file, "pages-of-file", short_file)
