/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "record/fault-record.h"

#define FAULT_ROW(type, path, help)                                            \
  FIELD_ROW (type, fault_record, BY_HOST, path, NULL, NULL, help, NULL)

static const struct field fault_rows[] = {
  FAULT_ROW (TEXT, type, "kind of the record: fault"),
  FAULT_ROW (TEXT, job, "section of the suite, as in the cases before"),
  FAULT_ROW (TEXT, family, "family that failed"),
  FAULT_ROW (TEXT, plugin,
             "plugin with the family; with the field variant, plugin with that "
             "variant"),
  FAULT_ROW (TEXT, device, "device of the cases before"),
  FAULT_ROW (INTEGER, problem, "number of the problem"),
  FAULT_ROW (PAIRS, params, "all options of the family with their values"),
  FAULT_ROW (
      TEXT, callback,
      "callback that failed: teardown, or when check tests the family fill, "
      "vary or verify; absent with the field variant"),
  FAULT_ROW (
      TEXT, variant,
      "variant of the case whose worker crashed after the end of the case; "
      "absent else"),
  FAULT_ROW (
      STATUS, status,
      "how it failed: crashed, timeout (after the time of a case), or failed "
      "(when check "
      "tests the family)"),
  FAULT_ROW (TEXT, reason, "why it failed"),
  FAULT_ROW (TEXT, output, "end of what the plugin printed"),
};

const struct fields fault_fields
    = FIELDS_OF ("fault", fault_rows, fault_record);

struct fault_record *
fault_record_new (struct pool *pool, const struct case_ *c,
                  const char *callback, enum status status, const char *reason)
{
  const struct job *job = c->problem->job;
  struct fault_record *r = pool_alloc (pool, sizeof *r);

  fields_clear (&fault_fields, r);
  r->type = fault_fields.name;
  r->job = pool_text (pool, job->name);
  r->family = pool_text (pool, job->family->name);
  r->plugin = pool_text (pool, job->family->plugin->name);
  r->device = pool_text (pool, c->device);
  r->problem = (int64_t)c->problem->index;
  r->params = pairs_of_options (pool, &job->family->options, c->problem->value,
                                NULL, NULL);
  r->callback = pool_text (pool, callback);
  r->status = status;
  r->reason = pool_text (pool, reason);
  return r;
}

struct fault_record *
fault_record_of_variant (struct pool *pool, const struct case_ *c,
                         enum status status, const char *reason)
{
  struct fault_record *r = fault_record_new (pool, c, NULL, status, reason);

  r->plugin = pool_text (pool, c->variant->plugin->name);
  r->variant = pool_text (pool, c->variant->name);
  return r;
}
