/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Complaints about a suite, each with what it is about: file and line, or the
 * -s argument.  A default is told once, and so is a -s, not by every job.
 */
#ifndef DIAGNOSTICS_H
#define DIAGNOSTICS_H

#include <stdbool.h>

#include "suite/suite.h"

struct diagnostics {
  const struct suite *suite;
  const struct section *defaults; /* NULL: none */
  bool *reported;                 /* parallel to the entries of defaults */
  const char **set;               /* of the entries by -s that were told of */
  size_t n_sets;
  bool wrong; /* there was a complaint */
};

void diagnostics_start (struct diagnostics *diagnostics,
                        const struct suite *suite);
void diagnostics_end (struct diagnostics *diagnostics);

/* Whether an entry is one of the defaults; if so, its index in them. */
bool diagnostics_is_default (const struct diagnostics *diagnostics,
                             const struct entry *entry, size_t *index);

/* An entry of section, or of the defaults that section takes. */
void diagnose_entry (struct diagnostics *diagnostics,
                     const struct section *section, const struct entry *entry,
                     const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

void diagnose_section (struct diagnostics *diagnostics,
                       const struct section *section, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

#endif
