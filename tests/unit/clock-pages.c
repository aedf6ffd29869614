/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Another process's clock pages are the same until it writes to the code, maps
 * other data, or hides its memory.
 */
#include <config.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "judge/clock-pages.h"
#include "tests/unit/unit.h"

static void
write_code (void)
{
  const unsigned char byte = 0xcc;
  const int fd = open ("/proc/self/mem", O_WRONLY);

  if (pwrite (fd, &byte, 1, (off_t)getauxval (AT_SYSINFO_EHDR) + 4095) != 1)
    _exit (1);
}

/* Ordinary memory in the place of the first page of data. */
static void
replace_data (void)
{
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
  FILE *maps = fopen ("/proc/self/maps", "r");
  unsigned long begin = 0, end = 0;
  char line[512];

  while (maps != NULL && fgets (line, sizeof line, maps) != NULL)
    if (strstr (line, "[vvar]") != NULL)
      sscanf (line, "%lx-%lx", &begin, &end);
  if (maps != NULL)
    fclose (maps);
  if (begin == 0
      || (munmap ((void *)begin, end - begin) != 0
          || mmap ((void *)begin, end - begin, PROT_READ, flags, -1, 0)
                 == MAP_FAILED))
    _exit (1);
}

static void
hide (void)
{
  prctl (PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/* Returns whether the pages of a child that did this are the same; skips where
 * it can't.  Code that is looked for only then is found, too, unless hidden. */
static bool
same_after (void (*action) (void))
{
  struct clock_pages pages = { 0 };
  int ready[2], go[2];
  uintptr_t at, late;
  char byte;
  pid_t pid;
  bool seen, same;

  if (pipe (ready) != 0 || pipe (go) != 0 || (pid = fork ()) < 0)
    abort ();
  if (pid == 0) {
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    if (read (go[0], &byte, 1) != 1)
      _exit (1);
    if (action != NULL)
      action ();
    if (write (ready[1], "", 1) == 1)
      pause ();
    _exit (0);
  }
  at = clock_pages_of (&pages, pid);
  close (ready[1]);
  close (go[0]);
  seen = at != 0 && write (go[1], "", 1) == 1 && read (ready[0], &byte, 1) == 1;
  close (ready[0]);
  close (go[1]);
  same = seen && clock_pages_are_same (&pages, pid, at);
  late = clock_pages_of (&pages, pid);
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
  if (!seen)
    skip ();
  assert_true (late == at || action == hide);
  return same;
}

TEST (test_a_process_that_changes_nothing_has_the_same)
{
  assert_true (same_after (NULL));
}

TEST (test_code_that_was_written_is_another)
{
  assert_false (same_after (write_code));
}

TEST (test_data_that_was_mapped_is_another)
{
  assert_false (same_after (replace_data));
}

TEST (test_memory_that_can_t_be_read_is_not_the_same)
{
  /* Who may trace all reads that, too. */
  if (geteuid () == 0)
    skip ();
  assert_false (same_after (hide));
}

int
main (void)
{
  return unit_run (NULL, NULL);
}
