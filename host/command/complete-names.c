/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "command/completion.h"
#include "device/selector.h"

void
offer_devices (struct completion *c)
{
  struct texts words = { 0 };

  completion_skip_list (c);
  selector_words (&c->pool, &words);
  for (size_t i = 0; i < words.n; i++)
    completion_offer (c, words.text[i], NULL);
}

void
offer_families (struct completion *c)
{
  const struct catalog *catalog = completion_catalog (c);

  for (size_t i = 0; i < catalog->n_families; i++)
    completion_offer (c, catalog->family[i]->name, catalog->family[i]->summary);
}

void
offer_variant (struct completion *c, const struct variant_desc *variant)
{
  completion_offer (c, variant->name,
                    variant->missing != NULL ? variant->missing
                                             : variant->summary);
}

void
offer_variants (struct completion *c, const char *family)
{
  const struct catalog *catalog = completion_catalog (c);

  for (size_t i = 0; i < catalog->n_variants; i++)
    if (strcmp (catalog->variant[i]->family, family) == 0)
      offer_variant (c, catalog->variant[i]);
}
