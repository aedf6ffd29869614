/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "plugin/build.h"

/* Eight bytes a step, since plugins for many GPUs are megabytes, and each run
 * begins with this.  Every step is invertible, so that no single change is
 * lost; the rotation moves high bits, which the product mixes, down again. */
static uint64_t
hash_words (uint64_t before, const char *data, size_t bytes)
{
  uint64_t h = before, word;

  for (size_t i = 0; i < bytes; i += sizeof word) {
    size_t left = bytes - i;

    word = 0;
    memcpy (&word, data + i, left < sizeof word ? left : sizeof word);
    h = (h ^ word) * UINT64_C (0x9e3779b97f4a7c15);
    h = h << 29 | h >> 35;
  }
  return (h ^ bytes) * UINT64_C (0x9e3779b97f4a7c15);
}

/* Reads as many bytes as fit, unless the file ends before; -1: it can't be
 * read. */
static ssize_t
read_piece (int fd, char *piece, size_t room)
{
  size_t all = 0;
  ssize_t n = 1;

  while (all < room && n != 0) {
    n = read (fd, piece + all, room - all);
    if (n < 0 && errno != EINTR)
      return -1;
    all += n > 0 ? (size_t)n : 0;
  }
  return (ssize_t)all;
}

bool
plugin_hash_build (const char *path, uint64_t *hash)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  char piece[1 << 16];
  ssize_t n;

  if (fd < 0)
    return false;
  *hash = 0;
  while ((n = read_piece (fd, piece, sizeof piece)) > 0)
    *hash = hash_words (*hash, piece, (size_t)n);
  close (fd);
  return n == 0;
}
