/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes zeros to whatever memory it shares with other processes, and so,
 * perhaps, to the inputs by which it is judged; to its own inputs; and to the
 * output.
 *
 * Seen: thought of here, after KernelBench, pull request 82; gpu-mode's
 * pygpubench has exploits/submission_gpu_scan_zeros.py, which writes zeros over
 * the expected output.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cheats.h"
#include "honest.h"
#include "memory-map.h"

enum { DESCRIPTORS = 256 };

static bool
clear_range (const struct memory_map_range *range, void *closure)
{
  (void)closure;
  if (range->shared && range->writable
      && strncmp (range->path, "/memfd:", 7) == 0)
    memset ((void *)range->begin, 0, range->end - range->begin);
  return true;
}

static void
clear_file (int fd)
{
  struct stat s;
  void *memory;

  if (fstat (fd, &s) != 0 || s.st_size == 0)
    return;
  memory = mmap (NULL, (size_t)s.st_size, PROT_READ | PROT_WRITE, MAP_SHARED,
                 fd, 0);
  if (memory == MAP_FAILED)
    return;
  memset (memory, 0, (size_t)s.st_size);
  munmap (memory, (size_t)s.st_size);
}

static void
clear_files (void)
{
  char path[64], target[64];

  for (int fd = 3; fd < DESCRIPTORS; fd++) {
    ssize_t n;

    snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
    n = readlink (path, target, sizeof target - 1);
    target[n > 0 ? n : 0] = '\0';
    if (strncmp (target, "/memfd:", 7) == 0)
      clear_file (fd);
  }
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;

  (void)host, (void)state, (void)stream;
  memory_map_each (0, clear_range, NULL);
  clear_files ();
  memset ((void *)(uintptr_t)p->a, 0, honest_matmul_bytes (p));
  memset (p->c, 0, honest_matmul_bytes (p));
  return GK_OK;
}

const gk_variant cheat_shared_inputs_zeroed = {
  .family = "matmul-square",
  .name = "shared-inputs-zeroed",
  .summary = "makes shared inputs zero",
  .device = GK_CPU,
  .launch = launch,
};
