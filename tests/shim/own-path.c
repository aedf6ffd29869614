/* SPDX-License-Identifier: BSD-3-Clause
 *
 * To be preloaded where valgrind is to follow a gkhost into its children: has
 * what starts its own program again do so by its path.  By /proc/self/exe it
 * would start valgrind.
 */
#include <config.h>

#include <dlfcn.h>
#include <spawn.h>
#include <string.h>
#include <unistd.h>

static const char *
own_path (const char *path, char *room, size_t n)
{
  ssize_t got = -1;

  if (strcmp (path, "/proc/self/exe") == 0)
    got = readlink (path, room, n - 1);
  if (got < 0)
    return path;
  room[got] = '\0';
  return room;
}

__attribute__ ((visibility ("default"))) int
posix_spawn (pid_t *pid, const char *path,
             const posix_spawn_file_actions_t *files,
             const posix_spawnattr_t *attributes, char *const argv[],
             char *const environment[])
{
  char room[4096];
  __typeof__ (posix_spawn) *next = dlsym (RTLD_NEXT, "posix_spawn");

  return next (pid, own_path (path, room, sizeof room), files, attributes, argv,
               environment);
}

__attribute__ ((visibility ("default"))) int
execv (const char *path, char *const argv[])
{
  char room[4096];
  __typeof__ (execv) *next = dlsym (RTLD_NEXT, "execv");

  return next (own_path (path, room, sizeof room), argv);
}
