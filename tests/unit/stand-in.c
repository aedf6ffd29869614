/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "stand-in.h"
#include "tests/unit/unit.h"

#define LIBRARY "libcuda.so.1"

/* The loader reads its path when a process starts, not later. */
static void
start_again (const char *folder, char **argv)
{
  const char *path = getenv ("LD_LIBRARY_PATH");

  setenv ("LD_LIBRARY_PATH",
          path != NULL ? xasprintf ("%s:%s", folder, path) : folder, 1);
  setenv ("ON_STAND_IN", "1", 1);
  execv ("/proc/self/exe", argv);
  _exit (99);
}

/* Returns in a new process, whose libcuda.so.1 is the stand-in; the one that
 * called it ends with that one's status. */
static void
on_stand_in (char **argv)
{
  const char *build = getenv ("top_builddir"), *parent = getenv ("TMPDIR");
  char *built, *folder, *link, *driver;
  int status = 1;
  pid_t pid;

  if (getenv ("ON_STAND_IN") != NULL)
    return;
  built = xasprintf ("%s/tests/plugins/.libs/fake-driver.so",
                     build != NULL ? build : ".");
  driver = realpath (built, NULL);
  free (built);
  folder
      = xasprintf ("%s/gkhost-test.XXXXXX", parent != NULL ? parent : "/tmp");
  if (driver == NULL || mkdtemp (folder) == NULL)
    exit (99);
  link = xasprintf ("%s/" LIBRARY, folder);
  if (symlink (driver, link) == 0 && (pid = fork ()) >= 0) {
    if (pid == 0)
      start_again (folder, argv);
    waitpid (pid, &status, 0);
  }
  unlink (link);
  rmdir (folder);
  free (link);
  free (folder);
  free (driver);
  _exit (WIFEXITED (status) ? WEXITSTATUS (status) : 1);
}

struct device *
stand_in_open (void)
{
  char *why = NULL;
  struct device *d = device_open ("cuda:0", false, &why);

  if (d == NULL)
    fail_msg ("%s", why);
  return d;
}

static void *
symbol (const char *name)
{
  void *address = dlsym (dlopen (LIBRARY, RTLD_NOW), name);

  assert_non_null (address);
  return address;
}

struct fake_counts *
stand_in_counts (void)
{
  return symbol ("fake_counts");
}

void
stand_in_set_limit (int number, size_t bytes)
{
  union {
    void *object;
    int (*function) (int, size_t);
  } set = { symbol ("cuCtxSetLimit") };

  assert_int_equal (set.function (number, bytes), 0);
}

size_t
stand_in_limit (int number)
{
  union {
    void *object;
    int (*function) (size_t *, int);
  } get = { symbol ("cuCtxGetLimit") };
  size_t bytes = 0;

  assert_int_equal (get.function (&bytes, number), 0);
  return bytes;
}

int
main (int argc, char **argv)
{
  (void)argc;
  on_stand_in (argv);
  return unit_run (NULL, NULL);
}
