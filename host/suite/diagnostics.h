/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Messages about mistakes in a suite, each with file and line, or the -s
 * argument.  A mistake in a default or a -s is reported once, not for every
 * job.
 */
#ifndef SUITE_DIAGNOSTICS_H
#define SUITE_DIAGNOSTICS_H

#include <stdbool.h>
#include <stddef.h>

#include "suite/suite.h"

struct diagnostics {
  const struct suite *suite;
  const struct section *defaults; /* NULL: none */
  const struct section *section;  /* whose entries are checked now */
  bool *reported;                 /* parallel to the entries of defaults */
  const char **set;               /* -s arguments that were reported */
  size_t n_sets;
  bool wrong; /* a mistake was reported */
};

void diagnostics_start (struct diagnostics *diagnostics,
                        const struct suite *suite);
void diagnostics_end (struct diagnostics *diagnostics);

/* Returns the entry of that key of the section, else of the defaults. */
const struct entry *suite_entry (const struct diagnostics *diagnostics,
                                 const char *key);

/* True when an entry is one of the defaults. */
bool diagnostics_is_default (const struct diagnostics *diagnostics,
                             const struct entry *entry);

/* Reports an entry of the section, or of the defaults that the section uses. */
void diagnose_entry (struct diagnostics *diagnostics, const struct entry *entry,
                     const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

/* Reports the section itself. */
void diagnose_section (struct diagnostics *diagnostics, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

#endif
