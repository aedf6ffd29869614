/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Options of families and variants, and the host's own keys, which gk_option
 * describes, too: the values that they accept, and these values as text and as
 * JSON in frames and records.
 */
#ifndef OPTION_H
#define OPTION_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>

#include "base/names.h"

struct option_list {
  gk_option *option;
  size_t n;
};

/* Returns the index of an option by name, or -1. */
int option_find (const struct option_list *options, const char *name);

/* False for an option of a type, or with a default, of a later header: no
 * function below accepts one. */
bool option_is_known (const gk_option *option);

/* Returns the names of an option's values, by index; n == 0 for numbers. */
struct names option_names (const gk_option *option);
/* True when it accepts the value of that index in its names. */
bool option_allows (const gk_option *option, size_t index);
/* True for a time, which may have a unit. */
bool option_is_seconds (const gk_option *option);

/* Returns what an option accepts: "1 to 65536", "0 to 3600 s", "yes or no",
 * "i32, f32"; to be freed. */
char *option_range (const gk_option *option);
/* Returns its help, what it accepts and its default; to be freed. */
char *option_text (const gk_option *option);
/* Returns the type as messages name it: "a whole number". */
const char *option_type (const gk_option *option);

/* Returns the value as a suite writes it; to be freed. */
char *value_text (const gk_option *option, gk_value value);

/* False where an option that came later has its default: headings and records
 * leave it out. */
bool option_is_named (const gk_option *option, gk_value value);

/* Returns a number, true or false, or the name of a value; a new reference. */
json_t *value_to_json (const gk_option *option, gk_value value);
/* False when it is not a value of this option. */
bool value_from_json (const gk_option *option, const json_t *json,
                      gk_value *value);

/* Returns {"rows":1000,...}; a new reference. */
json_t *values_to_json (const struct option_list *options,
                        const gk_value *value);
/* Returns the values of these options, to be freed.  NULL with *why, to be
 * freed, when json has other options, or an option does not accept its value.
 */
gk_value *values_from_json (const gk_option *option, size_t n,
                            const json_t *json, char **why);

#endif
