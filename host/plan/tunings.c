/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "base/processors.h"
#include "base/random.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "plan/tunings.h"

uint64_t
tunings_count (const struct sweep *sweep, size_t n)
{
  uint64_t count = 1;

  for (size_t i = 0; i < n; i++)
    if (__builtin_mul_overflow (count, sweep[i].n, &count)
        || count > TUNINGS_MAX)
      return TUNINGS_MAX;
  return count;
}

gk_value *
tunings_values (const struct sweep *sweep, size_t n, uint64_t number)
{
  gk_value *value = xcalloc (n, sizeof *value);

  for (size_t i = n; i-- > 0; number /= sweep[i].n)
    value[i] = sweep[i].value[number % sweep[i].n];
  return value;
}

uint64_t
tunings_of_variant (const struct job_variant *variant)
{
  return tunings_count (variant->tunable, variant->variant->options.n);
}

uint64_t
tunings_count_searched (const struct job *job,
                        const struct job_variant *variant)
{
  const uint64_t all = tunings_of_variant (variant);

  return job->search.kind == SEARCH_RANDOM && (uint64_t)job->search.n < all
             ? (uint64_t)job->search.n
             : all;
}

/* A stream of random words. */
struct words {
  uint64_t word[256];
  size_t n; /* used */
  uint64_t seed;
};

static uint64_t
next_word (struct words *words)
{
  const size_t room = sizeof words->word / sizeof words->word[0];

  /* The last word of each fill is the seed of the next. */
  if (words->n == room - 1) {
    random_fill (words->word, sizeof words->word, words->seed);
    words->seed = words->word[room - 1];
    words->n = 0;
  }
  return words->word[words->n++];
}

/* Draws a number below n, each as likely as any other. */
static uint64_t
draw_below (struct words *words, uint64_t n)
{
  const uint64_t whole = UINT64_MAX - UINT64_MAX % n;
  uint64_t word;

  do
    word = next_word (words);
  while (word >= whole);
  return word % n;
}

/* A shuffled deck that stores only the cards that moved: all of them might not
 * fit into memory. */
struct deck {
  struct map map;
  uint64_t *place, *card; /* of each that moved */
};

static uint64_t
card_at (const struct deck *deck, uint64_t place)
{
  const struct map_entry *entry = map_find (&deck->map, &place, sizeof place);

  return entry != NULL ? deck->card[entry->number] : place;
}

static void
deck_put (struct deck *deck, uint64_t place, uint64_t card)
{
  size_t before = deck->map.n;
  struct map_entry *entry = map_find_or_add (&deck->map, &place, sizeof place);

  if (deck->map.n > before) {
    deck->place[before] = place;
    entry->key = &deck->place[before];
  }
  deck->card[entry->number] = card;
}

static int
compare_numbers (const void *left, const void *right)
{
  const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;

  return (a > b) - (a < b);
}

uint64_t *
tunings_draw (uint64_t all, size_t n, int64_t seed)
{
  struct words words = { .seed = (uint64_t)seed };
  uint64_t *drawn = xcalloc (n + 1, sizeof *drawn);
  struct deck deck = { .place = xcalloc (n + 1, sizeof *deck.place),
                       .card = xcalloc (n + 1, sizeof *deck.card) };

  words.n = sizeof words.word / sizeof words.word[0] - 1;
  for (size_t i = 0; i < n; i++) {
    const uint64_t place = i + draw_below (&words, all - i);

    drawn[i] = card_at (&deck, place);
    deck_put (&deck, place, card_at (&deck, i));
  }
  qsort (drawn, n, sizeof *drawn, compare_numbers);
  map_free (&deck.map);
  free (deck.place);
  free (deck.card);
  return drawn;
}

struct target_search {
  struct targets *targets;
  const struct job *job;
  const struct variant_desc *variant;
  const struct device_list *devices;
};

static struct target *
find_target (const struct targets *targets, const char *device,
             struct mode mode)
{
  for (size_t i = 0; i < targets->n; i++)
    if (strcmp (targets->target[i].device, device) == 0
        && mode_same (targets->target[i].mode, mode))
      return &targets->target[i];
  return NULL;
}

/* Adds a device in every mode of the job that its kind has, each once. */
static void
add_target (struct target_search *search, const char *device, char *skip,
            bool absent)
{
  struct targets *targets = search->targets;

  for (size_t i = 0; i < search->job->n_modes; i++) {
    struct mode mode
        = device_kind_mode (search->variant->device, search->job->mode[i]);
    struct target *same = find_target (targets, device, mode);

    if (same != NULL) {
      same->absent |= absent;
      continue;
    }
    XAPPEND (targets->target, targets->n) = (struct target){
      .device = device,
      .mode = mode,
      .skip = skip != NULL ? xstrdup (skip) : NULL,
      .absent = absent,
    };
  }
  free (skip);
}

/* Returns why the job's cases can't be pinned to its processors; NULL: they
 * can. */
static char *
cpus_missing (const struct job *job)
{
  cpu_set_t wanted, usable, both;
  char *all, *why;

  if (job->cpus == NULL)
    return NULL;
  free (processors_parse (&wanted, job->cpus));
  processors_get_usable (&usable);
  CPU_AND (&both, &wanted, &usable);
  if (CPU_EQUAL (&both, &wanted))
    return NULL;
  all = processors_format (&usable);
  why = xasprintf ("cpus = %s: gkhost may use processors %s", job->cpus, all);
  free (all);
  return why;
}

/* Adds a device that is there, with a skip where the variant needs more than it
 * has. */
