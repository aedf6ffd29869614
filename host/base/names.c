/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/names.h"
#include "base/xalloc.h"

/* ---- Names of enumerators ---- */

int
names_find (const struct names *names, const char *name)
{
  for (size_t i = 0; i < names->n; i++)
    if (strcmp (names->name[i], name) == 0)
      return (int)i;
  return -1;
}

const char *
names_at (const struct names *names, int64_t index)
{
  return index >= 0 && (size_t)index < names->n ? names->name[index] : "?";
}

/* ---- The nearest name ---- */

/* A guess is of no help for names longer than this. */
#define LONGEST 64

static bool
is_same_letter (char a, char b)
{
  return tolower ((unsigned char)a) == tolower ((unsigned char)b);
}

static size_t
smaller_of (size_t a, size_t b)
{
  return a < b ? a : b;
}

size_t
nearest_distance (const char *a, const char *b)
{
  size_t rows = strlen (a), cols = strlen (b);
  /* Three rows of the table, since a transposition needs the row before the
   * last. */
  size_t table[3][LONGEST + 1];

  if (rows > LONGEST || cols > LONGEST)
    return SIZE_MAX;

  for (size_t j = 0; j <= cols; j++)
    table[0][j] = j;
  for (size_t i = 1; i <= rows; i++) {
    size_t *now = table[i % 3], *up = table[(i + 2) % 3];
    const size_t *up2 = table[(i + 1) % 3];

    now[0] = i;
    for (size_t j = 1; j <= cols; j++) {
      size_t d = up[j - 1] + !is_same_letter (a[i - 1], b[j - 1]);

      d = smaller_of (d, smaller_of (up[j], now[j - 1]) + 1);
      if (i > 1 && j > 1 && is_same_letter (a[i - 1], b[j - 2])
          && is_same_letter (a[i - 2], b[j - 1]))
        d = smaller_of (d, up2[j - 2] + 1);
      now[j] = d;
    }
  }
  return table[rows % 3][cols];
}

void
nearest_consider (struct nearest *nearest, const char *name)
{
  size_t distance = nearest_distance (nearest->wanted, name);
  size_t length = strlen (nearest->wanted);

  if (strlen (name) > length)
    length = strlen (name);
  if (distance > length / 3)
    return;
  if (nearest->best == NULL || distance < nearest->distance) {
    nearest->best = name;
    nearest->distance = distance;
  }
}

char *
nearest_hint (const struct nearest *nearest)
{
  return nearest->best != NULL
             ? xasprintf (": did you mean '%s'?", nearest->best)
             : xstrdup ("");
}

/* ---- Versions ---- */

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

int
version_compare (const char *a, const char *b)
{
  int result = 0;

  while (result == 0 && (*a != '\0' || *b != '\0'))
    if (isdigit ((unsigned char)*a) && isdigit ((unsigned char)*b))
      result = compare_numbers (&a, &b);
    else {
      result = char_rank (*a) - char_rank (*b);
      a += *a != '\0';
      b += *b != '\0';
    }
  return result;
}
