/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where a child crashed.  A handler of SIGSEGV in the child compares the
 * address of the access with its null page, its stack and the buffers of the
 * problem, and leaves what it found in memory shared with the supervisor, which
 * prints it (child.c).
 */
#ifndef CRASH_H
#define CRASH_H

#include <stdint.h>

struct bench;

enum crash_place {
  CRASH_ELSEWHERE, /* or no handler ran */
  CRASH_NULL,
  CRASH_STACK,
  CRASH_BEFORE, /* a buffer */
  CRASH_BEHIND,
  CRASH_UNALIGNED, /* the processor gave no address */
};

/* The memory that a child shares with the supervisor.  Its plugin can write
 * anything there. */
struct last_words {
  uint8_t callback; /* that is running, by plugin/abi-names.h */
  uint8_t place;
  char buffer[62];   /* its name, as much as fits */
  uint64_t distance; /* from the buffer, in bytes */
};

/* Installs the handler, unless something else handles the signal.  words must
 * stay valid.  A plugin may install a handler of its own in its place. */
void crash_handle (struct last_words *words);
/* The buffers to compare with from now on. */
void crash_know_buffers (const struct bench *bench);

#endif
