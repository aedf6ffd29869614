/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Faults of a plugin's tables.  The loader checks the tables; the supervisor
 * checks a worker's description of them again, since the plugin shares the
 * worker's process and could have written it itself.
 */
#ifndef TABLE_FAULTS_H
#define TABLE_FAULTS_H

#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>

/* A table with more entries is broken. */
enum {
  OPTIONS_MAX = 256,
  CHOICES_MAX = 256,
  COMPANIONS_MAX = 4096,
  VARIANTS_MAX = 4096
};

/* True for the host's own keys of suites, whose names no option may have. */
typedef bool host_key (const char *name);

/* True for a valid name of a plugin, family or variant; and the rule in words.
 */
bool name_is_valid (const char *name);
#define NAME_RULE                                                              \
  "is not a valid name: it must begin with a lower-case letter, followed by "  \
  "lower-case letters, digits, '-' and '_', at most 64 bytes"

/* True for a line of UTF-8, which may go into records and onto terminals; false
 * for NULL. */
bool line_is_valid (const char *text);

/* What is said of something with a name that only a later header has, after
 * what that is: "a flag ". */
#define NAME_IS_LATER "that this gkhost does not know; a newer gkhost is needed"

/* Each function below returns a fault, to be freed; NULL: none. */

/* Of the plugin itself. */
char *plugin_fault (const char *name, const char *summary, const char *version);
/* Of a family's name and summary. */
char *family_fault (const gk_family *family);
/* Of companion i. */
char *companion_fault (const gk_companion *companion, size_t i);
/* Of variant i but for its options. */
char *variant_fault (const gk_variant *variant, size_t i);
/* Of n options of `of`; is_key NULL: their names were compared with the keys
 * before. */
char *options_fault (const gk_option *option, size_t n, const char *of,
                     host_key *is_key);

#endif
