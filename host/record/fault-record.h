/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The record of a fault between cases, which is charged to none: a callback of
 * a family that failed when no variant was running, or a worker that fell when
 * its case was over.
 */
#ifndef FAULT_RECORD_H
#define FAULT_RECORD_H

#include <stdint.h>

#include "base/pool.h"
#include "judge/result.h"
#include "plan/cases.h"
#include "record/fields.h"
#include "record/pairs.h"

struct fault_record {
  const char *type, *job, *family, *plugin, *device;
  int64_t problem;
  const struct pairs *params;
  const char *callback, *variant; /* which it was; NULL: the other */
  enum status status;
  const char *reason, *output;
};

extern const struct fields fault_fields;

/* Of a family's callback.  In a pool; c is a case of the problem. */
struct fault_record *fault_record_new (struct pool *pool, const struct case_ *c,
                                       const char *callback, enum status status,
                                       const char *reason);
/* The same of what a variant left behind when its case was over. */
struct fault_record *fault_record_of_variant (struct pool *pool,
                                              const struct case_ *c,
                                              enum status status,
                                              const char *reason);

#endif
