/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The keys of a job that are the host's own, the same for every family.  One
 * table, from which come parsing and suggestions, requests to workers, records,
 * lists, and what reports say of a setting that is not the default.
 */
#ifndef SUITE_SETTINGS_H
#define SUITE_SETTINGS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/settings.h"
#include "plugin/option.h"

struct setting {
  gk_option option; /* its type, range or choices, and default; of one that
                       names things no more than name and help */
  bool names;       /* the value is names, which the job looks up itself, or a
                       text that it keeps as it is */
  const char *text; /* of such a one, the default; NULL: none */
  bool list;        /* takes several values */
  bool whole;       /* it is one for the whole run: [suite] alone has it */
  bool mode;        /* each of its values makes a case of its own */
  const char *most; /* of a least: the setting that it may not exceed */
  const char *before, *after; /* what a heading shows around the value; both
                                 NULL: "name=value" */
  bool quiet;    /* no figure depends on it, so that no heading shows it */
  size_t offset; /* in struct settings.  The member's type follows from that
                    of the option: int64_t, double, bool, or an enumeration */
};

/* The settings, from 0; NULL behind the last. */
const struct setting *setting_at (size_t i);
size_t settings_count (void);
/* The index of a name, or -1. */
int setting_find (const char *name);
/* Whether it is the name of one. */
bool setting_is_key (const char *name);

/* What it is for, what it takes and its default; to be freed. */
char *setting_help (const struct setting *setting);

gk_value setting_get (const struct setting *setting,
                      const struct settings *settings);
void setting_set (const struct setting *setting, struct settings *settings,
                  gk_value value);
/* Whether it is what a case on that device has where the suite says nothing. */
bool setting_is_usual (const struct setting *setting,
                       const struct settings *settings, const char *device);

struct settings settings_default (void);

/* Which settings a set of bits means, bit i that of setting_at (i). */
#define SETTINGS_ALL UINT64_MAX
uint64_t settings_of_mode (void);
uint64_t settings_held (void); /* all but those that only name things */

/* Those of the set by name: {"cache":"cold",...}; a new reference, NULL when
 * memory is out. */
json_t *settings_to_json (const struct settings *settings, uint64_t set);
/* Sets those of the set that json has; returns the set of them.  What is
 * absent, or is not a value that the setting takes, is left as it was. */
uint64_t settings_from_json (struct settings *settings, uint64_t set,
                             const json_t *json);

/* What a reader is to know of how a case was measured: the cache, and the
 * others where they are not what is usual on that device: "cold cache, graph,
 * data=zero"; to be freed. */
char *settings_text (const struct settings *settings, const char *device);

#endif
