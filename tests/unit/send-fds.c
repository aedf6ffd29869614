/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Descriptors over a socket: all arrive, and those without a receiver are
 * closed.
 */
#include <config.h>

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "native.h"
#include "run/frame.h"
#include "tests/unit/unit.h"

struct ends {
  int socket[2];
  int given[SENT_FDS_MAX]; /* pipes' ends: each is a file of its own */
};

static void
open_ends (struct ends *e)
{
  assert_int_equal (
      socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, e->socket), 0);
  for (int i = 0; i < SENT_FDS_MAX; i += 2)
    assert_int_equal (pipe (&e->given[i]), 0);
}

static void
close_ends (struct ends *e)
{
  for (int i = 0; i < SENT_FDS_MAX; i++)
    close (e->given[i]);
  close (e->socket[0]);
  close (e->socket[1]);
}

static int
count_open (void)
{
  DIR *folder = opendir ("/proc/self/fd");
  int n = 0;

  assert_non_null (folder);
  while (readdir (folder) != NULL)
    n++;
  closedir (folder);
  return n;
}

static void
expect_same_file (int a, int b)
{
  struct stat of_a, of_b;

  assert_int_equal (fstat (a, &of_a), 0);
  assert_int_equal (fstat (b, &of_b), 0);
  assert_true (of_a.st_ino == of_b.st_ino && of_a.st_dev == of_b.st_dev);
}

/* Receives "bytes" into room for so many descriptors behind those that are
 * there. */
static void
receive (const struct ends *e, int *passed, size_t *n, size_t room)
{
  char bytes[16];

  assert_int_equal (
      receive_with_fds (e->socket[1], bytes, sizeof bytes, 0, passed, n, room),
      5);
  assert_memory_equal (bytes, "bytes", 5);
}

TEST (all_arrive_in_order)
{
  struct ends e;
  int passed[SENT_FDS_MAX];
  size_t n = 0;

  open_ends (&e);
  assert_true (send_with_fds (e.socket[0], "bytes", 5, e.given, SENT_FDS_MAX));
  receive (&e, passed, &n, SENT_FDS_MAX);
  assert_int_equal (n, SENT_FDS_MAX);
  for (int i = 0; i < SENT_FDS_MAX; i++) {
    expect_same_file (passed[i], e.given[i]);
    /* What is started later does not have them. */
    assert_int_equal (fcntl (passed[i], F_GETFD), FD_CLOEXEC);
    close (passed[i]);
  }
  close_ends (&e);
}

TEST (bytes_alone_bring_none)
{
  struct ends e;
  int passed[1];
  size_t n = 0;

  open_ends (&e);
  assert_true (send_with_fds (e.socket[0], "bytes", 5, NULL, 0));
  receive (&e, passed, &n, 1);
  assert_int_equal (n, 0);
  close_ends (&e);
}

TEST (those_without_room_are_closed)
{
  struct ends e;
  int passed[SENT_FDS_MAX], before;
  size_t n = 1;

  open_ends (&e);
  before = count_open ();
  passed[0] = -1;
  assert_true (send_with_fds (e.socket[0], "bytes", 5, e.given, SENT_FDS_MAX));
  receive (&e, passed, &n, 3);
  assert_int_equal (n, 3);
  /* The one that was there stays. */
  assert_int_equal (passed[0], -1);
  expect_same_file (passed[2], e.given[1]);
  assert_int_equal (count_open (), before + 2);
  close (passed[1]);
  close (passed[2]);
  close_ends (&e);
}

/* Another program may send more at once than send_with_fds would. */
TEST (more_than_anybody_should_send_are_not_left_open)
{
  enum { MANY = 40 };
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE (MANY * sizeof (int))];
  } control = { 0 };
  struct iovec part = { .iov_base = (char[]){ "bytes" }, .iov_len = 5 };
  struct msghdr message = { .msg_iov = &part,
                            .msg_iovlen = 1,
                            .msg_control = &control,
                            .msg_controllen = sizeof control };
  struct ends e;
  int passed[SENT_FDS_MAX], many[MANY], before;
  size_t n = 0;

  requires_native ("leaves descriptors open that there was no room for");
  open_ends (&e);
  for (int i = 0; i < MANY; i++)
    many[i] = e.given[0];
  control.head = (struct cmsghdr){ .cmsg_level = SOL_SOCKET,
                                   .cmsg_type = SCM_RIGHTS,
                                   .cmsg_len = CMSG_LEN (sizeof many) };
  memcpy (CMSG_DATA (&control.head), many, sizeof many);
  before = count_open ();
  assert_int_equal (sendmsg (e.socket[0], &message, 0), 5);
  receive (&e, passed, &n, 2);
  assert_int_equal (n, 2);
  assert_int_equal (count_open (), before + 2);
  close (passed[0]);
  close (passed[1]);
  close_ends (&e);
}

TEST (too_many_are_not_sent)
{
  struct ends e;
  int many[SENT_FDS_MAX + 1] = { 0 };

  open_ends (&e);
  assert_false (
      send_with_fds (e.socket[0], "bytes", 5, many, SENT_FDS_MAX + 1));
  close_ends (&e);
}

/* No signal ends the sender. */
TEST (the_receiver_is_gone)
{
  struct ends e;

  open_ends (&e);
  shutdown (e.socket[1], SHUT_RDWR);
  assert_false (send_with_fds (e.socket[0], "bytes", 5, NULL, 0));
  close_ends (&e);
}
