/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a worker measured and verified, as parts of a case's record.
 */
#ifndef RESULT_JSON_H
#define RESULT_JSON_H

#include <jansson.h>

#include "bench/limit.h"
#include "bench/measure.h"
#include "bench/verify.h"
#include "device/device.h"

/* Adds "time", "rate", "limit" and "of_limit". */
void result_add_time (json_t *record, const struct measurement *m,
                      const gk_work *work, const struct limit *limit);
/* Adds "variant_work", where what a variant says of its arithmetic is not what
 * the family says. */
void result_add_variant_work (json_t *record, const gk_work *family,
                              const gk_work *variant);
void result_add_work (json_t *record, const gk_work *work);
/* Adds "verify"; v NULL: not verified. */
void result_add_verify (json_t *record, const struct verification *v);

#endif
