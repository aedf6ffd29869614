/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The channel between judge and timing worker: what is no claim to the judge's
 * order garbles it, and large outputs go over it slot by slot.
 */
#include <config.h>

#include <math.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "run/channel.h"
#include "tests/unit/unit.h"

enum { BYTES = 64 };

/* Changes an honest claim before it is sent, of so many bytes. */
typedef void forge_fn (struct claim *claim, size_t *bytes);

struct ends {
  int judge, worker;
  gk_setup setup;
  struct inputs inputs;
  struct channel line;
  struct looks looks;
  pthread_t thread;
  forge_fn *forge; /* NULL: claims are honest */
  int claims;      /* that are sent for each order */
  size_t n_opened; /* devices that the worker has open at the end */
};

static void
answer (const struct ends *e, const struct order *order)
{
  struct {
    struct claim claim;
    char more[8];
  } sent = { .claim
             = { .nonce = order->nonce, .kind = order->kind, .seconds = 1 } };
  size_t bytes = sizeof sent.claim;

  if (e->forge != NULL)
    e->forge (&sent.claim, &bytes);
  for (int i = 0; i < e->claims; i++)
    send (e->worker, &sent, bytes, MSG_NOSIGNAL);
}

/* Answers each order until the judge is gone. */
static void *
serve (void *ends)
{
  const struct ends *e = ends;
  union {
    struct order order;
    char room[2 * sizeof (struct order)];
  } message;
  ssize_t n;

  while ((n = recv (e->worker, &message, sizeof message, 0)) > 0)
    if (n == sizeof (struct order))
      answer (e, &message.order);
  close (e->worker);
  return NULL;
}

static void
open_line_of (struct ends *e, uint64_t bytes)
{
  int fd[2];
  char *why;

  *e = (struct ends){ .claims = 1 };
  assert_int_equal (socketpair (AF_UNIX, SOCK_SEQPACKET, 0, fd), 0);
  e->judge = fd[0];
  e->worker = fd[1];
  e->setup = (gk_setup){
    .n_buffers = 2,
    .problem = e,
    .problem_bytes = 16,
    .verify_data = GK_BIT (GK_DATA_RANDOM),
    .buffers
    = { { .name = "in", .bytes = BYTES },
        { .name = "out", .role = GK_OUTPUT, .bytes = bytes, .slot = 8 } },
  };
  inputs_open (&e->inputs, NULL, &e->setup, 7);
  assert_true (inputs_make_room (&e->inputs, &why));
  channel_open (&e->line, e->judge, &e->inputs, &e->looks);
  assert_true (e->line.timer.apart);
}

static void
open_line (struct ends *e)
{
  open_line_of (e, BYTES);
}

static void
start (struct ends *e, void *(*other_end) (void *))
{
  assert_int_equal (pthread_create (&e->thread, NULL, other_end, e), 0);
}

static void
close_line (struct ends *e)
{
  shutdown (e->judge, SHUT_RDWR);
  pthread_join (e->thread, NULL);
  close (e->judge);
  inputs_close (&e->inputs);
}

static bool
obeyed (struct ends *e, enum order_kind kind)
{
  struct order order = { .kind = kind, .launches = 1 };
  struct claim claim;

  return e->line.timer.obey (&e->line.timer, &order, &claim);
}

TEST (honest_claims_are_taken)
{
  struct ends e;

  open_line (&e);
  start (&e, serve);
  for (int kind = 0; kind < N_ORDERS; kind++)
    assert_true (obeyed (&e, (enum order_kind)kind));
  assert_false (e.line.garbled);
  close_line (&e);
}

TEST (no_nonce_comes_twice)
{
  struct order order = { .kind = ORDER_SAMPLE };
  uint64_t seen[50];
  struct claim claim;
  struct ends e;

  open_line (&e);
  start (&e, serve);
  for (size_t i = 0; i < 50; i++) {
    assert_true (e.line.timer.obey (&e.line.timer, &order, &claim));
    assert_int_equal (claim.nonce, order.nonce);
    seen[i] = order.nonce;
    for (size_t j = 0; j < i; j++)
      assert_true (seen[i] != seen[j]);
  }
  close_line (&e);
}

