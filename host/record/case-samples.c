/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <endian.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/xalloc.h"
#include "record/case-samples.h"

double *
case_samples (const struct case_record *record, size_t *n)
{
  const char *values = record->result.time.values;
  size_t bytes;
  void *data = values != NULL ? base64_bytes (values, &bytes) : NULL;
  double *seconds;

  if (data == NULL)
    return NULL;
  *n = bytes / sizeof (uint32_t);
  seconds = xcalloc (*n + 1, sizeof *seconds);
  for (size_t i = 0; i < *n; i++) {
    uint32_t word;
    float value;

    memcpy (&word, (const char *)data + i * sizeof word, sizeof word);
    word = le32toh (word);
    memcpy (&value, &word, sizeof value);
    seconds[i] = isfinite (value) ? (double)value : 0;
  }
  free (data);
  return seconds;
}
