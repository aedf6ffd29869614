/* SPDX-License-Identifier: BSD-3-Clause
 *
 * keeper FILE PID STEP: starts the clock of virtual-clock.h, a reading of which
 * takes STEP ns, and leaves a process behind that advances it while process
 * PID, the test, is there.
 *
 * The clock advances when all threads of the run wait.  The kernel counts how
 * often each thread was switched out: those that slept in a first look and in a
 * second one, with the same counts, all slept at the moment between the two.
 * What a thread waits for may be anything: an answer, a lock, the end of a
 * child, or, if it hangs, nothing.
 */
#include <config.h>

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "virtual-clock.h"

enum { PROCESSES_MOST = 4096 };
/* Between two looks: longer and longer while nothing changes. */
enum { PAUSE_NS = 200000, PAUSE_MOST_NS = 4000000 };

struct process {
  int pid, parent;
  bool in_run;
};

static struct process process[PROCESSES_MOST];

/* What a thread does.  False if it is gone. */
struct look {
  char state;
  int parent;
  unsigned long long switches;
};

/* Returns the number after a word in a text, or 0. */
static unsigned long long
number_after (const char *text, const char *word)
{
  const char *at = strstr (text, word);

  return at != NULL ? strtoull (at + strlen (word), NULL, 10) : 0;
}

static bool
look_at (const char *path, struct look *look)
{
  const int fd = open (path, O_RDONLY | O_CLOEXEC);
  char text[4096];
  ssize_t n = fd >= 0 ? read (fd, text, sizeof text - 1) : -1;
  const char *state;

  if (fd >= 0)
    close (fd);
  if (n <= 0)
    return false;
  text[n] = '\0';
  state = strstr (text, "\nState:\t");
  *look = (struct look){
    .state = state != NULL ? state[8] : '\0',
    .parent = (int)number_after (text, "\nPPid:\t"),
    .switches = number_after (text, "\nvoluntary_ctxt_switches:\t")
                + number_after (text, "\nnonvoluntary_ctxt_switches:\t")
  };
  return state != NULL;
}

/* The id of the newest process of all.  It changes before the process can be
 * seen in /proc. */
static int
newest_process (void)
{
  const int fd = open ("/proc/loadavg", O_RDONLY | O_CLOEXEC);
  char text[256];
  ssize_t n = fd >= 0 ? read (fd, text, sizeof text - 1) : 0;

  if (fd >= 0)
    close (fd);
  text[n > 0 ? n : 0] = '\0';
  return strrchr (text, ' ') != NULL ? atoi (strrchr (text, ' ') + 1) : 0;
}

/* Lists all processes.  Returns how many. */
static int
list_processes (struct virtual_clock *c)
{
  DIR *all = opendir ("/proc");
  const struct dirent *entry;
  int n = 0;

  while (all != NULL && n < PROCESSES_MOST && (entry = readdir (all)) != NULL) {
    struct look look;
    char path[300];
    int pid = atoi (entry->d_name);

    snprintf (path, sizeof path, "/proc/%d/status", pid);
    if (pid > 0 && look_at (path, &look))
      process[n++] = (struct process){ pid, look.parent, false };
  }
  if (all != NULL)
    closedir (all);
  for (int i = 0; i < VIRTUAL_MEMBERS; i++) {
    int k = 0;

    if (c->member[i] == 0)
      continue;
    while (k < n && process[k].pid != c->member[i])
      k++;
    if (k < n)
      process[k].in_run = true;
    else if (kill (c->member[i], 0) != 0)
      c->member[i] = 0;
  }
  return n;
}

/* The processes of the run, first in `process`: members of the clock, and what
 * descends from them.  Returns how many. */
static int
find_run (struct virtual_clock *c)
{
  const int n = list_processes (c);
  int in_run = 0;
  bool more = true;

  while (more) {
    more = false;
    for (int i = 0; i < n; i++)
      for (int k = 0; k < n && !process[i].in_run; k++)
        if (process[k].in_run && process[k].pid == process[i].parent)
          more = process[i].in_run = true;
  }
  for (int i = 0; i < n; i++)
    if (process[i].in_run)
      process[in_run++] = process[i];
  return in_run;
}

/* Adds up what the process's threads did.  False if one is not asleep. */
static bool
is_asleep (int pid, unsigned long long *sum)
{
  char path[300];
  DIR *threads;
  const struct dirent *entry;
  bool asleep = true;

  snprintf (path, sizeof path, "/proc/%d/task", pid);
  threads = opendir (path);
  while (asleep && threads != NULL && (entry = readdir (threads)) != NULL) {
    struct look look;

    if (entry->d_name[0] == '.')
      continue;
    snprintf (path, sizeof path, "/proc/%d/task/%.20s/status", pid,
              entry->d_name);
    if (!look_at (path, &look))
      continue;
    asleep = strchr ("STtZX", look.state) != NULL;
    *sum = *sum * 31 + look.switches;
  }
  if (threads != NULL)
    closedir (threads);
  return asleep;
}

/* The members alone cost little to look at. */
static bool
members_sleep (struct virtual_clock *c)
{
  unsigned long long sum = 0;

  for (int i = 0; i < VIRTUAL_MEMBERS; i++)
    if (c->member[i] != 0 && !is_asleep (c->member[i], &sum))
      return false;
  return true;
}

