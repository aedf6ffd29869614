/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a worker says of a plugin, as bytes; see tests/fuzz/run.
 */
#include <config.h>

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "used-description.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t n);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
  /* As frames are read. */
  json_t *json
      = json_loadb ((const char *)data, n, JSON_REJECT_DUPLICATES, NULL);

  use_description (json);
  json_decref (json);
  return 0;
}
