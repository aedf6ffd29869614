/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A job in the making: how its section's entries, and the defaults that it has
 * no entry of its own for, become its fields.
 */
#ifndef DRAFT_H
#define DRAFT_H

#include <stdbool.h>

#include "base/nearest.h"
#include "suite/diagnostics.h"
#include "suite/job.h"
#include "suite/keys.h"

/* What all jobs of a suite are made with. */
struct maker {
  struct blame blame;
  const struct catalog *catalog;
  bool *used; /* parallel to the defaults: some job took it */
};

/* One job in the making. */
struct draft {
  struct maker *maker;
  const struct section *section;
  struct job *job;
  const struct entry
      *given[N_KEYS];   /* what says each host key; NULL: nothing */
  bool variants_good;   /* nothing is wrong with what the job selects */
  struct sweep mode[4]; /* the lists of cache, launch, memory, scope */
};

/* Host keys (draft-keys.c). */

/* Parses what an entry gives a host key; blames it when it is wrong. */
bool draft_parse_key (struct blame *blame, const struct section *section,
                      const struct key *key, const char *text,
                      const struct entry *entry, struct sweep *sweep);
/* Sets a host key from an entry, or from the key's own default (NULL). */
void draft_take_key (struct draft *draft, enum key_id id,
                     const struct entry *entry);
/* Makes the job's modes: every combination, the last list fastest. */
void draft_make_modes (struct draft *draft);
/* Settles leasts and mosts that contradict each other. */
void draft_reconcile (struct draft *draft);

/* Options of the family and tunables of its variants (draft-options.c). */

/* Starts every option at its own default. */
void draft_start_options (struct job *job);
void draft_take_option (struct draft *draft, size_t index,
                        const struct entry *entry);
/* Checks a tunable's text against each selected variant that has it; false
 * when none has. */
bool draft_take_tunable (struct draft *draft, const struct entry *entry);
/* The first variant of a family, selected or not, that has a tunable; NULL. */
const struct variant_desc *draft_variant_with (const struct catalog *catalog,
                                               const struct family_desc *family,
                                               const char *key);
/* Offers every key that a job of this family could have. */
void draft_offer_keys (struct nearest *nearest, const struct catalog *catalog,
                       const struct family_desc *family);
/* Blames an entry whose key nobody knows. */
void draft_blame_unknown (struct draft *draft, const struct entry *entry);

#endif
