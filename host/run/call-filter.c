/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The system calls that a worker and what it starts are refused, with EPERM: by
 * a seccomp filter, a program for the kernel that reads the number of a call
 * and its arguments.  They are those by which a plugin could change how the
 * run's other processes are scheduled or what they may use, how time is read,
 * and the filter itself.
 *
 * A process may set all that of another process of its user by the number of
 * that process, and no permission of the kernel separates them.  So the filter
 * compares numbers.  The threads of a process have numbers that are not known
 * beforehand, and libraries pin theirs: all numbers pass but those of the run's
 * other processes.  Resource limits belong to a whole process, for which the
 * number of any of its threads will do: there no other number passes.
 *
 * With SPEC_ALLOW the kernel leaves the processor's speculation as it is: no
 * code is slower under the filter.  The kernel keeps a map of the calls that
 * pass with any argument; these cost nothing.
 */
#include <config.h>

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "run/confine.h"

/* Where a call has the same numbers and words in all programs: the low word of
 * an argument comes first. */
#if defined __x86_64__ && !defined __ILP32__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__ && !defined __AARCH64EB__ && !defined __ILP32__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

/* A leak checker stops the threads of its process by ptrace. */
#ifdef __SANITIZE_ADDRESS__
#define CHECKS_LEAKS 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define CHECKS_LEAKS 1
#endif
#endif

/* Definitions that older headers lack. */
enum { SYSCALL_USER_DISPATCH = 59, IO_PRIORITY_OF_USER = 3 };
/* The request by which /dev/userfaultfd makes one. */
enum { USERFAULTFD_OF_DEVICE = 0xaa00 };
#ifndef SYS_memfd_secret
#define SYS_memfd_secret 447
#endif

/* x86-64 has other numbers for the same calls from here on. */
enum { OTHER_NUMBERS = 0x40000000 };

enum { ANY = -1 };

/* A call that is denied, where the argument has the value. */
static const struct denied_call {
  uint32_t number;
  int argument; /* ANY: denied with any arguments */
  uint32_t value;
} denied_calls[] = {
  { SYS_adjtimex, ANY, 0 },
  { SYS_clock_adjtime, ANY, 0 },
  { SYS_userfaultfd, ANY, 0 },
  { SYS_ioctl, 1, USERFAULTFD_OF_DEVICE },
  /* The judge can't read such memory, and none of a process that hides its. */
  { SYS_memfd_secret, ANY, 0 },
  { SYS_prctl, 0, PR_SET_DUMPABLE },
#ifndef CHECKS_LEAKS
  { SYS_ptrace, ANY, 0 },
#endif
  { SYS_seccomp, 0, SECCOMP_SET_MODE_STRICT },
  { SYS_seccomp, 0, SECCOMP_SET_MODE_FILTER },
  { SYS_prctl, 0, PR_SET_SECCOMP },
  { SYS_prctl, 0, PR_SET_TSC },
  { SYS_prctl, 0, SYSCALL_USER_DISPATCH },
  { SYS_setpriority, 0, PRIO_USER },
  { SYS_ioprio_set, 0, IO_PRIORITY_OF_USER },
};

/* A call that is denied where the argument is one of the run's processes or
 * process groups. */
static const struct placing_call {
  uint32_t number;
  int argument;
} placing_calls[] = {
  { SYS_sched_setaffinity, 0 }, { SYS_sched_setscheduler, 0 },
  { SYS_sched_setparam, 0 },    { SYS_sched_setattr, 0 },
  { SYS_setpriority, 1 },       { SYS_ioprio_set, 1 },
};

/* Instructions of a test, of a prologue and epilogue, and of all. */
enum {
  N_DENIED = sizeof denied_calls / sizeof denied_calls[0],
  N_PLACING = sizeof placing_calls / sizeof placing_calls[0],
  OF_TEST = 6,
  INSTRUCTIONS = 16 + OF_TEST * (N_DENIED + N_PLACING * CONFINE_IDS_MOST)
};

struct filter {
  struct sock_filter code[INSTRUCTIONS];
  unsigned short n;
};

static void
add_code (struct filter *f, unsigned code, uint32_t k, unsigned yes,
          unsigned no)
{
  f->code[f->n++]
      = (struct sock_filter){ (uint16_t)code, (uint8_t)yes, (uint8_t)no, k };
}

static void
add_load (struct filter *f, size_t offset)
{
  add_code (f, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

/* Skips so many instructions where the loaded word is the value, or is not. */
static void
add_compare (struct filter *f, uint32_t value, unsigned yes, unsigned no)
{
  add_code (f, BPF_JMP | BPF_JEQ | BPF_K, value, yes, no);
}

static void
add_denial (struct filter *f)
{
  add_code (f, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM, 0, 0);
}

static void
add_denied_call (struct filter *f, const struct denied_call *call)
{
  const unsigned rest = call->argument == ANY ? 1 : 3;

  add_load (f, offsetof (struct seccomp_data, nr));
  add_compare (f, call->number, 0, rest);
  if (call->argument != ANY) {
    add_load (f, offsetof (struct seccomp_data, args)
                     + sizeof (uint64_t) * (size_t)call->argument);
    add_compare (f, call->value, 0, 1);
  }
  add_denial (f);
}

/* Denies to set limits of any process but the caller's. */
static void
add_limits_call (struct filter *f)
{
  add_load (f, offsetof (struct seccomp_data, nr));
  add_compare (f, SYS_prlimit64, 0, 4);
  add_load (f, offsetof (struct seccomp_data, args));
  add_compare (f, 0, 2, 0);
  add_compare (f, (uint32_t)getpid (), 1, 0);
  add_denial (f);
}

/* Calls of programs for another instruction set have other numbers: such
 * programs are refused every call. */
static void
add_numbering (struct filter *f)
{
  add_load (f, offsetof (struct seccomp_data, arch));
  add_compare (f, ARCHITECTURE, 1, 0);
  add_denial (f);
  add_load (f, offsetof (struct seccomp_data, nr));
  add_code (f, BPF_JMP | BPF_JGE | BPF_K, OTHER_NUMBERS, 0, 1);
  add_denial (f);
}

bool
call_filter_enter (const pid_t *id, size_t n)
{
  struct filter f = { 0 };
  struct sock_fprog program = { .filter = f.code };

  add_numbering (&f);
  for (size_t i = 0; i < N_DENIED; i++)
    add_denied_call (&f, &denied_calls[i]);
  for (size_t i = 0; i < N_PLACING; i++)
    for (size_t k = 0; k < n && k < CONFINE_IDS_MOST; k++)
      if (id[k] > 0)
        add_denied_call (&f, &(struct denied_call){ placing_calls[i].number,
                                                    placing_calls[i].argument,
                                                    (uint32_t)id[k] });
  add_limits_call (&f);
  add_code (&f, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
  program.len = f.n;
  return syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                  SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program)
         == 0;
}

#else

bool
call_filter_enter (const pid_t *id, size_t n)
{
  (void)id, (void)n;
  return false;
}

#endif
