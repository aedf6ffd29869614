/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Seeds in records.  Who knows the seed of a problem's inputs can compute the
 * inputs of later cases, and a file of records can be read while they run.  So
 * the record of a case has a commitment to its seeds, a hash that fits no
 * others; the end record opens all of them, when no case can use them any more.
 * A run that was killed has no end record, and its seeds stay unknown; one that
 * is resumed draws others.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/optional.h"
#include "base/sha256.h"
#include "base/xalloc.h"
#include "record/records.h"

#define ROW(path, help)                                                        \
  FIELD_ROW (INTEGER, opened_seeds, BY_HOST, path, NULL, NULL, help, NULL)

static const struct field rows[] = {
  { "case", FIELD_INTEGER, BY_HOST, NULL, NULL, "number of the case",
    FIELD_OFFSET (INTEGER, opened_seeds, number), NULL },
  ROW (inputs, "its seeds.inputs"),
  ROW (choice, "its seeds.choice"),
  ROW (beside, "its seeds.beside"),
};

const struct fields seeds_fields = FIELDS_OF ("seeds", rows, opened_seeds);

static struct opened_seeds
seeds_of (const struct case_record *record)
{
  return (struct opened_seeds){ .number = record->number,
                                .inputs = record->result.seeds.inputs,
                                .choice = record->result.seeds.choice,
                                .beside = record->result.seeds.beside };
}

/* All are random words of 63 bits unless the suite names the first.  Earlier
 * records lack the last. */
static char *
commitment_of (const struct opened_seeds *seeds)
{
  const bool two = seeds->beside == INTEGER_ABSENT;
  char *text = xasprintf (two ? "%" PRId64 " %" PRId64
                              : "%" PRId64 " %" PRId64 " %" PRId64,
                          seeds->inputs, seeds->choice, seeds->beside);
  struct sha256 hash;

  sha256_begin (&hash);
  sha256_add (&hash, text, strlen (text));
  free (text);
  return sha256_text (&hash);
}

struct opened_seeds
seeds_commit (struct case_record *record, struct pool *pool)
{
  const struct opened_seeds seeds = seeds_of (record);

  if (!seeds_are_open (record))
    return seeds;
  record->result.seeds.commitment = pool_made (pool, commitment_of (&seeds));
  record->result.seeds.inputs = INTEGER_ABSENT;
  record->result.seeds.choice = INTEGER_ABSENT;
  record->result.seeds.beside = INTEGER_ABSENT;
  return seeds;
}

bool
seeds_are_open (const struct case_record *record)
{
  return record->result.seeds.choice != INTEGER_ABSENT;
}

bool
seeds_fit (const struct case_record *record)
{
  const struct opened_seeds seeds = seeds_of (record);
  char *text;
  bool fit;

  if (record->result.seeds.commitment == NULL || !seeds_are_open (record))
    return true;
  text = commitment_of (&seeds);
  fit = strcmp (text, record->result.seeds.commitment) == 0;
  free (text);
  return fit;
}

bool
seeds_open (struct case_record *record, const struct items *opened, size_t *at)
{
  const struct opened_seeds *seeds = opened->item;

  for (size_t i = 0; i < opened->n; i++) {
    const struct opened_seeds *one = &seeds[(*at + i) % opened->n];

    if (one->number != record->number)
      continue;
    *at = (*at + i + 1) % opened->n;
    record->result.seeds.inputs = one->inputs;
    record->result.seeds.choice = one->choice;
    record->result.seeds.beside = one->beside;
    break;
  }
  return seeds_fit (record);
}
