/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Puts what was measured and verified where the result of a case has it.
 */
#ifndef FILL_RESULT_H
#define FILL_RESULT_H

#include <jansson.h>

#include <gkhost/plugin.h>

#include "judge/measure.h"
#include "judge/result.h"
#include "judge/verdict.h"

void result_set_work (struct result *r, const gk_work *work);
/* What there is to read and write, to hold work against. */
void result_set_buffers (struct result *r, const gk_setup *setup);
/* Where what a variant says of its arithmetic is not what the family says. */
void result_set_variant_work (struct result *r, const gk_work *family,
                              const gk_work *variant);
/* What the variant took; nothing where it took none. */
void result_set_workspace (struct result *r, uint64_t bytes);
/* The rest: texts go into the pool. */

/* What the variant gave, which becomes lines; "": none. */
void result_set_library (struct result *r, char *library, char *settings,
                         struct pool *pool);
void result_set_time (struct result *r, const struct measurement *m,
                      struct pool *pool);
void result_set_verify (struct result *r, const struct verification *v,
                        struct pool *pool);
/* log: an array of lines. */
void result_set_log (struct result *r, const json_t *log, struct pool *pool);

#endif
