/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Names with values, in order: what a record has of options, whose names the
 * host does not know beforehand.
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
  int64_t type; /* enum pair_type, with nothing behind it to be cleared */
  union {
    const char *text;
    int64_t integer; /* of PAIR_BOOL, too */
    double real;
  };
};

/* Kept once in a pool: of one pool, equal ones are the same. */
struct pairs {
  size_t n;
  struct pair pair[];
};

/* The options, by index, for which taken says so (NULL: all), with their
 * values. */
const struct pairs *pairs_of_options (struct pool *pool,
                                      const struct option_list *options,
                                      const gk_value *value,
                                      bool (*taken) (const void *arg, size_t i),
                                      const void *arg);

/* n names, which are in the pool, with a whole number each. */
const struct pairs *pairs_of_integers (struct pool *pool,
                                       const char *const *name,
                                       const int64_t *value, size_t n);

/* NULL when json is not an object; what is not a scalar in it is left out. */
const struct pairs *pairs_from_json (struct pool *pool, const json_t *json);
/* A new reference. */
json_t *pairs_to_json (const struct pairs *pairs);

#endif
