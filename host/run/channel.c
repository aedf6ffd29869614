/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <float.h>
#include <math.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/random.h"
#include "run/channel.h"

/* The worker announces each slot that is full by one byte, and the judge
 * answers with one when it has read it. */
typedef char slot_message;

static bool
send_memory (struct channel *channel)
{
  const struct inputs *inputs = channel->inputs;
  const struct judge_memory_offer offer
      = { .inputs_bytes = inputs->set.bytes,
          .window_bytes = inputs->outputs.memory.bytes,
          .slot_bytes = inputs->outputs.window.slot };
  const int fd[]
      = { inputs->outputs.memory.fd, inputs->mark.fd, inputs->set.fd };

  channel->memory_sent = true;
  /* A family may have outputs alone. */
  return send_with_fds (channel->fd, &offer, sizeof offer, fd,
                        inputs->set.fd < 0 ? 2 : 3);
}

/* Finite, since JSON has no infinity. */
static bool
is_amount (double amount)
{
  return amount >= 0 && amount <= DBL_MAX;
}

bool
channel_accepts_claim (const struct order *order, const struct claim *claim)
{
  return claim->nonce == order->nonce && claim->kind == order->kind
         && claim->status >= GK_OK && claim->status <= GK_WRONG
         && (unsigned)claim->wrong_class < N_WRONG_CLASSES
         && is_amount (claim->seconds) && is_amount (claim->busy_s)
         && is_amount (claim->enqueue_s) && is_amount (claim->ops);
}

/* How often a sample is looked at: for a tenth of a second at least. */
enum { MOST_LOOKS = 1 << 22 };

/* Stores a time that a sample certainly takes, however seldom this process
 * runs: from when it is seen to have begun to when it is last seen not to have
 * ended; 0: it was not seen.  before: the order.  False when its end was not
 * seen, since it takes long. */
static bool
watch_span (struct timer *timer, const uint32_t *mark, double before)
{
  double last = 0, began = 0, blind = 0;

  timer->blind_s = INFINITY;
  for (int i = 0; i < MOST_LOOKS; i++) {
    const double now = clock_peek ();
    const uint32_t at = __atomic_load_n (mark, __ATOMIC_ACQUIRE);

    if (at >= MARK_ENDED) {
      timer->blind_s = fmax (blind, clock_peek () - before);
      break;
    }
    blind = fmax (blind, now - before);
    before = now;
    if (at == MARK_BEGUN) {
      last = now;
      began = began > 0 ? began : clock_peek ();
    }
  }
  timer->span_s = began > 0 ? fmax (last - began, 0) : 0;
  return timer->blind_s < INFINITY;
}

/* Looks whether the mark of the end stays until the answer comes. */
static void
watch_end (struct timer *timer, const uint32_t *mark, int fd)
{
  bool stays = true;

  for (int i = 0; i < MOST_LOOKS && stays && !message_waits (fd); i++)
    stays = __atomic_load_n (mark, __ATOMIC_ACQUIRE) == MARK_ENDED;
  timer->meddled = !stays;
}

/* Receives the claim, and reads each slot that the worker announces before it.
 * Returns its bytes; 0 or less: the worker is gone. */
static ssize_t
receive_claim (struct channel *channel, struct claim *claim)
{
  const slot_message read = 0;
  ssize_t n;

  for (;;) {
    n = recv (channel->fd, claim, sizeof *claim, MSG_TRUNC);
    if (n < 0 && errno == EINTR)
      continue;
    /* More slots than the order fills garble the answer. */
    if (n != sizeof read || !channel->inputs->outputs.walk.more
        || !outputs_read_slot (&channel->inputs->outputs))
      return n;
    if (!send_with_fds (channel->fd, &read, sizeof read, NULL, 0))
      return 0;
  }
}

static bool
channel_obey (struct timer *timer, struct order *order, struct claim *claim)
{
  struct channel *channel = (struct channel *)timer;
  uint32_t *mark = channel->inputs->views.mark;
  const bool watches = timer->watches && order->kind == ORDER_SAMPLE;
  /* The worker may run while this process sends the order. */
  const double before = watches ? clock_peek () : 0;
  ssize_t n;

  if (watches)
    __atomic_store_n (mark, MARK_NONE, __ATOMIC_RELEASE);
  order->nonce = entropy_draw ();
  if ((order->kind == ORDER_LOAD && !channel->memory_sent
       && !send_memory (channel))
      || !send_with_fds (channel->fd, order, sizeof *order, NULL, 0))
    return false;
  timer->meddled = false;
  if (watches && watch_span (timer, mark, before))
    watch_end (timer, mark, channel->fd);
  look_for_message (channel->fd, channel->looks);
  n = receive_claim (channel, claim);
  if (n <= 0)
    return false;
  claim->library[sizeof claim->library - 1] = '\0';
  claim->library_settings[sizeof claim->library_settings - 1] = '\0';
  claim->path[sizeof claim->path - 1] = '\0';
  claim->reason[sizeof claim->reason - 1] = '\0';
  channel->garbled
      = n != sizeof *claim || !channel_accepts_claim (order, claim);
  if (watches)
    timer->meddled |= __atomic_load_n (mark, __ATOMIC_ACQUIRE) != MARK_ENDED;
  return !channel->garbled;
}

void
channel_open (struct channel *channel, int fd, struct inputs *inputs,
              struct looks *looks)
{
  *channel = (struct channel){ .timer = { .obey = channel_obey, .apart = true },
                               .inputs = inputs,
                               .looks = looks,
                               .fd = fd };
}

/* The judge's memory, as the timing worker maps it */

