/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Companions: the variants that a family lists as brought by other plugins.
 * One that no plugin here brings is known all the same, so that a suite which
 * names it is valid everywhere; its cases are skipped.
 */
#ifndef COMPANIONS_H
#define COMPANIONS_H

#include "base/nearest.h"
#include "plugin/catalog.h"

/* Whether a family lists the variant as one that its plugin brings; the family
 * may be NULL. */
bool companion_is_listed (const struct family_desc *family,
                          const struct variant_desc *variant);

/* Adds the variants that are missing, and brings all into reading order: a
 * family's own first, then its companions as it lists them, then those that
 * other plugins bring. */
void companions_complete (struct catalog *catalog);

/* Whether a variant that is missing has a tunable of this name. */
bool companion_has_tunable (const struct variant_desc *variant,
                            const char *name);
/* Offers the names of all of them; none where it is not missing. */
void companion_offer_tunables (const struct variant_desc *variant,
                               struct nearest *nearest);

#endif
