/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <endian.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/base64-floats.h"
#include "base/xalloc.h"

/* Four characters hold 24 bits, so 16 characters hold three 32-bit numbers. */
char *
base64_floats_encode (const double *number, size_t n)
{
  uint32_t *word = xcalloc (n + 1, sizeof *word);
  char *text;

  for (size_t i = 0; i < n; i++) {
    const float value = (float)number[i];

    memcpy (&word[i], &value, sizeof value);
    word[i] = htole32 (word[i]);
  }
  text = base64_encode (word, n * sizeof *word);
  free (word);
  return text;
}

double *
base64_floats_decode (const char *text, size_t *n)
{
  size_t bytes;
  void *data = base64_decode (text, &bytes);
  double *number;

  if (data == NULL)
    return NULL;
  *n = bytes / sizeof (uint32_t);
  number = xcalloc (*n + 1, sizeof *number);
  for (size_t i = 0; i < *n; i++) {
    uint32_t word;
    float value;

    memcpy (&word, (const char *)data + i * sizeof word, sizeof word);
    word = le32toh (word);
    memcpy (&value, &word, sizeof value);
    number[i] = (double)value;
  }
  free (data);
  return number;
}
