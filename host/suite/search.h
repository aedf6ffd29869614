/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The search of a job: which of the combinations of its variants' tunables are
 * run.
 *   all         each of them
 *   random 50   so many, drawn
 *   descent     those that a coordinate descent comes by
 */
#ifndef SEARCH_H
#define SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum search_kind { SEARCH_ALL, SEARCH_RANDOM, SEARCH_DESCENT };

/* Zeroed: all. */
struct search {
  enum search_kind kind;
  int64_t n;    /* of a random one: combinations of each variant, at the most */
  int64_t seed; /* that they follow from; 0: nobody has given one yet */
};

/* The words that a search begins with, from 0; NULL behind the last. */
const char *search_word (size_t i);

/* Sets kind and n.  Where the text is wrong, returns what is wrong and what
 * would be right, to be freed; else NULL. */
char *search_parse (struct search *search, const char *text);
/* Likewise the seed. */
char *search_parse_seed (struct search *search, const char *text);
/* As a suite says it: "random 50"; to be freed. */
char *search_text (const struct search *search);

#endif
