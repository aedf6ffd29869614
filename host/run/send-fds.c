/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "run/send-fds.h"

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
