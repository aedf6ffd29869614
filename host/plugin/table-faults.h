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

/* A bit of a flags word that plugin.h does not name has no meaning in the lower
 * half, and is a mistake; one of the upper half means something to a later
 * host, and what has it is skipped here.  known: the bits that have a name. */
bool flags_are_wrong (uint32_t flags, uint32_t known);
bool flags_are_later (uint32_t flags, uint32_t known);

enum {
  OPTION_FLAGS = GK_OPTION_SIZE | GK_OPTION_PADDING | GK_OPTION_LATER,
  VARIANT_FLAGS
  = GK_PEER | GK_MIXED_LAYOUTS | GK_MIXED_DTYPES | GK_UNIFORM_ONLY | GK_DENSE
};

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
