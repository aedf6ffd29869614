/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Looks for the answer in the memory of the run's other processes, and copies
 * it from there.
 *
 * Seen: gpu-mode's pygpubench, pull request 7: expected outputs were found
 * among the process's objects, and copied.
 */
#include <config.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "answer.h"
#include "cheats.h"
#include "memory-map.h"
#include "relatives.h"

enum { PIECE = 1 << 20, MOST = 64 * PIECE };

struct search {
  const gk_transpose *problem;
  char *piece;
  size_t looked_at;
  int memory; /* of the other process */
  bool found;
};

static bool
look (const struct memory_map_range *range, void *closure)
{
  struct search *s = closure;

  if (!range->readable || !range->writable)
    return true;
  for (uintptr_t at = range->begin; at < range->end && s->looked_at < MOST;
       at += PIECE) {
    const ssize_t n = pread (s->memory, s->piece, PIECE, (off_t)at);

    if (n <= 0)
      break;
    s->looked_at += (size_t)n;
    s->found = answer_found (s->problem, s->piece, (size_t)n);
    if (s->found)
      return false;
  }
  return true;
}

static void
look_in (struct search *s, pid_t process)
{
  char name[64];

  snprintf (name, sizeof name, "/proc/%d/mem", (int)process);
  s->memory = open (name, O_RDONLY | O_CLOEXEC);
  if (s->memory < 0)
    return;
  memory_map_each (process, look, s);
  close (s->memory);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  static int calls;
  struct search s = { .problem = problem, .piece = malloc (PIECE) };
  pid_t process[RELATIVES_MOST];
  const size_t n = calls++ < 4 ? relatives_find (process) : 0;

  (void)host, (void)state, (void)stream;
  for (size_t i = 0; i < n && s.piece != NULL && !s.found; i++)
    look_in (&s, process[i]);
  free (s.piece);
  return GK_OK;
}

const gk_variant cheat_judge_memory = {
  .family = "transpose",
  .name = "judge-memory",
  .summary = "reads the answer in the judge's memory",
  .device = GK_CPU,
  .launch = launch,
};