static void
add_found (struct target_search *search, size_t index)
{
  const struct variant_desc *variant = search->variant;
  const struct device_kind *kind = device_kind_at (variant->device);
  const char *name = search->devices->device[index].name;
  const char *lost = search->devices->device[index].lost;
  unsigned has = search->devices->device[index].capability;
  unsigned needs = variant->capability;
  char *skip = NULL, *no_cpus;

  if (lost != NULL && variant->missing == NULL) {
    add_target (search, name, xasprintf ("device lost: %s", lost), true);
    return;
  }
  if (variant->missing != NULL)
    skip = xstrdup (variant->missing);
  else if (kind->capability != NULL && variant->capability_max > 0
           && has > variant->capability_max)
    skip = xasprintf ("runs up to %s %u.%u; %s has %u.%u", kind->capability,
                      variant->capability_max / 10,
                      variant->capability_max % 10, name, has / 10, has % 10);
  else if (kind->capability != NULL && has < needs)
    skip = xasprintf ("needs %s %u.%u; %s has %u.%u", kind->capability,
                      needs / 10, needs % 10, name, has / 10, has % 10);
  no_cpus = skip == NULL ? cpus_missing (search->job) : NULL;
  add_target (search, name, no_cpus != NULL ? no_cpus : skip, no_cpus != NULL);
}

/* Returns the device's name for a case whose device is not there. */
static const char *
requested_name (const struct selector *selector, gk_device_kind kind)
{
  return selector->type == SELECT_AUTO   ? device_kind_at (kind)->first
         : selector->type == SELECT_EACH ? selector->text
                                         : selector->device;
}

/* Returns what named the devices of a job. */
static const char *
namer_of (const struct job *job)
{
  return job->devices_preset ? "-d" : "the job";
}

/* Returns why there is no such device. */
static char *
missing_device_reason (const struct target_search *search, gk_device_kind kind,
                       const struct selector *selector)
{
  const struct device_list *devices = search->devices;
  const char *device = requested_name (selector, kind);
  char *why, *all = NULL;

  if ((size_t)kind < N_DEVICE_KINDS && devices->absent[kind] != NULL)
    return selector->type == SELECT_AUTO
               ? xstrdup (devices->absent[kind])
               : xasprintf ("%s names %s: %s", namer_of (search->job), device,
                            devices->absent[kind]);
  for (size_t i = 0; i < devices->n; i++)
    all = list_append (all, devices->device[i].name);
  why = xasprintf ("no device %s: there is %s", device,
                   all != NULL ? all : "none");
  free (all);
  return why;
}

static bool
selector_matches (const struct selector *selector, gk_device_kind kind,
                  const char *device)
{
  switch (selector->type) {
  case SELECT_AUTO:
    return strcmp (device, device_kind_at (kind)->first) == 0;
  case SELECT_ONE:
    return strcmp (device, selector->device) == 0;
  case SELECT_EACH:
    return device_kind_of (device, NULL) == (int)selector->kind;
  }
  return false;
}

/* Returns the next device, from `from` on, that a selector matches for a
 * variant of that kind; the number of devices when there is none. */
static size_t
find_device (const struct device_list *devices, size_t from,
             const struct selector *selector, gk_device_kind kind)
{
  while (from < devices->n
         && !selector_matches (selector, kind, devices->device[from].name))
    from++;
  return from;
}

/* Adds the devices that one selector of the job matches for this variant. */
static void
add_selected (struct target_search *search, const struct selector *selector)
{
  const struct device_list *devices = search->devices;
  gk_device_kind kind = search->variant->device;
  size_t i = find_device (devices, 0, selector, kind);
  const char *name = requested_name (selector, kind);

  if (i == devices->n && search->variant->missing != NULL
      && selector->type == SELECT_AUTO)
    add_target (search, name, xstrdup (search->variant->missing), false);
  else if (i == devices->n)
    add_target (search, name, missing_device_reason (search, kind, selector),
                selector->type != SELECT_AUTO);
  for (; i < devices->n; i = find_device (devices, i + 1, selector, kind))
    add_found (search, i);
}

/* Adds a skip: the job has no device for the variant.  Where a device that it
 * names is not there, that is the reason. */
static void
add_nothing (struct target_search *search)
{
  const struct selectors *wanted = &search->job->devices;
  const char *kind = device_kind_at (search->variant->device)->name;
  char *skip, *all = NULL;

  for (size_t i = 0; i < wanted->n; i++) {
    const struct selector *s = &wanted->item[i];

    if (find_device (search->devices, 0, s, s->kind) == search->devices->n) {
      add_target (search, kind, missing_device_reason (search, s->kind, s),
                  true);
      free (all);
      return;
    }
    all = list_append (all, s->text);
  }
  skip = xasprintf ("%s names device %s; this variant runs on %s",
                    namer_of (search->job), all, kind);
  add_target (search, kind, skip, false);
  free (all);
}

void
targets_make (struct targets *targets, const struct job *job,
              const struct variant_desc *variant,
              const struct device_list *devices)
{
  struct target_search search = { targets, job, variant, devices };

  *targets = (struct targets){ 0 };
  if (variant->unusable != NULL) {
    add_target (&search, job->devices.item[0].text, xstrdup (variant->unusable),
                false);
    return;
  }
  for (size_t i = 0; i < job->devices.n; i++)
    if (selector_is_for (&job->devices.item[i], variant->device))
      add_selected (&search, &job->devices.item[i]);
  if (targets->n == 0)
    add_nothing (&search);
}

void
targets_free (struct targets *targets)
{
  for (size_t i = 0; i < targets->n; i++)
    free (targets->target[i].skip);
  free (targets->target);
}