/* Marks the begin and the end of what each order takes, and stores when. */
static uint32_t *marks;
static double marked[2];

/* Opens a line of which samples are watched, and marked by the function. */
static void
open_watched (struct ends *e, forge_fn *mark)
{
  open_line (e);
  marks = e->inputs.views.mark;
  e->forge = mark;
  start (e, serve);
  e->line.timer.watches = true;
}

static void
mark_span (struct claim *claim, size_t *bytes)
{
  static const struct timespec pause = { .tv_nsec = 1000000 };

  (void)claim, (void)bytes;
  marked[0] = clock_now ();
  __atomic_store_n (marks, MARK_BEGUN, __ATOMIC_RELEASE);
  nanosleep (&pause, NULL);
  __atomic_store_n (marks, MARK_ENDED, __ATOMIC_RELEASE);
  marked[1] = clock_now ();
}

TEST (what_is_seen_of_a_sample_is_no_longer_than_it_took)
{
  struct ends e;
  int seen = 0;

  open_watched (&e, mark_span);
  /* A busy machine may see none. */
  while (seen < 10) {
    assert_true (obeyed (&e, ORDER_SAMPLE));
    assert_true (e.line.timer.span_s <= marked[1] - marked[0]);
    /* What is missed is known: it is less than three such times. */
    assert_true (e.line.timer.span_s + 3 * e.line.timer.blind_s >= 1e-3);
    seen += e.line.timer.span_s > 0.5e-3;
  }
  close_line (&e);
}

static int tricks;

/* Ends a sample before it begins; then also takes that back. */
static void
forge_marks (struct claim *claim, size_t *bytes)
{
  (void)claim, (void)bytes;
  __atomic_store_n (marks, MARK_BEGUN, __ATOMIC_RELEASE);
  if (tricks > 0)
    __atomic_store_n (marks, MARK_ENDED, __ATOMIC_RELEASE);
  if (tricks > 1) {
    const struct timespec pause = { .tv_nsec = 20000000 };

    nanosleep (&pause, NULL);
    __atomic_store_n (marks, MARK_BEGUN, __ATOMIC_RELEASE);
    nanosleep (&pause, NULL);
  }
  __atomic_fetch_add (marks, 1, __ATOMIC_RELEASE);
}

static void
mark_long_span (struct claim *claim, size_t *bytes)
{
  const struct timespec pause = { .tv_nsec = 900000000 };

  (void)claim, (void)bytes;
  __atomic_fetch_add (marks, 1, __ATOMIC_RELEASE);
  nanosleep (&pause, NULL);
  __atomic_fetch_add (marks, 1, __ATOMIC_RELEASE);
}

/* It takes longer than the judge looks. */
TEST (a_long_sample_is_not_meddled_with)
{
  struct ends e;

  open_watched (&e, mark_long_span);
  assert_true (obeyed (&e, ORDER_SAMPLE));
  assert_false (e.line.timer.meddled);
  close_line (&e);
}

TEST (marks_of_a_plugin_are_seen)
{
  for (tricks = 0; tricks < 3; tricks++) {
    struct ends e;
    int seen = 0;

    open_watched (&e, forge_marks);
    /* Of a busy machine one may escape. */
    for (int i = 0; i < 5; i++) {
      assert_true (obeyed (&e, ORDER_SAMPLE));
      seen += e.line.timer.meddled;
    }
    assert_true (tricks == 0 ? seen == 0 : seen >= (tricks == 1 ? 5 : 1));
    close_line (&e);
  }
}

static void
other_nonce (struct claim *claim, size_t *bytes)
{
  (void)bytes;
  claim->nonce ^= 1;
}

static void
other_kind (struct claim *claim, size_t *bytes)
{
  (void)bytes;
  claim->kind = ORDER_CHECK;
}

static void
unknown_status (struct claim *claim, size_t *bytes)
{
  (void)bytes;
  claim->status = GK_WRONG + 1;
}

static void
negative_status (struct claim *claim, size_t *bytes)
{
  (void)bytes;
  claim->status = -1;
}

static void
negative_time (struct claim *claim, size_t *bytes)
{
  (void)bytes;
  claim->seconds = -1;
}

static void
time_that_is_no_number (struct claim *claim, size_t *bytes)
{
  (void)bytes;
  claim->seconds = (double)NAN;
}

