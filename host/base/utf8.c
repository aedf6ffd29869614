/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>

#include "utf8.h"

/* The least code point that needs so many bytes: a shorter one written so long
 * is malformed. */
static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };

size_t
utf8_char (const char *text, size_t n)
{
  const unsigned char *c = (const unsigned char *)text;
  size_t length;
  uint32_t code;

  if (n == 0)
    return 0;
  if (c[0] < 0x80)
    return 1;
  if (c[0] >= 0xf0) {
    length = 4;
    code = c[0] & 0x0fu;
  } else if (c[0] >= 0xe0) {
    length = 3;
    code = c[0] & 0x0fu;
  } else {
    length = 2;
    code = c[0] & 0x1fu;
  }
  if (c[0] < 0xc0 || c[0] >= 0xf8 || length > n)
    return 0;
  for (size_t i = 1; i < length; i++) {
    if ((c[i] & 0xc0u) != 0x80)
      return 0;
    code = code << 6 | (c[i] & 0x3fu);
  }
  if (code < least[length] || code > 0x10ffff
      || (code >= 0xd800 && code < 0xe000))
    return 0;
  return length;
}

size_t
utf8_good (const char *text, size_t n)
{
  size_t at = 0, length;

  while ((length = utf8_char (text + at, n - at)) > 0)
    at += length;
  return at;
}
