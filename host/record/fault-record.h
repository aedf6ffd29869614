/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The record of a fault that is charged to no case: a callback of the family
 * failed while no variant was running, or a worker crashed after its case had
 * ended.
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
  const char *callback, *variant; /* one of the two; the other is NULL */
  enum status status;
  const char *reason, *output;
};

extern const struct fields fault_fields;

/* Returns a record of a family's callback, in the pool.  c is a case of the
 * problem. */
struct fault_record *fault_record_new (struct pool *pool, const struct case_ *c,
                                       const char *callback, enum status status,
                                       const char *reason);
/* Returns a record of a variant that crashed the worker after its case had
 * ended. */
struct fault_record *fault_record_of_variant (struct pool *pool,
                                              const struct case_ *c,
                                              enum status status,
                                              const char *reason);

#endif
