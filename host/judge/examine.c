/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a family is examined, once per problem, after its cases.
 *
 * The first part below makes the inputs of the case again.  When a case has
 * passed and there are right outputs for each kind of data, corrupt-output.c
 * makes wrong outputs of them, without knowing what an element is, and verify
 * must reject most of each kind.  What one kind of data shows, another need
 * not: verify is lax only if no kind of data shows the fault.  A new way to be
 * lax is a row of the table `kinds`, and a fault of tests/plugins/lazy-judge.c.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "judge/examine.h"
#include "judge/trial.h"
#include "plugin/services.h"

/* ---- The inputs made again ----------------------------------------------- */

/* Makes the inputs of a case once more, from fill on, to check that the family
 * makes the same bytes, and that vary reports all ranges that it changes; and
 * with another seed or generation, to check that they differ then.  Some can't:
 * the column indices of a matrix of one column are all 0.  So that is a doubt,
 * which another problem may settle. */

/* Right outputs, and their inputs. */
struct specimen {
  struct inputs inputs; /* of one kind of data */
  uint8_t poison;
  bool held;
};

struct examination {
  struct specimen specimen[N_DATA];
};

/* An examination that runs. */
struct examiner {
  struct judge *judge;
  struct inputs made, other, third; /* memory for inputs and outputs */
  double end;
  json_t *findings;
  /* Of any kind of data but zeros: */
  bool compared;
  /* Of inputs on any kind of data: */
  bool seeds_differ[GK_MAX_BUFFERS]; /* by fill, for two seeds */
  bool varies[GK_MAX_BUFFERS];
  bool vary_tried, seeds_vary, generations_vary;
};

/* Appends a fault of a callback. */
static void
finding_add (struct examiner *x, const char *callback, const char *what)
{
  json_array_append_new (x->findings,
                         json_pack ("{s:s, s:o}", "callback", callback,
                                    "reason", json_text (what)));
}

/* A reason that a callback gave itself begins with its name. */
static bool
add_refusal (struct examiner *x, const char *callback, char *why)
{
  size_t n = strlen (callback);
  bool named = strncmp (why, callback, n) == 0 && why[n] == ':';

  finding_add (x, callback, named ? why + n + 2 : why);
  free (why);
  return false;
}

static void
copy_shared (const struct shared *to, const struct shared *from)
{
  if (from->bytes > 0)
    memcpy (to->memory, from->memory, from->bytes);
}

/* True when two sets of inputs have the same bytes. */
static bool
inputs_same (const struct inputs *a, const struct inputs *b)
{
  /* A family may have outputs alone. */
  return a->set.bytes == 0
         || memcmp (a->set.memory, b->set.memory, a->set.bytes) == 0;
}

/* Fills a set with a seed, overwriting it; false with a finding. */
static bool
refill_set (struct examiner *x, struct inputs *inputs, gk_data data,
            uint64_t seed)
{
  char *why;

  return inputs_remake (inputs, &x->judge->services, data, seed, 0, false, &why)
         || add_refusal (x, "fill", why);
}

/* Makes the next generation of `made`, and returns the ranges that changed. */
static bool
next_generation (struct examiner *x, gk_data data, bool plant,
                 gk_range range[GK_MAX_RANGES], uint64_t *n_ranges)
{
  char *why;

  return inputs_vary (&x->made, &x->judge->services, data, plant, range,
                      n_ranges, &why)
         || add_refusal (x, "vary", why);
}

/* Notes which inputs differ between `made` and `other`. */
static void
note_differing (const struct examiner *x, bool differ[GK_MAX_BUFFERS])
{
  const gk_setup *setup = &x->judge->setup;

  for (size_t i = 0; i < setup->n_buffers; i++)
    differ[i] |= serves_as (&setup->buffers[i], GK_INPUT)
                 && memcmp (x->made.views.input[i], x->other.views.input[i],
                            setup->buffers[i].bytes)
                        != 0;
}

