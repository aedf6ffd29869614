/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <float.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/unforeseen.h"
#include "process/line.h"
#include "process/passing.h"

_Static_assert(N_DATA + 1 <= PASSED_MAX, "all sets go in one message");

static bool
greet (struct line *line)
{
  const struct inputs *inputs = line->inputs;
  struct seen_offer offer = { .outputs_bytes = inputs->outputs.bytes };
  int fd[PASSED_MAX];
  size_t n = 0;

  fd[n++] = inputs->outputs.fd;
  for (int data = 0; data < N_DATA; data++)
    if (inputs->set[data].memory != NULL) {
      offer.sets |= (uint32_t)GK_BIT (data);
      offer.inputs_bytes = inputs->set[data].bytes;
      fd[n++] = inputs->set[data].fd;
    }
  line->greeted = true;
  return passing_send (line->fd, &offer, sizeof offer, fd, n);
}

/* Whether something is there that nobody was asked for. */
static bool
is_spoken_to (const struct line *line)
{
  char byte;

  return recv (line->fd, &byte, 1, MSG_DONTWAIT | MSG_PEEK) > 0;
}

/* No time and no number of operations is negative, and JSON has no infinity. */
static bool
is_amount (double amount)
{
  return amount >= 0 && amount <= DBL_MAX;
}

bool
line_takes (const struct order *order, const struct claim *claim)
{
  return claim->nonce == order->nonce && claim->kind == order->kind
         && claim->status >= GK_OK && claim->status <= GK_WRONG
         && is_amount (claim->seconds) && is_amount (claim->busy_s)
         && is_amount (claim->enqueue_s) && is_amount (claim->ops);
}

static bool
obey (struct timer *timer, struct order *order, struct claim *claim)
{
  struct line *line = (struct line *)timer;
  ssize_t n;

  order->nonce = unforeseen ();
  if (is_spoken_to (line)) {
    line->garbled = true;
    return false;
  }
  if ((order->kind == ORDER_LOAD && !line->greeted && !greet (line))
      || !passing_send (line->fd, order, sizeof *order, NULL, 0))
    return false;
  do
    n = recv (line->fd, claim, sizeof *claim, MSG_TRUNC);
  while (n < 0 && errno == EINTR);
  if (n <= 0)
    return false;
  claim->library[sizeof claim->library - 1] = '\0';
  claim->library_settings[sizeof claim->library_settings - 1] = '\0';
  claim->reason[sizeof claim->reason - 1] = '\0';
  line->garbled = n != sizeof *claim || !line_takes (order, claim);
  return !line->garbled;
}

void
line_open (struct line *line, int fd, const struct inputs *inputs)
{
  *line = (struct line){ .timer = { .obey = obey, .apart = true },
                         .inputs = inputs,
                         .fd = fd };
}

/* What comes over the line. */
union message {
  struct seen_offer offer;
  struct order order;
};

_Static_assert(sizeof (struct seen_offer) != sizeof (struct order),
               "messages are told apart by their size");

/* The next order, the memory taken over that comes before it; false when there
 * is none. */
static bool
receive (int fd, struct seen *seen, struct bench *bench, union message *message)
{
  for (;;) {
    int passed[PASSED_MAX];
    size_t n_passed = 0;
    ssize_t n = passing_receive (fd, message, sizeof *message, 0, passed,
                                 &n_passed, PASSED_MAX);

    if (n == sizeof (struct order) && n_passed == 0)
      return true;
    if (n != sizeof (struct seen_offer)
        || !seen_take (seen, &bench->handed.setup, &message->offer, passed,
                       n_passed))
      return false;
    bench->views = seen->views;
  }
}

void
line_serve (int fd, struct bench *bench, struct seen *seen,
            const struct run_request *request, const struct handed *handed)
{
  union message message;
  struct claim claim;

  bench_take (bench, request, handed);
  while (receive (fd, seen, bench, &message)) {
    bench_obey (bench, &message.order, &claim);
    claim.nonce = message.order.nonce;
    if (!passing_send (fd, &claim, sizeof claim, NULL, 0)
        || message.order.kind == ORDER_END)
      break;
  }
}
