/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Names with values, in order: the options of a record, whose names come from
 * plugins.
 */
#ifndef PAIRS_H
#define PAIRS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/pool.h"
#include "plugin/option.h"

enum pair_type { PAIR_TEXT, PAIR_INTEGER, PAIR_REAL, PAIR_BOOL };

struct pair {
  const char *name;
  int64_t
      type; /* enum pair_type, as wide as the union: no padding to be cleared */
  union {
    const char *text;
    int64_t integer; /* PAIR_BOOL, too */
    double real;
  };
};

/* Interned: equal ones in one pool have the same address. */
struct pairs {
  size_t n;
  struct pair pair[];
};

/* Returns the options that are to be named, and for which keep is true (NULL:
 * all), with their values. */
const struct pairs *pairs_of_options (struct pool *pool,
                                      const struct option_list *options,
                                      const gk_value *value, const bool *keep);

/* Returns the pool's copy of pairs of another pool; NULL for NULL. */
const struct pairs *pairs_intern (struct pool *pool, const struct pairs *pairs);

/* True when the pairs (NULL: none) have one of that name and value. */
bool pairs_have (const struct pairs *pairs, const struct pair *pair);

/* Returns NULL when json is not an object; leaves out values that are not
 * scalars. */
const struct pairs *pairs_from_json (struct pool *pool, const json_t *json);
/* Returns a new reference. */
json_t *pairs_to_json (const struct pairs *pairs);

#endif
