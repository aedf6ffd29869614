/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Companions: variants that a family lists, and other plugins contain.  One
 * that no plugin here contains is in the catalog all the same, so that a suite
 * which names it is valid everywhere; its cases are skipped.
 */
#ifndef COMPANIONS_H
#define COMPANIONS_H

#include "base/names.h"
#include "plugin/catalog.h"

/* True when the family, which may be NULL, lists the variant as one of its
 * plugin. */
bool companion_is_listed (const struct family_desc *family,
                          const struct variant_desc *variant);

/* Adds the variants that are missing, and sorts all into reading order: a
 * family's own first, then its companions as it lists them, then those of other
 * plugins. */
void companions_complete (struct catalog *catalog);

/* True when a variant that is missing has a tunable of this name. */
bool companion_has_tunable (const struct variant_desc *variant,
                            const char *name);
/* Offers the names of all of its tunables; none where it is not missing. */
void companion_offer_tunables (const struct variant_desc *variant,
                               struct nearest *nearest);

#endif