static uint64_t
other_seed (uint64_t seed)
{
  return (seed ^ UINT64_C (0x5851f42d4c957f2d)) >> 1;
}

/* Makes a set of the case once more, up to its generation. */
static bool
make_same (struct examiner *x, gk_data data)
{
  const struct inputs *kept = &x->judge->inputs;
  const bool held = inputs_hold (kept, data);
  gk_range range[GK_MAX_RANGES];
  uint64_t n;

  if (!refill_set (x, &x->other, data, other_seed (kept->seed[data]))
      || !refill_set (x, &x->made, data, kept->seed[data]))
    return false;
  note_differing (x, x->seeds_differ);
  if (!refill_set (x, &x->other, data, kept->seed[data]))
    return false;
  if (!inputs_same (&x->made, &x->other)
      || (held && kept->generation[data] == 0
          && !inputs_same (&x->made, kept))) {
    finding_add (x, "fill",
                 "it gives other bytes each time; let them follow from data "
                 "and seed alone");
    return false;
  }
  /* What the generations before it had planted is gone. */
  while (x->made.generation[data] < kept->generation[data])
    if (!next_generation (x, data,
                          kept->planted[data]
                              && x->made.generation[data] + 1
                                     == kept->generation[data],
                          range, &n))
      return false;
  if (!held || inputs_same (&x->made, kept))
    return true;
  finding_add (x, "vary",
               "a generation has other bytes when it is made again; let them "
               "follow from data, seed and generation alone");
  return false;
}

/* Makes the next generation of a copy of `made`; false where vary refuses. */
static bool
vary_copy (struct examiner *x, struct inputs *copy, gk_data data, uint64_t seed,
           uint64_t generation)
{
  gk_range range[GK_MAX_RANGES];
  uint64_t n;
  char *why;

  copy_shared (&copy->set, &x->made.set);
  copy->filled = true;
  copy->data = data;
  copy->planted[data] = x->made.planted[data];
  copy->seed[data] = seed;
  copy->generation[data] = generation;
  if (inputs_vary (copy, &x->judge->services, data, false, range, &n, &why))
    return true;
  free (why);
  return false;
}

/* Notes whether the next generation depends on its seed and its number.  A vary
 * that refuses others depends on them. */
static void
compare_generations (struct examiner *x, gk_data data)
{
  const uint64_t seed = x->made.seed[data], now = x->made.generation[data];

  x->vary_tried = true;
  if (!vary_copy (x, &x->other, data, seed, now))
    return;
  x->seeds_vary |= !vary_copy (x, &x->third, data, other_seed (seed), now)
                   || !inputs_same (&x->other, &x->third);
  x->generations_vary |= !vary_copy (x, &x->third, data, seed, now + 1)
                         || !inputs_same (&x->other, &x->third);
}

/* True when an input of `made` is that of `other`, though two seeds differ. */
static bool
any_stays (const struct examiner *x, const bool varied[GK_MAX_BUFFERS])
{
  for (size_t i = 0; i < x->judge->setup.n_buffers; i++)
    if (x->seeds_differ[i] && !varied[i]
        && is_varied (&x->judge->setup.buffers[i]))
      return true;
  return false;
}

/* Makes a generation after those of the case, which is left in `made`. */
static void
check_vary (struct examiner *x, gk_data data)
{
  bool varied[GK_MAX_BUFFERS] = { false };
  gk_range range[GK_MAX_RANGES];
  uint64_t n;

  if (x->made.set.bytes == 0)
    return;
  compare_generations (x, data);
  copy_shared (&x->other.set, &x->made.set);
  if (!next_generation (x, data,
                        (x->judge->setup.plant_data & GK_BIT (data)) != 0,
                        range, &n))
    return;
  note_differing (x, varied);
  for (size_t i = 0; i < GK_MAX_BUFFERS; i++)
    x->varies[i] |= varied[i];
  if (any_stays (x, varied))
    finding_add (x, "vary",
                 "an input stays as it was; change an element of each with "
                 "every generation");
  for (uint64_t i = 0; i < n; i++) {
    char *to = x->other.views.input[range[i].buffer];
    const char *from = x->made.views.input[range[i].buffer];

    memcpy (to + range[i].offset, from + range[i].offset, range[i].bytes);
  }
  if (!inputs_same (&x->made, &x->other))
    finding_add (x, "vary",
                 "it changes bytes that it does not report; let the ranges "
                 "cover all of them");
}