static void
endless_time (struct claim *claim, size_t *bytes)
{
  (void)bytes;
  claim->seconds = (double)INFINITY;
}

static void
endless_enqueueing (struct claim *claim, size_t *bytes)
{
  (void)bytes;
  claim->enqueue_s = (double)INFINITY;
}

static void
endless_work (struct claim *claim, size_t *bytes)
{
  (void)bytes;
  claim->ops = (double)INFINITY;
}

static void
too_short (struct claim *claim, size_t *bytes)
{
  (void)claim;
  *bytes -= 1;
}

static void
too_long (struct claim *claim, size_t *bytes)
{
  (void)claim;
  *bytes += 1;
}

static void
nearly_nothing (struct claim *claim, size_t *bytes)
{
  (void)claim;
  *bytes = 1;
}

TEST (forged_claims_garble_it)
{
  static forge_fn *const forges[]
      = { other_nonce,        other_kind,    unknown_status,
          negative_status,    negative_time, time_that_is_no_number,
          endless_time,       too_short,     too_long,
          endless_enqueueing, endless_work,  nearly_nothing };

  for (size_t i = 0; i < sizeof forges / sizeof forges[0]; i++) {
    struct ends e;

    open_line (&e);
    e.forge = forges[i];
    start (&e, serve);
    if (obeyed (&e, ORDER_SAMPLE) || !e.line.garbled)
      fail_msg ("forgery %zu was taken", i);
    close_line (&e);
  }
}

TEST (a_claim_without_an_order_garbles_it)
{
  struct claim claim = { .kind = ORDER_SAMPLE };
  struct ends e;

  open_line (&e);
  /* Written before there is an order. */
  assert_int_equal (send (e.worker, &claim, sizeof claim, 0), sizeof claim);
  start (&e, serve);
  assert_false (obeyed (&e, ORDER_SAMPLE));
  assert_true (e.line.garbled);
  close_line (&e);
}

TEST (a_second_claim_garbles_it)
{
  struct ends e;

  open_line (&e);
  e.claims = 2;
  start (&e, serve);
  /* Whether the other is there already when the first was read is chance. */
  obeyed (&e, ORDER_SAMPLE);
  assert_false (obeyed (&e, ORDER_SAMPLE));
  assert_true (e.line.garbled);
  close_line (&e);
}

static void
endless_reason (struct claim *claim, size_t *bytes)
{
  (void)bytes;
  claim->status = GK_FAIL;
  memset (claim->reason, 'x', sizeof claim->reason);
}

TEST (a_reason_has_an_end)
{
  struct order order = { .kind = ORDER_SAMPLE };
  struct claim claim;
  struct ends e;

  open_line (&e);
  e.forge = endless_reason;
  start (&e, serve);
  assert_true (e.line.timer.obey (&e.line.timer, &order, &claim));
  assert_int_equal (strlen (claim.reason), sizeof claim.reason - 1);
  close_line (&e);
}

static void *
leave (void *ends)
{
  const struct ends *e = ends;
  struct order order;

  recv (e->worker, &order, sizeof order, 0);
  close (e->worker);
  return NULL;
}

TEST (one_that_is_gone_garbles_nothing)
{
  struct ends e;

  open_line (&e);
  start (&e, leave);
  assert_false (obeyed (&e, ORDER_SAMPLE));
  assert_false (obeyed (&e, ORDER_SAMPLE));
  assert_false (e.line.garbled);
  close_line (&e);
}

/* ---- Slots --------------------------------------------------------------- */

/* Outputs that take four slots. */
enum { SLOTS = 4, LARGE_OUTPUTS = SLOTS << 20 };

struct slots {
  struct ends ends; /* first */
  int announced;    /* at most */
  bool claims;      /* or it leaves */
  int answered;
};

/* Fills each slot with its number. */
static void *
show_slots (void *slots)
{
  struct slots *s = slots;
  const struct output_window *window = &s->ends.inputs.outputs.window;
  struct order order;
  char byte = 0;

  recv (s->ends.worker, &order, sizeof order, 0);
  for (int i = 0; i < s->announced; i++) {
    memset (window_slot (window, (size_t)i), i, window->slot);
    send (s->ends.worker, &byte, 1, MSG_NOSIGNAL);
    s->answered += recv (s->ends.worker, &byte, 1, 0) == 1;
  }
  if (s->claims) {
    memset (window_slot (window, SLOTS - 1), SLOTS - 1, window->slot);
    answer (&s->ends, &order);
  }
  close (s->ends.worker);
  return NULL;
}