/* Adds up what the processes of the run did. */
static bool
run_sleeps (int n, unsigned long long *sum)
{
  bool asleep = true;

  *sum = 0;
  for (int i = 0; i < n && asleep; i++)
    asleep = is_asleep (process[i].pid, sum);
  return asleep;
}

/* True where one of n processes waits for a file's lock: its holder may be no
 * part of the run, as where programs that count their lines do so in the same
 * files. */
static bool
is_one_locked_out (int n)
{
  FILE *locks = fopen ("/proc/locks", "re");
  char line[256];
  bool found = false;

  while (locks != NULL && !found && fgets (line, sizeof line, locks) != NULL) {
    int pid = 0;

    if (sscanf (line, "%*s -> %*s %*s %*s %d", &pid) == 1)
      for (int i = 0; i < n; i++)
        found |= process[i].pid == pid;
  }
  if (locks != NULL)
    fclose (locks);
  return found;
}

/* True where the run has the same processes as before. */
static bool
find_same_run (struct virtual_clock *c, int n)
{
  static int before[PROCESSES_MOST];

  for (int i = 0; i < n; i++)
    before[i] = process[i].pid;
  if (find_run (c) != n)
    return false;
  for (int i = 0; i < n; i++)
    if (process[i].pid != before[i])
      return false;
  return true;
}

/* Where no process of the machine is newer than when all slept last, the run is
 * the same.  Else it is listed before and after the first look: who slept in
 * that had no other process in the making, so the second list has them all. */
static bool
all_sleep (struct virtual_clock *c)
{
  static int n, newest_then = -1;
  const int newest = newest_process ();
  const uint64_t waits = c->waits;
  const bool same = newest == newest_then;
  unsigned long long first, second;

  newest_then = -1;
  if (!same)
    n = find_run (c);
  if (!run_sleeps (n, &first)
      || (same ? newest_process () != newest : !find_same_run (c, n))
      || is_one_locked_out (n) || !run_sleeps (n, &second) || first != second
      || waits != c->waits)
    return false;
  newest_then = newest;
  return true;
}

/* A process that was stopped does not wait any more. */
static bool
is_there (const struct virtual_slot *s)
{
  struct look look;
  char path[300];

  snprintf (path, sizeof path, "/proc/%d/task/%d/status", s->process,
            s->thread);
  return look_at (path, &look) && look.state == 'S';
}

static void
wake_slot (struct virtual_slot *s)
{
  s->woken = 1;
  syscall (SYS_tgkill, s->process, s->thread, VIRTUAL_WAKE);
}

/* Wakes those whose work others have overtaken meanwhile. */
static void
wake_workers (struct virtual_clock *c)
{
  for (int i = 0; i < VIRTUAL_SLOTS; i++) {
    struct virtual_slot *s = &c->slot[i];

    if (s->thread != 0 && s->work && !s->woken && s->end <= c->now)
      wake_slot (s);
  }
}

/* Wakes the thread that waits for the earliest time.  False: none does. */
static bool
advance_clock (struct virtual_clock *c)
{
  struct virtual_slot *next = NULL;

  for (int i = 0; i < VIRTUAL_SLOTS; i++) {
    struct virtual_slot *s = &c->slot[i];

    if (s->thread == 0 || s->woken)
      continue;
    if (kill (s->process, 0) != 0) {
      s->end = UINT64_MAX;
      s->thread = 0;
    } else if ((next == NULL || s->end < next->end) && is_there (s))
      next = s;
  }
  if (next == NULL)
    return false;
  if (next->end > c->now)
    c->now = next->end;
  wake_slot (next);
  return true;
}

/* Makes the file.  Any time but 0 will do to begin with. */
static struct virtual_clock *
start_clock (const char *path, uint64_t step)
{
  const int fd = open (path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  struct virtual_clock *c = NULL;

  if (fd >= 0 && ftruncate (fd, sizeof *c) == 0
      && setenv ("VIRTUAL_CLOCK", path, 1) == 0)
    c = virtual_map ();
  if (c == NULL)
    return NULL;
  c->now = 1000000000;
  c->step = step;
  for (int i = 0; i < VIRTUAL_SLOTS; i++)
    c->slot[i].end = UINT64_MAX;
  close (fd);
  return c;
}

static void
keep_clock (struct virtual_clock *c, const char *path, int test)
{
  struct timespec pause = { .tv_nsec = PAUSE_NS };
  uint64_t waits = 0;

  while (kill (test, 0) == 0 && access (path, F_OK) == 0) {
    nanosleep (&pause, NULL);
    wake_workers (c);
    if ((virtual_next (c, 1) < UINT64_MAX && members_sleep (c) && all_sleep (c)
         && advance_clock (c))
        || waits != c->waits)
      pause.tv_nsec = PAUSE_NS;
    else if (pause.tv_nsec < PAUSE_MOST_NS)
      pause.tv_nsec += pause.tv_nsec / 4;
    waits = c->waits;
  }
  /* Without a keeper they would wait for ever. */
  for (int i = 0; i < VIRTUAL_MEMBERS; i++)
    if (c->member[i] != 0)
      kill (c->member[i], SIGKILL);
}

int
main (int argc, char **argv)
{
  const int test = argc == 4 ? atoi (argv[2]) : 0;
  struct virtual_clock *c
      = test > 0 ? start_clock (argv[1], strtoull (argv[3], NULL, 10)) : NULL;

  if (c == NULL || daemon (1, 0) != 0)
    return 2;
  keep_clock (c, argv[1], test);
  return 0;
}