/* ---- Wrong outputs ------------------------------------------------------- */

/* Seconds for testing verify on wrong outputs.  Each kind is tested at least
 * once. */
#define SECONDS 0.25
/* Bytes; a larger problem shows no more than a smaller one. */
#define LARGEST (UINT64_C (1) << 23)

/* A way to make wrong outputs, and the fault if verify accepts more than a part
 * of them. */
struct wrong_answer_kind {
  /* Tries once; *passes: verify accepted.  False: nothing could be tried. */
  bool (*try_one) (struct examiner *x, const struct wrong_answer_kind *kind,
                   gk_data data, bool *passes);
  enum corruption how;
  size_t tries;
  double part; /* that may be accepted */
  const char *reason;
};

struct examination *
examination_new (void)
{
  return xcalloc (1, sizeof (struct examination));
}

void
examination_free (struct examination *x)
{
  if (x == NULL)
    return;
  for (int data = 0; data < N_DATA; data++)
    if (x->specimen[data].inputs.setup != NULL)
      inputs_close (&x->specimen[data].inputs);
  free (x);
}

/* Makes memory for inputs of a kind of data, and for outputs. */
static bool
make_room (struct inputs *inputs, const struct inputs *like, gk_data data)
{
  char *why;

  if (inputs->setup == NULL)
    inputs_open (inputs, like->family, like->setup, like->seed[data]);
  if (inputs_make_room (inputs, &why))
    return true;
  /* Without memory this kind of data is not examined. */
  free (why);
  return false;
}

static bool
is_large (const struct inputs *inputs)
{
  return inputs->set.bytes + inputs->outputs.copy.bytes > LARGEST;
}

void
examination_store_answer (struct examination *x, const struct inputs *inputs,
                          gk_data data, uint8_t poison)
{
  struct specimen *s = &x->specimen[data];

  s->held = !is_large (inputs) && make_room (&s->inputs, inputs, data);
  if (!s->held)
    return;
  copy_shared (&s->inputs.set, &inputs->set);
  copy_shared (&s->inputs.outputs.copy, &inputs->outputs.copy);
  s->inputs.filled = true;
  s->inputs.data = data;
  s->inputs.seed[data] = inputs->seed[data];
  s->inputs.generation[data] = inputs->generation[data];
  s->inputs.planted[data] = inputs->planted[data];
  s->poison = poison;
}

/* True when verify accepts outputs for these inputs, by the precision of the
 * problem's type, whatever the variant's was. */
static bool
verify_passes (struct examiner *x, const struct inputs *inputs, gk_data data,
               void *const *output, uint8_t poison)
{
  const struct verdict_request request = { .data = data,
                                           .poison = poison,
                                           .choice_seed = x->judge->choices,
                                           .when = "examined" };
  struct verification v = { 0 };
  struct inputs copy = *inputs;

  memcpy (copy.outputs.output, output, sizeof copy.outputs.output);
  return verdict_compute (&v, &copy, &x->judge->services, &request);
}

static bool
try_corrupted (struct examiner *x, const struct wrong_answer_kind *kind,
               gk_data data, bool *passes)
{
  const struct specimen *s = &x->judge->examination->specimen[data];
  uint8_t poison = s->poison;
  const struct answer answer = { .setup = s->inputs.setup,
                                 .input = s->inputs.views.input,
                                 .output = x->other.outputs.output,
                                 .poison = &poison };

  copy_shared (&x->other.outputs.copy, &s->inputs.outputs.copy);
  if (!corrupt_output (kind->how, &answer))
    return false;
  *passes
      = verify_passes (x, &s->inputs, data, x->other.outputs.output, poison);
  return true;
}

