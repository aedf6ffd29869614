/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "base/version.h"

static const char digits[] = "0123456789";

/* Compares two runs of digits of any length and advances past them. */
static int
compare_numbers (const char **a, const char **b)
{
  size_t n, m;
  int result;

  *a += strspn (*a, "0");
  *b += strspn (*b, "0");
  n = strspn (*a, digits);
  m = strspn (*b, digits);
  result = n != m ? (n > m) - (n < m) : memcmp (*a, *b, n);
  *a += n;
  *b += m;
  return result;
}

static int
char_rank (char c)
{
  return c == '~' ? -1 : (unsigned char)c;
}

static int
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

int
version_compare (const char *a, const char *b)
{
  int result = 0;

  while (result == 0 && (*a != '\0' || *b != '\0'))
    if (is_digit (*a) && is_digit (*b))
      result = compare_numbers (&a, &b);
    else {
      result = char_rank (*a) - char_rank (*b);
      a += *a != '\0';
      b += *b != '\0';
    }
  return result;
}
