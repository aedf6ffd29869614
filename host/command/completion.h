/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Completes a word of the command line for a shell: `gkhost complete WORD...`,
 * which the files in completions/ call.  The first line printed says how to
 * complete: "words", or "files" and an extension.  Then a candidate a line
 * follows, with a tab and a help text; each is printed when it is offered.  No
 * message is printed, since it would stand in the line that the user types.
 */
#ifndef COMPLETION_H
#define COMPLETION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/pool.h"
#include "command/options.h"
#include "plugin/catalog.h"
#include "suite/job.h"
#include "suite/suite.h"

struct completion {
  struct options options; /* from the words before */
  const char *word;
  size_t begun; /* bytes of the word that stay; candidates follow them */
  struct pool pool;
  struct map offered;
  /* Read and found on first use. */
  struct suite suite;
  struct catalog catalog;
  bool suite_searched, plugins_searched;
};

void completion_free (struct completion *completion);

/* The part of the word that a candidate replaces. */
const char *completion_open (const struct completion *completion);
/* Prints a candidate that begins with the open part: once only, and not if it
 * has control characters.  help may be NULL. */
void completion_offer (struct completion *completion, const char *candidate,
                       const char *help);
/* In a list, keeps all up to the last comma. */
void completion_skip_list (struct completion *completion);

/* The suite of -c with the settings of -s; without sections when there is none
 * or it can't be read. */
const struct suite *completion_suite (struct completion *completion);
/* The plugins; empty when there is none. */
const struct catalog *completion_catalog (struct completion *completion);

/* Whether the name in -s NAME.KEY=VALUE selects the section: by name, by
 * pattern, or as the defaults, which select all jobs. */
bool completion_is_meant (const struct section *section, const char *name);
/* The family and the variants of a job, if known; the rest is zero.  The caller
 * frees its variants. */
struct job completion_job (struct completion *completion,
                           const struct section *section);

/* Prints the first line and the candidates for a value of that kind. */
void complete_value (struct completion *completion, enum value_kind kind);
/* Offers candidates for JOB.KEY=VALUE. */
void complete_setting (struct completion *completion);

/* The text between two places of the word; allocated in the pool. */
const char *completion_part (struct completion *completion, const char *begin,
                             const char *end);
/* Offers the names of devices, of all families, of a variant, and of all
 * variants of a family. */
void offer_devices (struct completion *completion);
void offer_families (struct completion *completion);
void offer_variant (struct completion *completion,
                    const struct variant_desc *variant);
void offer_variants (struct completion *completion, const char *family);

#endif
