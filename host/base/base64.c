/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>

#include "base/base64.h"
#include "base/xalloc.h"

char *
base64 (const void *data, size_t bytes)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz0123456789+/";
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
