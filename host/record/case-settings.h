/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The settings that a case was measured with, as far as its record has them.
 */
#ifndef CASE_SETTINGS_H
#define CASE_SETTINGS_H

#include <jansson.h>
#include <stdint.h>

#include "base/pool.h"
#include "bench/settings.h"

/* Kept once in a pool: of one pool, equal ones are the same. */
struct case_settings {
  struct settings value; /* what is absent has its default */
  uint64_t there;        /* the set of those that are not absent */
};

const struct case_settings *case_settings_of (struct pool *pool,
                                              const struct settings *settings);

/* Those of a set, as suite/settings.h has them, that are not absent; settings
 * may be NULL: all are. */
uint64_t case_settings_there (const struct case_settings *settings,
                              uint64_t set);
/* Settings, or none where that is NULL, and over them those of the set that
 * json has. */
const struct case_settings *
case_settings_from_json (struct pool *pool,
                         const struct case_settings *settings, uint64_t set,
                         const json_t *json);

#endif
