/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Targets of a variant of a job: the devices that the job names and the variant
 * can use, times the measuring modes.
 */
#ifndef TARGETS_H
#define TARGETS_H

#include <stdbool.h>
#include <stddef.h>

#include "plan/cases.h"

struct target {
  const char *device; /* owned by the device list, or the job */
  struct mode mode;
  char *skip;  /* why it can't run there; NULL: it can */
  bool absent; /* a device or a processor that the job names is not there, or
                  the device is lost */
};

struct targets {
  struct target *target;
  size_t n; /* at least 1 */
};

void targets_make (struct targets *targets, const struct job *job,
                   const struct variant_desc *variant,
                   const struct device_list *devices);
void targets_free (struct targets *targets);

#endif
