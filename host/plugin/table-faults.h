/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is wrong with what a plugin says of itself.  The loader asks this of the
 * plugin's tables; the catalogue asks it again of what a worker says they are,
 * since the plugin shares the worker's process and could have said it itself.
 */
#ifndef TABLE_FAULTS_H
#define TABLE_FAULTS_H

#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>

/* More than these, and a table is broken. */
enum {
  OPTIONS_MAX = 256,
  CHOICES_MAX = 256,
  COMPANIONS_MAX = 4096,
  VARIANTS_MAX = 4096
};

/* Whether a name is one of the host's own keys of suites, which no option may
 * have. */
typedef bool host_key (const char *name);

/* Whether plugins, families and variants may have a name, and in words. */
bool name_is_valid (const char *name);
#define NAME_RULE                                                              \
  "is not a valid name: it must begin with a lower-case letter, followed by "  \
  "lower-case letters, digits, '-' and '_', at most 64 bytes"

/* What goes into records and onto terminals: a line of UTF-8; false for NULL.
 */
bool line_is_valid (const char *text);

/* Each says what is wrong, to be freed; NULL: nothing is. */

/* Of the plugin itself. */
char *plugin_fault (const char *name, const char *summary, const char *version);
/* Of a family's name and summary. */
char *family_fault (const gk_family *family);
/* Of companion i. */
char *companion_fault (const gk_companion *companion, size_t i);
/* Of variant i but for its options. */
char *variant_fault (const gk_variant *variant, size_t i);
/* Of n options, which `of` has; is_key NULL: they were held against the keys
 * before. */
char *options_fault (const gk_option *option, size_t n, const char *of,
                     host_key *is_key);

#endif
