/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The host's own keys of a job, the same for every family.  Parsing and
 * suggestions, requests to workers, records, lists, and what reports print of a
 * setting that is not the default, all come from one table, settings.c.
 *
 * A new key is a row of that table and a member of struct settings
 * (bench/settings.h, or device/mode.h where each value makes a case of its
 * own).
 */
#ifndef SUITE_SETTINGS_H
#define SUITE_SETTINGS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/settings.h"

struct setting {
  gk_option option; /* its type, range or choices, and default; name and help
                       alone where `names` is set */
  bool names;       /* the value is names, which the job finds in the catalog,
                       or a text that it stores as it is */
  const char *text; /* the default where `names` is set; NULL: none */
  bool list;        /* accepts several values */
  bool whole;       /* it holds for the whole run: [suite] alone has it */
  bool mode;        /* each of its values makes a case of its own */
  const char *most; /* for a least: the setting that it may not exceed */
  const char *before, *after; /* what a heading prints around the value; both
                                 NULL: "name=value" */
  bool quiet;                 /* no heading shows it */
  bool was_switch;   /* a choice that begins with no and yes, which records have
                        as a boolean, as it was before it had more values */
  bool affects_time; /* beside the mode: times measured with other values of it
                        are not compared */
  size_t offset;     /* in struct settings.  The member's type follows from the
                        option's: int64_t, double, bool, or an enumeration */
};

/* Returns the settings, from 0; NULL after the last. */
const struct setting *setting_at (size_t i);
size_t settings_count (void);
/* Returns the index of a name, or -1. */
int setting_find (const char *name);
/* True for the name of a setting. */
bool setting_is_key (const char *name);

/* Returns its help, what it accepts and its default; to be freed. */
char *setting_help (const struct setting *setting);

gk_value setting_get (const struct setting *setting,
                      const struct settings *settings);
void setting_set (const struct setting *setting, struct settings *settings,
                  gk_value value);
/* True for the value that a case on that device has where the suite sets none.
 */
bool setting_is_usual (const struct setting *setting,
                       const struct settings *settings, const char *device);

struct settings settings_default (void);

/* A set of settings: bit i is setting_at (i). */
#define SETTINGS_ALL UINT64_MAX
uint64_t settings_of_mode (void);
uint64_t settings_held (void); /* all but those with `names` */

/* Returns those of the set by name: {"cache":"cold",...}; a new reference. */
json_t *settings_to_json (const struct settings *settings, uint64_t set);
/* Sets those of the set that json has; returns the set of them.  A setting
 * whose value is absent, or not accepted, stays as it was. */
uint64_t settings_from_json (struct settings *settings, uint64_t set,
                             const json_t *json);

/* Returns how a case was measured, for a heading: the cache, and the other
 * settings where they are not usual on that device: "cold cache, graph,
 * data=zero"; brief: the cache, too, only where it is not; to be freed. */
char *settings_text (const struct settings *settings, const char *device,
                     bool brief);

#endif