static bool
obeyed_slots (struct slots *s, int announced, bool claims)
{
  struct order order = { .kind = ORDER_SHOW };
  struct claim claim;

  *s = (struct slots){ 0 };
  open_line_of (&s->ends, LARGE_OUTPUTS);
  s->announced = announced;
  s->claims = claims;
  assert_int_equal (s->ends.inputs.outputs.window.slot, 1 << 20);
  outputs_expect (&s->ends.inputs.outputs, &order, OUTPUTS_COPIED);
  start (&s->ends, show_slots);
  return s->ends.line.timer.obey (&s->ends.line.timer, &order, &claim);
}

TEST (large_outputs_come_slot_by_slot)
{
  struct slots s;
  const char *copy;

  assert_true (obeyed_slots (&s, SLOTS - 1, true));
  assert_false (outputs_read_slot (&s.ends.inputs.outputs));
  copy = s.ends.inputs.outputs.output[1];
  for (size_t i = 0; i < LARGE_OUTPUTS; i++)
    if (copy[i] != (char)(i >> 20))
      fail_msg ("byte %zu is of another slot", i);
  assert_int_equal (s.answered, SLOTS - 1);
  /* It takes a window of two slots. */
  assert_int_equal (s.ends.inputs.outputs.memory.bytes, 2 << 20);
  close_line (&s.ends);
}

TEST (too_few_slots_are_not_all)
{
  struct slots s;

  assert_true (obeyed_slots (&s, SLOTS - 2, true));
  assert_true (outputs_read_slot (&s.ends.inputs.outputs));
  close_line (&s.ends);
}

TEST (too_many_slots_garble_it)
{
  struct slots s;

  assert_false (obeyed_slots (&s, SLOTS, true));
  assert_true (s.ends.line.garbled);
  close_line (&s.ends);
}

TEST (a_worker_may_be_gone_between_slots)
{
  struct slots s;

  assert_false (obeyed_slots (&s, 2, false));
  assert_false (s.ends.line.garbled);
  close_line (&s.ends);
}

/* ---- The worker's own end ----------------------------------------------- */

static void *
serve_truly (void *ends)
{
  struct ends *e = ends;
  const struct run_request request = { .device = "cpu",
                                       .plugin = "/none.so",
                                       .identity = "",
                                       .node = -1,
                                       .problem = 1 };
  struct problem_copy handed = problem_copy_make (&e->setup);
  struct bench *bench = bench_new (false);
  struct judge_memory memory;

  judge_memory_begin (&memory);
  channel_serve (e->worker, bench, &memory, &request, &handed);
  judge_memory_unmap (&memory, bench);
  close (e->worker);
  e->n_opened = bench->n_opened;
  bench_free (bench);
  problem_copy_free (&handed);
  return NULL;
}

TEST (both_ends_fit)
{
  struct order order = { .kind = ORDER_LOAD };
  struct claim claim;
  struct ends e;

  open_line (&e);
  start (&e, serve_truly);
  /* The memory goes over with it, and is no claim. */
  assert_true (e.line.timer.obey (&e.line.timer, &order, &claim));
  assert_int_equal (claim.status, GK_FAIL);
  assert_string_equal (claim.reason, "the host's order came too early");
  assert_true (obeyed (&e, ORDER_END));
  assert_false (e.line.garbled);
  close_line (&e);
  /* The device, without an order, since the judge may be busy. */
  assert_int_equal (e.n_opened, 1);
}

TEST (the_worker_leaves_when_it_is_spoken_to_strangely)
{
  char byte;

  for (size_t n = 1; n < 200; n += 7) {
    char message[200] = { 0 };
    struct ends e;

    open_line (&e);
    start (&e, serve_truly);
    assert_int_equal (send (e.judge, message, n, 0), n);
    assert_int_equal (recv (e.judge, &byte, 1, 0), 0);
    close_line (&e);
  }
}
