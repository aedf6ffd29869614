/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory that two processes share, by a descriptor that one makes and hands to
 * the other.  (Not in /dev/shm, which containers keep small.)
 */
#ifndef SHARED_H
#define SHARED_H

#include <stdbool.h>
#include <stddef.h>

struct shared {
  int fd; /* -1: there is none */
  void *memory;
  size_t bytes;
};

/* Makes as many bytes of zeros, which whoever gets the descriptor can't cut
 * off.  False with errno. */
bool shared_make (struct shared *shared, size_t bytes);
/* From now on nobody but this process can write to it.  False with errno. */
bool shared_protect (struct shared *shared);
/* Takes over a descriptor, closed if it can't.  False with errno. */
bool shared_open (struct shared *shared, int fd, size_t bytes, bool writable);
void shared_close (struct shared *shared);

#endif
