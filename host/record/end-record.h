/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The last record of a run: how it ended.
 */
#ifndef END_RECORD_H
#define END_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "base/optional.h"
#include "base/pool.h"
#include "judge/result.h"
#include "record/fields.h"

struct end_record {
  const char *type;
  int64_t cases, ok, wrong, skipped, failed, crashed, timeout, faults;
  double wall_s, load;
  int64_t switches;
  enum flag interrupted;
};

extern const struct fields end_fields;

/* Returns a record in the pool.  count has the number of cases by status. */
struct end_record *end_record_new (struct pool *pool, const size_t *count,
                                   double wall_s);

#endif