/* Tries the right outputs with other inputs. */
static bool
try_other_inputs (struct examiner *x, const struct inputs *inputs, gk_data data,
                  bool *passes)
{
  const struct specimen *s = &x->judge->examination->specimen[data];

  if (inputs_same (inputs, &s->inputs))
    return false;
  *passes
      = verify_passes (x, inputs, data, s->inputs.outputs.output, s->poison);
  return true;
}

/* Tries inputs of later generations than those that were made again. */
static bool
try_other_generation (struct examiner *x, const struct wrong_answer_kind *kind,
                      gk_data data, bool *passes)
{
  gk_range range[GK_MAX_RANGES];
  uint64_t n;
  char *why;

  (void)kind;
  if (x->judge->family->vary == NULL)
    return false;
  if (!inputs_fill (&x->made, &x->judge->services, data, &why)
      || !inputs_vary (&x->made, &x->judge->services, data, false, range, &n,
                       &why)) {
    free (why);
    return false;
  }
  return try_other_inputs (x, &x->made, data, passes);
}

static bool
try_other_seed (struct examiner *x, const struct wrong_answer_kind *kind,
                gk_data data, bool *passes)
{
  (void)kind;
  return refill_set (x, &x->other, data, entropy_draw () >> 1)
         && try_other_inputs (x, &x->other, data, passes);
}

/* Generations go up, and end with a fill, as they do in cases. */
static const struct wrong_answer_kind kinds[] = {
  { try_corrupted, CORRUPT_ALL, 4, 0.5,
    "it passes outputs that were never written; look at each element" },
  { try_corrupted, CORRUPT_TO_ZEROS, 1, 0,
    "it passes zeros in place of the result; look at each element" },
  { try_corrupted, CORRUPT_TO_ONES, 16, 0.1,
    "it passes results with bytes of 0xff, which are NaN in floats; pass an "
    "error only where it is <= the bound" },
  { try_corrupted, CORRUPT_BIT, 32, 0.5,
    "it passes results with a flipped bit, more often than not; compare more "
    "closely, or let one kind of data have exact results" },
  { try_corrupted, CORRUPT_ELEMENT, 32, 0.1,
    "it passes results with 16 bytes inverted, more than one in ten; look at "
    "each element on one kind of data at least" },
  { try_corrupted, CORRUPT_SEQUENCE, 16, 0.5,
    "it passes results with two elements exchanged, more often than not; look "
    "at where each element is" },
  { try_other_generation, 0, 4, 0.5,
    "it passes the results of an earlier generation; let vary change what the "
    "result shows, and the reference follow the inputs" },
  { try_other_seed, 0, 4, 0.5,
    "it passes the results of another seed; let the reference follow the "
    "inputs" },
};

/* Tries wrong outputs of a kind on one kind of data.  *lax: verify accepts too
 * many.  False: it rejects them, or too few were tried; true, too, where there
 * were none. */
static bool
try_data (struct examiner *x, const struct wrong_answer_kind *kind,
          gk_data data, bool *lax)
{
  size_t n = 0, accepted = 0;
  bool one, more = true;

  while (more && n < kind->tries && (n == 0 || clock_now () < x->end)) {
    more = kind->try_one (x, kind, data, &one);
    if (more) {
      n++;
      accepted += one;
    }
  }
  if (n == 0)
    return true;
  /* Of few, one may be right by chance. */
  *lax = 4 * n >= kind->tries && (accepted > 1 || kind->tries == 1)
         && (double)accepted > kind->part * (double)n;
  return *lax;
}

/* Exact data shows most faults. */
static void
try_kind (struct examiner *x, const struct wrong_answer_kind *kind)
{
  static const gk_data order[]
      = { GK_DATA_EXACT,       GK_DATA_RANDOM, GK_DATA_WIDE,
          GK_DATA_PERMUTATION, GK_DATA_NORMAL, GK_DATA_SPARSE,
          GK_DATA_HEAVY,       GK_DATA_GRADED, GK_DATA_ZERO };
  bool lax = false;

  for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
    if (x->judge->examination->specimen[order[i]].held
        && !try_data (x, kind, order[i], &lax))
      return;
  if (lax)
    finding_add (x, "verify", kind->reason);
}

