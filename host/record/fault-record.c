/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "record/fault-record.h"

#define ROW(type, path, help)                                                  \
  {                                                                            \
#path, FIELD_##type, BY_HOST, NULL, NULL, help,                            \
        FIELD_OFFSET(type, fault_record, path), NULL                           \
  }

static const struct field rows[] = {
  ROW (TEXT, type, "fault"),
  ROW (TEXT, job, "as of the cases that ran before"),
  ROW (TEXT, family, "likewise"),
  ROW (TEXT, plugin, "the plugin that brings the family"),
  ROW (TEXT, device, "as of the cases that ran before"),
  ROW (INTEGER, problem, "likewise"),
  ROW (PAIRS, params, "likewise"),
  ROW (TEXT, callback,
       "what failed: teardown; where check examined the family, fill, vary or "
       "verify"),
  ROW (TEXT, variant,
       "where a worker fell when its case was over: the variant of that case; "
       "plugin is then the variant's"),
  ROW (STATUS, status, "crashed, timeout, or failed"),
  ROW (TEXT, reason, "why"),
  ROW (TEXT, output, "the end of what the plugin printed"),
};

const struct fields fault_fields
    = { "fault", rows, sizeof rows / sizeof rows[0],
        sizeof (struct fault_record) };

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
