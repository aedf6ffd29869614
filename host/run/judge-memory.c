/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <sys/stat.h>
#include <unistd.h>

#include "run/judge-memory.h"

void
judge_memory_begin (struct judge_memory *seen)
{
  *seen = (struct judge_memory){ .outputs.shared.fd = -1 };
  for (int data = 0; data < N_DATA; data++)
    seen->set[data].shared.fd = -1;
}

static bool
is_known (const struct judge_memory_part *part, const struct stat *status,
          size_t bytes)
{
  return part->shared.memory != NULL && part->shared.bytes == bytes
         && part->device == status->st_dev && part->inode == status->st_ino;
}

static bool
map_part (struct judge_memory_part *part, int fd, size_t bytes, bool writable)
{
  struct stat status = { 0 };

  if (fstat (fd, &status) == 0 && is_known (part, &status, bytes)) {
    close (fd);
    return true;
  }
  shared_close (&part->shared);
  part->device = status.st_dev;
  part->inode = status.st_ino;
  return shared_open (&part->shared, fd, bytes, writable);
}

bool
judge_memory_map (struct judge_memory *seen, const gk_setup *setup,
                  const struct judge_memory_offer *offer, const int *fd,
                  size_t n)
{
  size_t next = 1;

  if (n == 0 || offer->outputs_bytes != views_bytes (setup, GK_OUTPUT)
      || !map_part (&seen->outputs, fd[0], offer->outputs_bytes, true))
    return false;
  seen->views = (struct views){ 0 };
  views_set_addresses (setup, GK_OUTPUT, seen->outputs.shared.memory,
                       seen->views.output);
  for (int data = 0; data < N_DATA; data++) {
    if ((offer->sets & GK_BIT (data)) == 0)
      continue;
    if (next >= n || offer->inputs_bytes != views_bytes (setup, GK_INPUT)
        || !map_part (&seen->set[data], fd[next++], offer->inputs_bytes, false))
      return false;
    views_set_addresses (setup, GK_INPUT, seen->set[data].shared.memory,
                         seen->views.input[data]);
  }
  return true;
}

void
judge_memory_unmap (struct judge_memory *seen)
{
  shared_close (&seen->outputs.shared);
  for (int data = 0; data < N_DATA; data++)
    shared_close (&seen->set[data].shared);
}
