/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/pool.h"
#include "base/random.h"
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
