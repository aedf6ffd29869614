/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory that two processes share, by a descriptor that one creates and passes
 * to the other.  (Not in /dev/shm, which is small in containers.)
 */
#ifndef SHARED_H
#define SHARED_H

#include <stdbool.h>
#include <stddef.h>

struct shared {
  int fd; /* -1: none */
  void *memory;
  size_t bytes;
  size_t mapped; /* at least as many */
  size_t room;   /* bytes behind those */
  void *reading; /* the same memory, read-only; NULL: none */
};

/* Creates memory of `bytes` zeros, whose size is sealed.  False with errno.
 */
bool shared_make (struct shared *shared, size_t bytes);
/* The same with room behind it, whole pages: memory of this process alone,
 * which takes none until it is written. */
bool shared_make_with_room (struct shared *shared, size_t bytes, size_t room);
/* Makes memory of this process alone, with an fd of -1; huge pages, where there
 * are any, are protected at once.  False with errno. */
bool shared_make_private (struct shared *shared, size_t bytes);
/* True where that memory serves for `bytes`, too, of which it is then: it has
 * as many, and is not so large that a new one would be better. */
bool shared_fits (struct shared *shared, size_t bytes);
/* Makes it read-only for other processes from now on.  False with errno. */
bool shared_protect (struct shared *shared);
/* Maps it once more, read-only.  What a process writes there after it has made
 * those pages writable is its own.  False with errno. */
bool shared_map_reading (struct shared *shared);
/* Does so again at the same address: what was written there is gone. */
void shared_renew_reading (const struct shared *shared);
/* Maps the memory of fd, which it owns from now on and closes on failure.
 * False with errno. */
bool shared_open (struct shared *shared, int fd, size_t bytes, bool writable);
void shared_close (struct shared *shared);
/* Moves memory in place of other; false: there is none. */
bool shared_take (struct shared *to, struct shared *from);

#endif
