/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "record/case-record.h"
#include "suite/settings.h"
#include "toy-trial.h"

struct sum {
  void *in, *out;
};

static int
fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
      void *const *buffers)
{
  const struct toy *toy = state;
  uint64_t *in = buffers[0];

  for (uint64_t i = 0; i < TOY_NUMBERS; i++)
    in[i] = seed + 1000 * data + i;
  if (toy->fill != GK_OK)
    host->error (host, "toys can't fill today");
  return toy->fill;
}

static int
vary (const gk_host *host, void *state, gk_vary *vary)
{
  struct toy *toy = state;
  const uint64_t place = vary->generation % TOY_NUMBERS;
  uint64_t *in = vary->buffers[0];

  in[place] = vary->generation << 20;
  if ((vary->flags & GK_PLANTED_LAST) != (toy->flags & GK_PLANT) * 2)
    host->error (host, "the last generation was another");
  toy->flags = vary->flags;
  toy->n_planted += (vary->flags & GK_PLANT) != 0;
  vary->ranges[0] = (gk_range){ .offset = 8 * place, .bytes = 8 };
  if (toy->varied.bytes > 0)
    vary->ranges[0] = toy->varied;
  vary->n_ranges = 1;
  if (toy->vary != GK_OK)
    host->error (host, "toys can't vary today");
  return toy->vary;
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  struct toy *toy = state;
  const uint64_t *in = check->buffers[0], *out = check->buffers[1];

  toy->check = xgrow (toy->check, toy->n_verdicts, sizeof toy->check[0]);
  toy->check[toy->n_verdicts++] = *check;
  check->method = "by hand";
  for (size_t i = 0; i < TOY_NUMBERS; i++)
    if (out[i] != in[i] + 1) {
      host->error (host, "number %zu is wrong", i);
      return GK_WRONG;
    }
  return GK_OK;
}

static void
teardown (const gk_host *host, void *state)
{
  (void)host, (void)state;
}

static const gk_family family = {
  .name = "toy",
  .summary = "adds one",
  .fill = fill,
  .vary = vary,
  .verify = verify,
  .teardown = teardown,
};

/* What comes before a launch: changes, and the poison. */
static void
come_before (struct toy *toy, const struct order *order)
{
  const char *input = toy->judge->inputs.views.input[0];

  if (order->before == BEFORE_DECOYS)
    return;
  for (size_t i = 0; i < order->n_ranges; i++)
    memcpy ((char *)toy->in + order->range[i].offset,
            input + order->range[i].offset, order->range[i].bytes);
  memset (toy->out, order->poison, sizeof toy->out);
}

static void
launch (struct toy *toy, const struct order *order)
{
  come_before (toy, order);
  for (size_t i = 0; i < TOY_NUMBERS && !order->empty && !toy->stale; i++)
    toy->out[i] = toy->in[i] + 1;
}

/* Zeros follow what launches write. */
static void
show_piece (const struct toy *toy, const struct shown_piece *piece, char *to)
{
  const size_t bytes = sizeof toy->out;
  const size_t there = piece->offset < bytes ? bytes - piece->offset : 0;

  memset (to, 0, piece->bytes);
  memcpy (to, (const char *)toy->out + (there > 0 ? piece->offset : 0),
          there < piece->bytes ? there : piece->bytes);
}

void
toy_show (struct toy *toy, const struct order *order)
{
  const struct output_window *window = toy->judge->inputs.views.window;
  struct window_walk walk;

  window_walk_begin (&walk, &toy->judge->setup, window->slot, order);
  while (walk.more) {
    const struct shown_piece piece = walk.now;

    show_piece (toy, &piece, window_slot (window, piece.slot) + piece.at);
    window_walk_next (&walk);
    if (walk.more && walk.now.slot != piece.slot)
      outputs_read_slot (&toy->judge->inputs.outputs);
  }
}

static void
do_order (struct toy *toy, const struct order *order, struct claim *claim)
{
  switch (order->kind) {
  case ORDER_LOAD:
    memcpy (toy->in, toy->judge->inputs.views.input[0], sizeof toy->in);
    break;
  case ORDER_FIRST:
    claim->most = 100;
    claim->decoys = toy->decoys;
    claim->compares = toy->compares;
    break;
  case ORDER_WARM_UP:
  case ORDER_SAMPLE:
    claim->seconds = toy->claims;
    launch (toy, order);
    if (toy->at_once)
      toy_show (toy, order);
    break;
  case ORDER_RUN:
    launch (toy, order);
    toy_show (toy, order);
    break;
  case ORDER_REPEAT:
    claim->repeats = order->launches;
    launch (toy, order);
    toy_show (toy, order);
    break;
  case ORDER_SHOW:
  case ORDER_CHECK:
    toy_show (toy, order);
    break;
  default:
    break;
  }
}

