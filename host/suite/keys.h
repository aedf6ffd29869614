/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The keys of a job that are the host's own, the same for every family: one
 * table for parsing, for suggestions and for what the program says of them.
 */
#ifndef KEYS_H
#define KEYS_H

#include <stdbool.h>

#include "plugin/catalog.h"

enum key_id {
  KEY_FAMILY,
  KEY_VARIANT,
  KEY_BASELINE,
  KEY_DEVICE,
  KEY_CACHE,
  KEY_LAUNCH,
  KEY_MEMORY,
  KEY_SCOPE,
  KEY_WARMUP,
  KEY_MIN_SAMPLES,
  KEY_MAX_SAMPLES,
  KEY_MIN_TIME,
  KEY_MAX_TIME,
  KEY_NOISE,
  KEY_TIMEOUT,
  KEY_DATA,
  KEY_SEED,
  KEY_VERIFY,
  N_KEYS
};

struct key {
  const char *name;
  const char *value; /* the default as a suite would give it; NULL: none */
  bool list;         /* takes several */
  bool free_text;    /* option has no more than help: the value is names */
  gk_option option;
};

/* By id. */
const struct key *key_at (enum key_id id);
/* The id, or -1. */
int keys_find (const char *name);

#endif
