/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The settings of a case, as far as its record has them.
 */
#ifndef RECORD_CASE_SETTINGS_H
#define RECORD_CASE_SETTINGS_H

#include <stdint.h>

#include <jansson.h>

#include "base/pool.h"
#include "bench/settings.h"

/* Interned: equal ones in one pool have the same address. */
struct case_settings {
  struct settings value; /* absent ones have their defaults */
  uint64_t there;        /* set of those that are present */
};

/* Returns a copy in the pool.  there: those that are present. */
const struct case_settings *case_settings_keep (struct pool *pool,
                                                const struct settings *settings,
                                                uint64_t there);
/* Returns those of a set (suite/settings.h) that are present; none where
 * settings is NULL. */
uint64_t case_settings_there (const struct case_settings *settings,
                              uint64_t set);
/* Returns a copy of settings (NULL: none), overwritten with those of the set
 * that json has. */
const struct case_settings *
case_settings_from_json (struct pool *pool,
                         const struct case_settings *settings, uint64_t set,
                         const json_t *json);

#endif
