/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/orders.h"
#include "between.h"

enum { DESCRIPTORS = 1024 };

/* The judge's end of a line, and this process's. */
struct between {
  int judge, worker;
  double share;
};

/* Hands one message on; false at the end. */
static bool
hand_on (const struct between *b, int from, int to, void *message, size_t room)
{
  ssize_t n = recv (from, message, room, 0);

  if (n == sizeof (struct claim) && from == b->worker)
    ((struct claim *)message)->seconds *= b->share;
  return n > 0 && send (to, message, (size_t)n, MSG_NOSIGNAL) == n;
}

static void *
stand_between (void *closure)
{
  const struct between *b = closure;
  union {
    struct order order;
    struct claim claim;
  } message;

  /* The claim of the order that is being obeyed comes first. */
  while (hand_on (b, b->worker, b->judge, &message, sizeof message)
         && hand_on (b, b->judge, b->worker, &message, sizeof message))
    ;
  shutdown (b->worker, SHUT_RDWR);
  shutdown (b->judge, SHUT_RDWR);
  close (b->worker);
  close (b->judge);
  free (closure);
  return NULL;
}

/* The socket that keeps messages apart, the one that was made last: those of
 * earlier turns may be there still.  -1: there is none. */
static int
find_line (void)
{
  ino_t newest = 0;
  int line = -1;

  for (int fd = 3; fd < DESCRIPTORS; fd++) {
    socklen_t size = sizeof (int);
    struct stat status;
    int type;

    if (getsockopt (fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0
        && type == SOCK_SEQPACKET && fstat (fd, &status) == 0
        && status.st_ino > newest) {
      newest = status.st_ino;
      line = fd;
    }
  }
  return line;
}

void
between_step (const gk_host *host, double share)
{
  const int line = find_line ();
  struct between *b;
  int pair[2];
  pthread_t thread;

  if (line < 0 || socketpair (AF_UNIX, SOCK_SEQPACKET, 0, pair) < 0) {
    host->log (host, "the judge's line was not found");
    return;
  }
  b = malloc (sizeof *b);
  if (b == NULL)
    return;
  *b = (struct between){ dup (line), pair[0], share };
  dup2 (pair[1], line);
  close (pair[1]);
  if (pthread_create (&thread, NULL, stand_between, b) == 0)
    pthread_detach (thread);
}
