/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <float.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/unforeseen.h"
#include "process/line.h"
#include "process/passing.h"

/* What goes before the first order to load, with the descriptors: that of the
 * outputs first, then those of the sets, in their order. */
struct hello {
  uint64_t inputs_bytes, outputs_bytes;
  uint32_t sets; /* GK_BIT()s of the kinds of data that there are sets of */
};

_Static_assert(N_DATA + 1 <= PASSED_MAX, "all sets go in one message");

static bool
greet (struct line *line)
{
  const struct inputs *inputs = line->inputs;
  struct hello hello = { .outputs_bytes = inputs->outputs.bytes };
  int fd[PASSED_MAX];
  size_t n = 0;

  fd[n++] = inputs->outputs.fd;
  for (int data = 0; data < N_DATA; data++)
    if (inputs->set[data].memory != NULL) {
      hello.sets |= (uint32_t)GK_BIT (data);
      hello.inputs_bytes = inputs->set[data].bytes;
      fd[n++] = inputs->set[data].fd;
    }
  line->greeted = true;
  return passing_send (line->fd, &hello, sizeof hello, fd, n);
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
         && is_amount (claim->seconds) && is_amount (claim->enqueue_s)
         && is_amount (claim->ops);
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

/* What the worker maps of the judge's memory. */
struct seen {
  struct shared outputs, set[N_DATA];
  struct views views;
};

static void
look_away (struct seen *seen)
{
  shared_close (&seen->outputs);
  for (int data = 0; data < N_DATA; data++)
    shared_close (&seen->set[data]);
}

static bool
look (struct seen *seen, const gk_setup *setup, const struct hello *hello,
      const int *fd, size_t n)
{
  size_t next = 1;

  if (n == 0 || hello->outputs_bytes != views_bytes (setup, GK_OUTPUT)
      || !shared_open (&seen->outputs, fd[0], hello->outputs_bytes, true))
    return false;
  views_lay (setup, GK_OUTPUT, seen->outputs.memory, seen->views.output);
  for (int data = 0; data < N_DATA; data++) {
    if ((hello->sets & GK_BIT (data)) == 0)
      continue;
    if (next >= n || hello->inputs_bytes != views_bytes (setup, GK_INPUT)
        || !shared_open (&seen->set[data], fd[next++], hello->inputs_bytes,
                         false))
      return false;
    views_lay (setup, GK_INPUT, seen->set[data].memory,
               seen->views.input[data]);
  }
  return true;
}

/* What comes over the line. */
union message {
  struct hello hello;
  struct order order;
};

_Static_assert(sizeof (struct hello) != sizeof (struct order),
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
    if (n != sizeof (struct hello)
        || !look (seen, &bench->handed.setup, &message->hello, passed,
                  n_passed))
      return false;
    bench->views = seen->views;
  }
}

void
line_serve (int fd, struct bench *bench, const struct run_request *request,
            const struct handed *handed)
{
  struct seen seen = { .outputs.fd = -1 };
  union message message;
  struct claim claim;

  for (int data = 0; data < N_DATA; data++)
    seen.set[data].fd = -1;
  bench_take (bench, request, handed);
  while (receive (fd, &seen, bench, &message)) {
    bench_obey (bench, &message.order, &claim);
    claim.nonce = message.order.nonce;
    if (!passing_send (fd, &claim, sizeof claim, NULL, 0)
        || message.order.kind == ORDER_END)
      break;
  }
  look_away (&seen);
}
