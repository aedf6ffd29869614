/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Device selectors: the values of the key `device` and of -d, parsed.
 */
#ifndef DEVICE_SELECTOR_H
#define DEVICE_SELECTOR_H

#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>


enum selector_type {
  SELECT_AUTO, /* each variant on the first device of its kind, if any */
  SELECT_ONE,  /* one device: "cuda:1", or with "cuda" the first */
  SELECT_EACH  /* all of a kind: "cuda:*" */
};

struct selector {
  enum selector_type type;
  gk_device_kind kind; /* not with auto */
  char text[16];       /* as written */
  char device[16];     /* with SELECT_ONE, its name */
};

struct selectors {
  struct selector *item;
  size_t n;
};

/* False if word is no selector. */
bool selector_parse (struct selector *selector, const char *word);

/* Returns all forms, "auto, cpu, cuda, cuda:N or cuda:*"; to be freed. */
char *selector_forms (void);

void selectors_append (struct selectors *list, const struct selector *selector);
void selectors_free (struct selectors *list);

/* True if the selector is for devices of a kind; auto always is. */
bool selector_is_for (const struct selector *selector, gk_device_kind kind);

#endif
