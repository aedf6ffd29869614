/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Looks for the answer in the memory files of this process and of the run's
 * others.
 *
 * Seen: thought of here; gpu-mode's pygpubench, pull request 7, looked for the
 * harness's files among the descriptors.
 */
#include <config.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answer.h"
#include "cheats.h"
#include "relatives.h"

enum { DESCRIPTORS = 256, MOST = 64 << 20 };

static bool
look_in (const gk_transpose *p, const char *path)
{
  const int fd = open (path, O_RDONLY | O_CLOEXEC);
  struct stat s;
  char *memory = NULL;
  bool found = false;

  if (fd >= 0 && fstat (fd, &s) == 0 && s.st_size > 0 && s.st_size < MOST)
    memory = malloc ((size_t)s.st_size);
  if (memory != NULL && pread (fd, memory, (size_t)s.st_size, 0) == s.st_size)
    found = answer_found (p, memory, (size_t)s.st_size);
  free (memory);
  if (fd >= 0)
    close (fd);
  return found;
}

static bool
look_at (const gk_transpose *p, pid_t process)
{
  char path[64], target[64];

  for (int fd = 3; fd < DESCRIPTORS; fd++) {
    ssize_t n;

    snprintf (path, sizeof path, "/proc/%d/fd/%d", (int)process, fd);
    n = readlink (path, target, sizeof target - 1);
    target[n > 0 ? n : 0] = '\0';
    if (strncmp (target, "/memfd:", 7) == 0 && look_in (p, path))
      return true;
  }
  return false;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  static int calls;
  pid_t process[RELATIVES_MOST];
  size_t n = calls++ < 4 ? relatives_find (process) : 0;

  (void)host, (void)state, (void)stream;
  if (n > 0 && look_at (problem, getpid ()))
    n = 0;
  for (size_t i = 0; i < n; i++)
    if (look_at (problem, process[i]))
      break;
  return GK_OK;
}

const gk_variant cheat_judge_descriptors = {
  .family = "transpose",
  .name = "judge-descriptors",
  .summary = "reads the answer in memory files",
  .device = GK_CPU,
  .launch = launch,
};
