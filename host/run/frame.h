/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Frames between supervisor and child: four bytes of length, little-endian, and
 * as many bytes of JSON, one object each.
 */
#ifndef FRAME_H
#define FRAME_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define FRAME_MAX (16u << 20)

/* Writes one frame, with a descriptor, of which the other side gets a copy; -1:
 * without one.  False when the other side is gone. */
bool frame_write (int fd, const json_t *object, int passed);

/* Bytes received that are not a whole frame yet. */
struct frame_reader {
  unsigned char *data;
  size_t n, room;
  int passed[1]; /* a descriptor received with them */
  size_t n_passed;
};

enum frame_result {
  FRAME_WHOLE, /* *object is a new reference */
  FRAME_MORE,  /* not whole yet: read again */
  FRAME_END,   /* the other side closed after a whole frame */
  FRAME_CUT,   /* the other side closed in the middle of a frame */
  FRAME_BROKEN /* empty, too long, or not a JSON object */
};

/* Returns the next of the frames received.  When there is none, reads once from
 * fd (blocks where fd does). */
enum frame_result frame_read (struct frame_reader *reader, int fd,
                              json_t **object);
/* Returns the descriptor that came with the last frame, which the caller owns;
 * -1: none. */
int frame_reader_take_fd (struct frame_reader *reader);
void frame_reader_free (struct frame_reader *reader);

/* Messages over a socket that carry descriptors. */

enum { SENT_FDS_MAX = 12 };

/* Sends bytes, at least one, and copies of up to SENT_FDS_MAX descriptors. */
bool send_with_fds (int fd, const void *bytes, size_t n, const int *passed,
                    size_t n_passed);

/* As recv.  Descriptors that came along are appended to the *n_passed in
 * passed, with close-on-exec.  Those over room are closed. */
ssize_t receive_with_fds (int fd, void *bytes, size_t n, int flags, int *passed,
                          size_t *n_passed, size_t room);

/* Which messages are looked for. */
struct looks {
  unsigned rest; /* so many were not, when a look had cost too much */
  unsigned left; /* so many of these are left */
};

/* True when a message, or the end of the line, is there. */
bool message_waits (int fd);
/* Returns when there is a message, or after some 100 us.  To wake up a process
 * that sleeps takes longer than what many messages wait for.  Where other
 * processes wait for the core, it returns at once nearly always. */
void look_for_message (int fd, struct looks *looks);

#endif
