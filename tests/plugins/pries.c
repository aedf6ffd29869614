/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A variant of transpose that looks for whoever judges it: in its own process,
 * and in the memory of the others.  It is right, and fails where it finds
 * anything.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "../cheats/relatives.h"
#include "right-transpose.h"

/* Whether a file of /proc/self, whose pieces end in zeros or new lines, has
 * this text. */
static int
self_has (const char *name, const char *text)
{
  static char all[1 << 20];
  FILE *f = fopen (name, "re");
  size_t n;

  if (f == NULL)
    return 0;
  n = fread (all, 1, sizeof all, f);
  fclose (f);
  return memmem (all, n, text, strlen (text)) != NULL;
}

/* Each process that loads this says so, in the file that the environment
 * names. */
__attribute__ ((constructor)) static void
tell_loaded (void)
{
  const char *name = getenv ("PRIES_LOADED");
  FILE *f = name != NULL ? fopen (name, "ae") : NULL;

  if (f == NULL)
    return;
  fputs (self_has ("/proc/self/cmdline", "--judge") ? "judge\n" : "worker\n",
         f);
  fclose (f);
}

static int
can_open (pid_t process, const char *what, int flags)
{
  char name[64];
  int fd;

  snprintf (name, sizeof name, "/proc/%d/%s", (int)process, what);
  fd = open (name, flags | O_CLOEXEC);
  if (fd >= 0)
    close (fd);
  return fd >= 0;
}

/* No address is looked at: whether one may look at all is asked first. */
static int
can_read (pid_t process)
{
  char byte;
  const struct iovec here = { &byte, 1 }, there = { NULL, 1 };

  return process_vm_readv (process, &here, 1, &there, 1, 0) >= 0
         || errno == EFAULT;
}

/* Of maps newer kernels tell root more. */
static int
pry (const gk_host *host, pid_t process)
{
  const char *way = can_open (process, "mem", O_RDONLY) ? "mem"
                    : can_open (process, "mem", O_RDWR) ? "mem, to write"
                    : can_read (process)                ? "the memory"
                                                        : NULL;

  if (way == NULL)
    return GK_OK;
  host->error (host, "got at %s of process %d", way, (int)process);
  return GK_FAIL;
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  pid_t process[RELATIVES_MOST];
  const size_t n = relatives_find (process);

  (void)device, (void)problem, (void)values, (void)state;
  if (self_has ("/proc/self/maps", "/transpose.so")) {
    host->error (host, "the family's plugin is mapped here");
    return GK_FAIL;
  }
  /* The supervisor, the runner and the judge, at least. */
  if (n < 3) {
    host->error (host, "there are no others");
    return GK_FAIL;
  }
  for (size_t i = 0; i < n; i++)
    if (pry (host, process[i]) != GK_OK)
      return GK_FAIL;
  return GK_OK;
}

static const gk_variant variants[] = {
  { .family = "transpose",
    .name = "pries",
    .summary = "is right, and looks for its judge",
    .dtypes = GK_BIT (GK_I32),
    .prepare = prepare,
    .launch = right },
};

GK_PLUGIN ("pries", PACKAGE_VERSION, "a variant that pries", NULL, variants)
