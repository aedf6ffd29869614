/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The first record of a comparison: which runs were compared, and the number of
 * cases by verdict.
 */
#ifndef COMPARISON_RECORD_H
#define COMPARISON_RECORD_H

#include <stdint.h>

#include "record/fields.h"

struct compared_with {
  const char *path, *started, *gkhost;
};

struct comparison_record {
  const char *type;
  const char *gkhost;
  struct compared_with old, new;
  double margin;
  int64_t slower, faster, same, unsure, broken;
};

extern const struct fields comparison_fields;

#endif
