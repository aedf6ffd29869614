/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <linux/capability.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/text.h"
#include "run/confine.h"

/* Definitions of Landlock that headers older than the kernel lack. */
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_restrict_self 446
#endif
enum {
  QUERY_VERSION = 1,  /* a flag of create_ruleset */
  SCOPES_VERSION = 6, /* the first with scopes */
  SCOPE_SIGNAL = 2
};

struct ruleset {
  uint64_t files, network, scoped;
};

void
confine_secret (void)
{
  prctl (PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/* Since no_new_privs is set by then, no program that this process starts gains
 * a capability that is not permitted now.  The bounding set, which takes
 * another privilege to change, may therefore stay. */
static bool
drop_ptrace (void)
{
  struct __user_cap_header_struct header
      = { .version = _LINUX_CAPABILITY_VERSION_3 };
  struct __user_cap_data_struct set[_LINUX_CAPABILITY_U32S_3];
  const int word = CAP_TO_INDEX (CAP_SYS_PTRACE);
  const uint32_t kept = ~(uint32_t)CAP_TO_MASK (CAP_SYS_PTRACE);

  prctl (PR_CAPBSET_DROP, CAP_SYS_PTRACE, 0, 0, 0);
  if (syscall (SYS_capget, &header, set) != 0)
    return false;
  set[word].effective &= kept;
  set[word].permitted &= kept;
  set[word].inheritable &= kept;
  return syscall (SYS_capset, &header, set) == 0;
}

/* A process in a domain can't trace what is outside of it: not even a process
 * that has just started and has not called confine_secret yet.  Before scopes
 * existed a domain had to restrict files, too, which workers need. */
static bool
enter_domain (void)
{
  const struct ruleset rules = { .scoped = SCOPE_SIGNAL };
  long version
      = syscall (SYS_landlock_create_ruleset, NULL, (size_t)0, QUERY_VERSION);
  bool ok;
  int fd;

  if (version < SCOPES_VERSION)
    return false;
  fd = (int)syscall (SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
  if (fd < 0)
    return false;
  ok = syscall (SYS_landlock_restrict_self, fd, 0) == 0;
  close (fd);
  return ok;
}

struct confined
confine_worker (const struct run_ids *ids)
{
  const pid_t parent = getppid ();
  const pid_t id[CONFINE_IDS_MOST]
      = { parent, ids->supervisor, ids->judge, getpgid (parent) };
  struct confined confined = { 0 };

  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return confined;
  /* Where only ancestors may look at a process (Yama), the judge may, too. */
  if (ids->judge > 0)
    prctl (PR_SET_PTRACER, ids->judge, 0, 0, 0);
  confined.memory = drop_ptrace ();
  confined.signals = enter_domain ();
  confined.calls = call_filter_enter (id, CONFINE_IDS_MOST);
  return confined;
}

char *
confined_lacks (const struct confined *confined)
{
  char *list = NULL;

  if (!confined->signals)
    list = list_append (list, "no Landlock scopes (Linux 6.12), so a plugin "
                              "can signal gkhost's processes");
  if (!confined->calls)
    list = list_append (list, "no seccomp filter (on x86-64 and aarch64), so a "
                              "plugin can slow gkhost's processes down");
  return list;
}
