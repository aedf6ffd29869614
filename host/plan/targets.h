/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where a variant of a job runs: the devices that the job asks for and the
 * variant can use, times the measuring modes.
 */
#ifndef PLACES_H
#define PLACES_H

#include <stddef.h>

#include "cases.h"

struct place {
  const char *device; /* of the device list, or of the job */
  struct mode mode;
  char *skip; /* why it can't run there; NULL: it can */
};

struct places {
  struct place *place;
  size_t n; /* at least 1 */
};

void places_make (struct places *places, const struct job *job,
                  const struct variant_desc *variant,
                  const struct device_list *devices);
void places_free (struct places *places);

#endif
