/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A word that a shell wants completed: what is known of the line before it, and
 * the candidates, which are printed as they are offered.
 */
#ifndef COMPLETION_H
#define COMPLETION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/map.h"
#include "base/pool.h"
#include "command/options.h"
#include "plugin/catalog.h"
#include "suite/job.h"
#include "suite/suite.h"

struct completion {
  struct options options; /* of the words before */
  const char *word;
  size_t begun; /* of the word, how much stands; candidates go on from there */
  struct pool pool;
  struct map offered;
  /* Read and found when they are asked for first. */
  struct suite suite;
  struct catalog catalog;
  bool suite_searched, plugins_searched;
};

void completion_free (struct completion *completion);

/* What is still open of the word. */
const char *completion_open (const struct completion *completion);
/* The candidate that begins with what is open: once, and with no sign that a
 * terminal would obey.  help may be NULL. */
void completion_offer (struct completion *completion, const char *candidate,
                       const char *help);
/* In a list, what stands before the last comma stays. */
void completion_skip_list (struct completion *completion);

/* The suite of -c, with what -s says before; without a section where there is
 * none or it can't be read. */
const struct suite *completion_suite (struct completion *completion);
/* What plugins say; empty where none is there. */
const struct catalog *completion_catalog (struct completion *completion);

/* Whether a section is one of the jobs that -s means by a name: that job, those
 * that a pattern matches, or of the defaults' name all. */
bool completion_is_meant (const struct section *section, const char *name);
/* The family and the variants of a job, as far as they can be told: the rest of
 * it is zero.  Its variants are to be freed. */
struct job completion_job (struct completion *completion,
                           const struct section *section);

/* Prints how a shell is to go on and what it may have: for a value of that
 * kind, */
void complete_value (struct completion *completion, enum value_kind kind);
/* and for JOB.KEY=VALUE. */
void complete_setting (struct completion *completion);

/* What stands in the word between two places; the pool's own. */
const char *completion_part (struct completion *completion, const char *begin,
                             const char *end);
/* The devices that may be named, and the variants of a job's family: all, or
 * those that it selects. */
void offer_devices (struct completion *completion);
void offer_families (struct completion *completion);
void offer_variant (struct completion *completion,
                    const struct variant_desc *variant);
void offer_variants (struct completion *completion, const char *family);

#endif