/* The orders of a closed toy, for the next one.  What is freed the sanitizers
 * hold back, so that each toy would get fresh pages. */
static struct {
  struct order *order;
  size_t room;
} spare;

static void
note_order (struct toy *toy, const struct order *order)
{
  if (toy->n_orders == toy->order_room) {
    toy->order_room = 8 * toy->order_room + 64;
    toy->order = xrealloc (toy->order, toy->order_room * sizeof *toy->order);
  }
  toy->order[toy->n_orders++] = *order;
}

static bool
obey (struct timer *timer, struct order *order, struct claim *claim)
{
  struct toy *toy = (struct toy *)timer;

  note_order (toy, order);
  *claim = (struct claim){ .kind = order->kind, .status = GK_OK };
  do_order (toy, order, claim);
  return toy->meddle == NULL || toy->meddle (toy, order, claim);
}

static void
set_up (struct judge *judge, struct toy *toy, uint64_t verify_data,
        uint64_t output_bytes)
{
  static const struct sum problem;

  judge->family = &family;
  judge->setup = (gk_setup){
    .size = sizeof judge->setup,
    .n_buffers = 2,
    .state = toy,
    .problem = &problem,
    .problem_bytes = sizeof problem,
    .verify_data = verify_data,
    .buffers = { { .name = "in",
                   .role = GK_INPUT,
                   .bytes = sizeof toy->in,
                   .slot = offsetof (struct sum, in) },
                 { .name = "out",
                   .role = GK_OUTPUT,
                   .bytes = output_bytes,
                   .slot = offsetof (struct sum, out) } },
  };
  if (problem_copy_fault (&judge->setup) != NULL)
    abort ();
  judge->copy = problem_copy_make (&judge->setup);
  inputs_open (&judge->inputs, &family, &judge->setup, 7);
  judge->holds = true;
}

void
toy_open_large (struct toy *toy, uint64_t verify_data, uint64_t output_bytes)
{
  *toy = (struct toy){ .timer = { .obey = obey },
                       .judge = judge_new (),
                       .settings = settings_default (),
                       .claims = 10e-6,
                       .order = spare.order,
                       .order_room = spare.room };
  spare.order = NULL;
  spare.room = 0;
  toy->settings.sampling.min_samples = toy->settings.sampling.max_samples = 10;
  toy->settings.sampling.min_time = 0;
  toy->settings.sampling.warmup = 1;
  set_up (toy->judge, toy, verify_data, output_bytes);
}

void
toy_open (struct toy *toy, uint64_t verify_data)
{
  toy_open_large (toy, verify_data, sizeof toy->out);
}

void
toy_conduct (struct toy *toy)
{
  struct trial trial = { .judge = toy->judge,
                         .timer = &toy->timer,
                         .settings = toy->settings,
                         .uniform_only = toy->uniform_only,
                         .at_once = toy->at_once,
                         .worker = toy->worker,
                         .cpu_fd = -1,
                         .replay = toy->replay };
  struct case_record record;

  toy->n_orders = toy->n_verdicts = toy->n_planted = 0;
  fields_clear (&case_fields, &record);
  toy->kept = run_case (&trial, &record.result, &toy->pool);
  toy->replay = (struct replay){ .outcome = trial.replay.outcome };
  run_case_end (&trial);
  toy->result = record.result;
}

void
toy_close (struct toy *toy)
{
  judge_free (toy->judge);
  pool_free (&toy->pool);
  free (spare.order);
  spare.order = toy->order;
  spare.room = toy->order_room;
  free (toy->check);
}

const struct order *
toy_order (const struct toy *toy, enum order_kind kind, size_t n)
{
  for (size_t i = 0; i < toy->n_orders; i++)
    if (toy->order[i].kind == kind && n-- == 0)
      return &toy->order[i];
  return NULL;
}

size_t
toy_count (const struct toy *toy, enum order_kind kind)
{
  size_t n = 0;

  while (toy_order (toy, kind, n) != NULL)
    n++;
  return n;
}