/* True when there are right outputs for all data that verify judges.  Outputs
 * of a variant of less precision may be wrong by the problem's. */
static bool
answers_are_right (struct examiner *x)
{
  const uint64_t wanted = x->judge->setup.verify_data & ~GK_BIT (GK_DATA_ZERO);

  for (gk_data data = 0; data < N_DATA; data++) {
    const struct specimen *s = &x->judge->examination->specimen[data];

    if (!s->held && (wanted & GK_BIT (data)) != 0)
      return false;
    if (s->held
        && (x->other.outputs.copy.memory == NULL
            || !verify_passes (x, &s->inputs, data, s->inputs.outputs.output,
                               s->poison)))
      return false;
  }
  return true;
}

/* Makes the inputs of a kind again, as far as the case had made them. */
static void
examine_data (struct examiner *x, gk_data data)
{
  const struct inputs *inputs = &x->judge->inputs;

  if (is_large (inputs) || !make_room (&x->made, inputs, data)
      || !make_room (&x->other, inputs, data)
      || !make_room (&x->third, inputs, data) || !make_same (x, data))
    return;
  /* A family may have outputs alone. */
  x->compared
      |= data != GK_DATA_ZERO && views_bytes (inputs->setup, GK_INPUT) > 0;
  if (inputs->family->vary != NULL)
    check_vary (x, data);
}

static void
examine_inputs (struct examiner *x)
{
  for (gk_data data = 0; data < N_DATA; data++)
    if (inputs_hold (&x->judge->inputs, data)
        || x->judge->examination->specimen[data].held)
      examine_data (x, data);
}

/* Stores what fill and vary seem to ignore. */
static void
store_doubts (const struct examiner *x, struct texts *doubts, struct pool *pool)
{
  const gk_setup *setup = &x->judge->setup;
  bool differ = false;

  texts_add (pool, doubts, "examined");
  for (size_t i = 0; i < setup->n_buffers; i++) {
    differ |= x->seeds_differ[i];
    if (x->vary_tried && is_varied (&setup->buffers[i]) && !x->varies[i])
      texts_add_once (
          pool, doubts,
          xasprintf ("vary leaves '%s' as it was: change an element of each "
                     "input with every generation",
                     setup->buffers[i].name));
  }
  if (!differ)
    texts_add (pool, doubts,
               "fill ignores its seed: let the inputs follow from it, as "
               "host->random does");
  if (x->judge->family->vary == NULL)
    texts_add (pool, doubts,
               "vary is missing: a variant that keeps an earlier result may "
               "pass; set one that changes an element of each input");
  if (x->vary_tried && !x->seeds_vary)
    texts_add (pool, doubts,
               "vary ignores its seed: let the places that change, or their "
               "values, follow from it");
  if (x->vary_tried && !x->generations_vary)
    texts_add (pool, doubts,
               "vary ignores its generation: let the places that change, or "
               "their values, follow from it");
}

json_t *
examine_family (struct judge *judge, struct result *result, struct pool *pool)
{
  struct examiner x = { .judge = judge };

  if (judge->examination == NULL)
    return NULL;
  x.findings = json_array ();
  examine_inputs (&x);
  if (x.compared)
    store_doubts (&x, &result->doubts, pool);
  if (result->status == STATUS_OK && answers_are_right (&x)) {
    x.end = clock_now () + SECONDS;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
      try_kind (&x, &kinds[i]);
    examination_free (judge->examination);
    judge->examination = NULL;
  }
  if (x.made.setup != NULL)
    inputs_close (&x.made);
  if (x.other.setup != NULL)
    inputs_close (&x.other);
  if (x.third.setup != NULL)
    inputs_close (&x.third);
  /* Lines that verify logged here belong to no case. */
  services_end_case (&judge->services);
  return x.findings;
}