void
judge_memory_begin (struct judge_memory *memory)
{
  *memory = (struct judge_memory){ .set.shared.fd = -1,
                                   .window.shared.fd = -1,
                                   .mark.shared.fd = -1 };
}

static void
unmap_part (struct judge_memory_part *part, struct bench *bench)
{
  if (part->shared.memory != NULL)
    bench_forget_views (bench);
  shared_close (&part->shared);
}

/* True when the descriptor is of the memory that is mapped. */
static bool
is_mapped (const struct judge_memory_part *part, int fd)
{
  struct stat status;

  return part->shared.memory != NULL && fstat (fd, &status) == 0
         && part->device == status.st_dev && part->inode == status.st_ino;
}

static bool
map_part (struct judge_memory_part *part, struct bench *bench, int fd,
          size_t bytes, bool writable)
{
  struct stat status = { 0 };

  if (is_mapped (part, fd) && shared_fits (&part->shared, bytes)) {
    close (fd);
    return true;
  }
  unmap_part (part, bench);
  if (fstat (fd, &status) == 0) {
    part->device = status.st_dev;
    part->inode = status.st_ino;
  }
  return shared_open (&part->shared, fd, bytes, writable);
}

/* Announces a full slot, and waits until the next is free: until all slots but
 * one were read. */
static bool
turn_slot (struct output_window *window, size_t next)
{
  struct judge_memory *memory = window->user;
  slot_message message = 0;
  ssize_t n;

  if (!send_with_fds (memory->fd, &message, sizeof message, NULL, 0))
    return false;
  memory->unread++;
  if (next < WINDOW_SLOTS)
    return true;
  do
    n = recv (memory->fd, &message, sizeof message, MSG_TRUNC);
  while (n < 0 && errno == EINTR);
  memory->unread--;
  return n == sizeof message;
}

/* Takes ownership of n descriptors: of the window, of the mark, and of the
 * inputs, if there are any.  False when they do not fit the problem. */
static bool
judge_memory_map (struct judge_memory *memory, struct bench *bench,
                  const struct judge_memory_offer *offer, const int *fd,
                  size_t n)
{
  const gk_setup *setup = &bench->problem.setup;

  if (n < 2 || offer->slot_bytes == 0
      || offer->window_bytes != window_bytes (setup, offer->slot_bytes)
      || offer->inputs_bytes != views_bytes (setup, GK_INPUT)
      || n != (offer->inputs_bytes > 0 ? 3 : 2)
      || !map_part (&memory->window, bench, fd[0], offer->window_bytes, true)
      || !map_part (&memory->mark, bench, fd[1], sizeof *memory->views.mark,
                    true)
      || (n > 2
          && !map_part (&memory->set, bench, fd[2], offer->inputs_bytes,
                        false)))
    return false;
  memory->shown
      = (struct output_window){ .memory = memory->window.shared.memory,
                                .bytes = memory->window.shared.mapped,
                                .slot = offer->slot_bytes,
                                .turn = turn_slot,
                                .user = memory };
  memory->views = (struct views){ .window = &memory->shown,
                                  .mark = memory->mark.shared.memory };
  if (n > 2)
    views_set_addresses (setup, GK_INPUT, memory->set.shared.memory,
                         memory->views.input);
  return true;
}

void
judge_memory_unmap (struct judge_memory *memory, struct bench *bench)
{
  unmap_part (&memory->window, bench);
  unmap_part (&memory->mark, bench);
  unmap_part (&memory->set, bench);
}

void
judge_memory_keep (struct judge_memory *memory, struct bench *bench,
                   const gk_setup *setup)
{
  const size_t inputs = views_bytes (setup, GK_INPUT);

  /* The window is small. */
  if (!shared_fits (&memory->set.shared, inputs))
    unmap_part (&memory->set, bench);
}

/* The timing worker's end */

/* What the timing worker receives. */
union channel_message {
  struct judge_memory_offer offer;
  struct order order;
};

_Static_assert(sizeof (struct judge_memory_offer) != sizeof (struct order),
               "the size identifies a message");

/* Receives the next order, after mapping the memory that is announced before
 * it.  False when there is none. */
static bool
receive_order (int fd, struct judge_memory *memory, struct bench *bench,
               union channel_message *message)
{
  for (;;) {
    int passed[SENT_FDS_MAX];
    size_t n_passed = 0;
    ssize_t n;

    look_for_message (fd, &memory->looks);
    n = receive_with_fds (fd, message, sizeof *message, 0, passed, &n_passed,
                          SENT_FDS_MAX);

    if (n == sizeof (struct order) && n_passed == 0)
      return true;
    /* Nothing waited until the last slots were read. */
    if (n == sizeof (slot_message) && n_passed == 0 && memory->unread > 0) {
      memory->unread--;
      continue;
    }
    if (n != sizeof (struct judge_memory_offer)
        || !judge_memory_map (memory, bench, &message->offer, passed, n_passed))
      return false;
    bench->views = memory->views;
  }
}

void
channel_serve (int fd, struct bench *bench, struct judge_memory *memory,
               const struct run_request *request,
               const struct problem_copy *problem)
{
  union channel_message message;
  struct claim claim;

  memory->fd = fd;
  memory->unread = 0;
  bench_open_case (bench, request, problem);
  case_begin_early (bench);
  while (receive_order (fd, memory, bench, &message)) {
    bench_run_order (bench, &message.order, &claim);
    claim.nonce = message.order.nonce;
    if (!send_with_fds (fd, &claim, sizeof claim, NULL, 0)
        || message.order.kind == ORDER_END)
      break;
  }
}
