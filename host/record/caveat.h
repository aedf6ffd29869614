/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Why the figures of a case are to be taken with care: the words that verdicts
 * of its record are, that a row of a table has, and that the legend explains.
 * What they follow from is in the record.  A new one is an enumerator, a row of
 * the table, and what sets it.
 */
#ifndef CAVEAT_H
#define CAVEAT_H

#include <stdbool.h>

#include "base/pool.h"
#include "record/case-record.h"
#include "record/device-record.h"

/* What explains another comes before it: a row has the first word, its record
 * all of them. */
enum caveat {
  CAVEAT_SUSPECT, /* of suspect.h */
  /* Of hindered.h. */
  CAVEAT_THROTTLED,
  CAVEAT_RAMPING,
  CAVEAT_SHARED,
  CAVEAT_TREND,
  CAVEAT_FLOOR,
  CAVEAT_CACHED,
  CAVEAT_NOISY,
  CAVEAT_FEW,
  N_CAVEATS
};

const char *caveat_word (enum caveat caveat);
/* What it means, and what to do. */
const char *caveat_meaning (enum caveat caveat);

/* Adds what its samples and its device, NULL: not known, say of a timed case to
 * its verdicts; of one that is suspect they say nothing. */
void caveats_find (struct case_record *record,
                   const struct device_record *device, struct pool *pool);
/* Sets those of a case whose rounds were put together: whether the time of all
 * is noisy or of few, and what most of the rounds say. */
void caveats_of_rounds (struct case_record *record, struct pool *pool,
                        const struct case_record *const *round, size_t n);

/* Whether the bytes that are moved fit in a cache that was left hot, so that
 * their rate is not the memory's.  Records of before have no word for it. */
bool caveat_is_cached (const struct case_record *record,
                       const struct device_record *device);

/* Whether a timed case has it. */
bool caveat_is_set (const struct case_record *record, enum caveat caveat);
/* The first that it has; N_CAVEATS: none. */
enum caveat caveat_first (const struct case_record *record);

#endif
