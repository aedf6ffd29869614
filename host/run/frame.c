/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/read-file.h"
#include "base/xalloc.h"
#include "run/frame.h"

union control {
  struct cmsghdr head;
  char room[CMSG_SPACE (SENT_FDS_MAX * sizeof (int))];
};

bool
send_with_fds (int fd, const void *bytes, size_t n, const int *passed,
               size_t n_passed)
{
  struct iovec part = { .iov_base = (void *)bytes, .iov_len = n };
  union control control = { 0 };
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
  ssize_t sent;

  if (n_passed > SENT_FDS_MAX)
    return false;
  if (n_passed > 0) {
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE (n_passed * sizeof (int));
    control.head.cmsg_level = SOL_SOCKET;
    control.head.cmsg_type = SCM_RIGHTS;
    control.head.cmsg_len = CMSG_LEN (n_passed * sizeof (int));
    memcpy (CMSG_DATA (&control.head), passed, n_passed * sizeof (int));
  }
  do
    sent = sendmsg (fd, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)n;
}

static void
keep_fds (const struct cmsghdr *head, int *passed, size_t *n_passed,
          size_t room)
{
  size_t n = (head->cmsg_len - CMSG_LEN (0)) / sizeof (int);

  for (size_t i = 0; i < n; i++) {
    int fd;

    memcpy (&fd, CMSG_DATA (head) + i * sizeof fd, sizeof fd);
    if (*n_passed < room)
      passed[(*n_passed)++] = fd;
    else
      close (fd);
  }
}

ssize_t
receive_with_fds (int fd, void *bytes, size_t n, int flags, int *passed,
                  size_t *n_passed, size_t room)
{
  struct iovec part = { .iov_base = bytes, .iov_len = n };
  union control control;
  struct msghdr message = { .msg_iov = &part,
                            .msg_iovlen = 1,
                            .msg_control = &control,
                            .msg_controllen = sizeof control };
  ssize_t r;

  do
    r = recvmsg (fd, &message, flags | MSG_CMSG_CLOEXEC);
  while (r < 0 && errno == EINTR);
  if (r < 0)
    return r;
  for (struct cmsghdr *head = CMSG_FIRSTHDR (&message); head != NULL;
       head = CMSG_NXTHDR (&message, head))
    if (head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS)
      keep_fds (head, passed, n_passed, room);
  return r;
}

/* Seconds of a look; and its turns, where the clock stands still.  A core that
 * was yielded comes back sooner, unless other processes wait for it. */
#define LOOK_SECONDS 100e-6
enum { LOOK_TURNS = 1000 };
/* Where others wait for the core, to look costs a slice of time, and to sleep
 * does not: then so many messages are not looked for, and more each time. */
enum { REST_LEAST = 16, REST_GROWTH = 4, REST_MOST = 4096 };

bool
message_waits (int fd)
{
  char byte;

  return recv (fd, &byte, 1, MSG_DONTWAIT | MSG_PEEK) >= 0;
}

/* Others may have the core meanwhile, as the one that sends may be on it.
 * Returns false where one had it. */
static bool
look_once (int fd)
{
  const double begin = clock_peek ();
  double now = begin, last = begin;

  for (int i = 0;
       i < LOOK_TURNS && now < begin + LOOK_SECONDS && !message_waits (fd); i++) {
    last = now;
    sched_yield ();
    now = clock_peek ();
  }
  return now < last + LOOK_SECONDS;
}

void
look_for_message (int fd, struct looks *looks)
{
  if (looks->left > 0)
    looks->left--;
  else if (look_once (fd))
    looks->rest = 0;
  else {
    looks->rest = looks->rest == 0          ? REST_LEAST
                  : looks->rest < REST_MOST ? looks->rest * REST_GROWTH
                                            : REST_MOST;
    looks->left = looks->rest;
  }
}

enum { HEAD = 4 };

bool
frame_write (int fd, const json_t *object, int passed)
{
  const size_t n = json_dumpb (object, NULL, 0, JSON_COMPACT);
  /* The descriptor comes with the first byte. */
  const size_t first = passed >= 0 ? 1 : 0;
  unsigned char *frame;
  bool ok;

  if (n == 0 || n > FRAME_MAX) {
    errno = EMSGSIZE;
    return false;
  }
  frame = xmalloc (HEAD + n);
  for (int i = 0; i < HEAD; i++)
    frame[i] = (unsigned char)(n >> (8 * i));
  json_dumpb (object, (char *)frame + HEAD, n, JSON_COMPACT);
  ok = (first == 0 || send_with_fds (fd, frame, first, &passed, 1))
       && write_all (fd, frame + first, HEAD + n - first);
  free (frame);
  return ok;
}

/* Removes the next frame from the bytes received. */
static enum frame_result
next_frame (struct frame_reader *reader, json_t **object)
{
  size_t n = 0;

  if (reader->n < HEAD)
    return FRAME_MORE;
  for (int i = 0; i < HEAD; i++)
    n |= (size_t)reader->data[i] << (8 * i);
  if (n == 0 || n > FRAME_MAX)
    return FRAME_BROKEN;
  if (reader->n < HEAD + n)
    return FRAME_MORE;
  *object = json_loadb ((const char *)reader->data + HEAD, n,
                        JSON_REJECT_DUPLICATES, NULL);
  reader->n -= HEAD + n;
  memmove (reader->data, reader->data + HEAD + n, reader->n);
  if (!json_is_object (*object)) {
    json_decref (*object);
    *object = NULL;
    return FRAME_BROKEN;
  }
  return FRAME_WHOLE;
}

enum frame_result
frame_read (struct frame_reader *reader, int fd, json_t **object)
{
  enum frame_result result = next_frame (reader, object);
  ssize_t r;

  if (result != FRAME_MORE)
    return result;
  if (reader->room - reader->n < 4096) {
    reader->room = reader->room > 0 ? 2 * reader->room : 16384;
    /* It never exceeds 2 * FRAME_MAX. */
    reader->data = xrealloc (reader->data, reader->room);
  }
  r = receive_with_fds (fd, reader->data + reader->n, reader->room - reader->n,
                        0, reader->passed, &reader->n_passed, 1);
  if (r < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
    return FRAME_MORE;
  if (r <= 0)
    return reader->n > 0 ? FRAME_CUT : FRAME_END;
  reader->n += (size_t)r;
  return next_frame (reader, object);
}

int
frame_reader_take_fd (struct frame_reader *reader)
{
  if (reader->n_passed == 0)
    return -1;
  reader->n_passed = 0;
  return reader->passed[0];
}

void
frame_reader_free (struct frame_reader *reader)
{
  int passed = frame_reader_take_fd (reader);

  if (passed >= 0)
    close (passed);
  free (reader->data);
  *reader = (struct frame_reader){ 0 };
}
