/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/xalloc.h"

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
