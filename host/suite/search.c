/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <string.h>

#include "base/xalloc.h"
#include "suite/search.h"
#include "suite/sweep.h"

#define ALL "all"
#define RANDOM "random"
#define DESCENT "descent"

/* A suite makes no more cases. */
static const gk_option number
    = { .name = "search", .type = GK_INT, .min = 1, .max = 1000000 };
/* In records 0 would be one that is absent. */
static const gk_option seed
    = { .name = "search_seed", .type = GK_INT, .min = 1, .max = INT64_MAX };

/* Reads one whole number, else says what is wrong with it. */
static char *
parse_number (const gk_option *option, const char *text, int64_t *value)
{
  struct sweep sweep;
  char *why;

  if (!sweep_parse (&sweep, option, text, &why))
    return why;
  *value = sweep.value[0].i;
  why = sweep.n > 1 ? xstrdup ("takes one value, not a list") : NULL;
  sweep_free (&sweep);
  return why;
}

/* What follows the word "random"; NULL: it is another word. */
static const char *
behind_random (const char *text)
{
  const size_t n = strlen (RANDOM);

  if (strncmp (text, RANDOM, n) != 0
      || (text[n] != '\0' && strchr (" \t", text[n]) == NULL))
    return NULL;
  return text + n + strspn (text + n, " \t");
}

const char *
search_word (size_t i)
{
  static const char *const words[] = { ALL, RANDOM, DESCENT };

  return i < sizeof words / sizeof words[0] ? words[i] : NULL;
}

char *
search_parse (struct search *search, const char *text)
{
  const char *n = behind_random (text);

  if (strcmp (text, ALL) == 0)
    search->kind = SEARCH_ALL;
  else if (strcmp (text, DESCENT) == 0)
    search->kind = SEARCH_DESCENT;
  else if (n != NULL && *n != '\0') {
    search->kind = SEARCH_RANDOM;
    return parse_number (&number, n, &search->n);
  } else if (n != NULL)
    return xstrdup ("of how many combinations? write a number, as in "
                    "random 50");
  else
    return xasprintf ("there is no search '%s': write all, random and a "
                      "number, as in random 50, or descent",
                      text);
  return NULL;
}

char *
search_parse_seed (struct search *search, const char *text)
{
  return parse_number (&seed, text, &search->seed);
}

char *
search_text (const struct search *search)
{
  switch (search->kind) {
  case SEARCH_RANDOM:
    return xasprintf (RANDOM " %" PRId64, search->n);
  case SEARCH_DESCENT:
    return xstrdup (DESCENT);
  default:
    return xstrdup (ALL);
  }
}
