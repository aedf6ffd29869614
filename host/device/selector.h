/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which devices a job is for: what the key device and -d take, parsed.
 */
#ifndef DEVICE_SELECTOR_H
#define DEVICE_SELECTOR_H

#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>

#include "base/pool.h"

enum selector_type {
  SELECT_AUTO, /* each variant on the first device of its kind, if there is one
                */
  SELECT_ONE,  /* a device that is named: "cuda:1"; of "cuda", the first */
  SELECT_EACH  /* all of a kind: "cuda:*" */
};

struct selector {
  enum selector_type type;
  gk_device_kind kind; /* but for auto */
  char text[16];       /* as it was written */
  char device[16];     /* of one that names a device, that */
};

struct selectors {
  struct selector *item;
  size_t n;
};

/* False when there is no such selector. */
bool selector_parse (struct selector *selector, const char *word);

/* Every form that a selector has, "auto, cpu, cuda, cuda:N or cuda:*"; to be
 * freed. */
char *selector_forms (void);

/* Those that can be named without asking for devices: auto, and of each kind the
 * first and all. */
void selector_words (struct pool *pool, struct texts *words);

void selectors_append (struct selectors *list, const struct selector *selector);
void selectors_free (struct selectors *list);

/* Whether a selector is for devices of a kind, which auto always is. */
bool selector_is_for (const struct selector *selector, gk_device_kind kind);

#endif
