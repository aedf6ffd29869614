/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Puts a thread between worker and judge that hands orders and claims on, and
 * shortens the times in claims by less than half.  No clock outside tells that
 * from a fast kernel: this one is known to pass.
 *
 * Seen: thought of here; who owns the process can say what it says.
 */
#include <config.h>

#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench/orders.h"
#include "cheats.h"
#include "honest.h"

enum { DESCRIPTORS = 1024 };

static const double share = 0.6;

/* The judge's end of the line, and this process's. */
static int judge, worker;

/* Hands one message on; false at the end. */
static bool
hand_on (int from, int to, void *message, size_t room)
{
  ssize_t n = recv (from, message, room, 0);

  if (n == sizeof (struct claim) && from == worker)
    ((struct claim *)message)->seconds *= share;
  return n > 0 && send (to, message, (size_t)n, MSG_NOSIGNAL) == n;
}

static void *
stand_between (void *closure)
{
  static union {
    struct order order;
    struct claim claim;
  } message;

  (void)closure;
  /* The claim of the order that is being obeyed comes first. */
  while (hand_on (worker, judge, &message, sizeof message)
         && hand_on (judge, worker, &message, sizeof message))
    ;
  shutdown (worker, SHUT_RDWR);
  shutdown (judge, SHUT_RDWR);
  return NULL;
}

/* The one socket that keeps messages apart; -1: there is none. */
static int
find_line (void)
{
  for (int fd = 3; fd < DESCRIPTORS; fd++) {
    socklen_t size = sizeof (int);
    int type;

    if (getsockopt (fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0
        && type == SOCK_SEQPACKET)
      return fd;
  }
  return -1;
}

static void
step_between (const gk_host *host)
{
  const int line = find_line ();
  int pair[2];
  pthread_t thread;

  if (line < 0 || socketpair (AF_UNIX, SOCK_SEQPACKET, 0, pair) < 0) {
    host->log (host, "the judge's line was not found");
    return;
  }
  judge = dup (line);
  worker = pair[0];
  dup2 (pair[1], line);
  close (pair[1]);
  pthread_create (&thread, NULL, stand_between, NULL);
  pthread_detach (thread);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  static bool done;

  if (!done)
    step_between (host);
  done = true;
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_claims_shortened = {
  .family = "transpose",
  .name = "claims-shortened",
  .summary = "has claims shortened by less than half",
  .device = GK_CPU,
  .launch = launch,
};
