/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <endian.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
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

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                             "abcdefghijklmnopqrstuvwxyz0123456789+/";

char *
base64_encode (const void *data, size_t bytes)
{
  const unsigned char *from = data;
  char *text = xmalloc ((bytes + 2) / 3 * 4 + 1), *to = text;

  for (size_t i = 0; i < bytes; i += 3) {
    size_t n = bytes - i < 3 ? bytes - i : 3;
    uint32_t bits = (uint32_t)from[i] << 16;

    if (n > 1)
      bits |= (uint32_t)from[i + 1] << 8;
    if (n > 2)
      bits |= from[i + 2];
    for (size_t j = 0; j < 4; j++)
      *to++ = j <= n ? digits[bits >> (18 - 6 * j) & 63] : '=';
  }
  *to = '\0';
  return text;
}

void *
base64_decode (const char *text, size_t *bytes)
{
  size_t n = strlen (text), padding = 0, filled = 0;
  unsigned char *data = xmalloc (n / 4 * 3 + 1);
  uint32_t bits = 0;

  while (padding < 2 && padding < n && text[n - 1 - padding] == '=')
    padding++;
  for (size_t i = 0; i < n - padding; i++) {
    const char *digit = strchr (digits, text[i]);

    if (digit == NULL || n % 4 != 0) {
      free (data);
      return NULL;
    }
    bits = bits << 6 | (uint32_t)(digit - digits);
    /* Four digits hold three bytes; a byte is complete with its last bit. */
    if (i % 4 != 0)
      data[filled++] = (unsigned char)(bits >> (6 - 2 * (i % 4)));
  }
  *bytes = filled;
  return data;
}
