/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/xalloc.h"
#include "plan/cases.h"

/* The cases of both builds while they are collected. */
struct build_pairing {
  struct case_ *case_;
  size_t n;
  const struct build *second;
};

static bool
same_choices (const gk_option *a, const gk_option *b)
{
  const struct names x = option_names (a), y = option_names (b);

  if (x.n != y.n)
    return false;
  for (size_t i = 0; i < x.n; i++)
    if (strcmp (names_at (&x, (int)i), names_at (&y, (int)i)) != 0)
      return false;
  return true;
}

static bool
same_options (const struct option_list *a, const struct option_list *b)
{
  if (a->n != b->n)
    return false;
  for (size_t i = 0; i < a->n; i++)
    if (strcmp (a->option[i].name, b->option[i].name) != 0
        || a->option[i].type != b->option[i].type
        || !same_choices (&a->option[i], &b->option[i]))
      return false;
  return true;
}

/* True when the second can be compared with the first on any problem. */
static bool
same_variant (const struct variant_desc *a, const struct variant_desc *b)
{
  return a->device == b->device && b->unusable == NULL
         && same_options (&a->options, &b->options);
}

/* Returns the second build's variant for one of the first; NULL: it has none,
 * or not the same. */
static const struct variant_desc *
find_counterpart (const struct build_pairing *t, const struct variant_desc *v)
{
  const struct catalog *catalog = t->second->catalog;

  for (size_t i = 0; i < catalog->n_variants; i++) {
    const struct variant_desc *other = catalog->variant[i];

    if (other->plugin == t->second->plugin && other->missing == NULL
        && strcmp (other->family, v->family) == 0
        && strcmp (other->name, v->name) == 0)
      return same_variant (v, other) ? other : NULL;
  }
  return NULL;
}

static void
append_case (struct build_pairing *t, struct case_ c, const char *label)
{
  c.build_label = label;
  c.index = t->n;
  XAPPEND (t->case_, t->n) = c;
}

/* Adds the same case of the second build, with copies of what it owns. */
static void
add_counterpart (struct build_pairing *t, const struct case_ *c)
{
  const struct variant_desc *v = find_counterpart (t, c->variant);
  struct case_ other = *c;
  char *why = v != NULL ? cases_reject_reason (c->problem, v) : NULL;
  const bool taken = v != NULL && why == NULL;
  size_t bytes;

  free (why);
  if (!taken)
    return;
  other.variant = v;
  bytes = v->options.n * sizeof other.tunable[0];
  if (c->tunable != NULL)
    other.tunable = memcpy (xmalloc (bytes), c->tunable, bytes);
  append_case (t, other, t->second->label);
}

static bool
of_first (void *arg, const struct case_ *c)
{
  const struct build *first = arg;

  return c->skip == NULL && c->variant->plugin == first->plugin;
}

bool
builds_pair_cases (struct cases *cases, const struct build *first,
                   const struct build *second)
{
  struct build_pairing t = { .second = second };
  size_t end;

  cases_filter (cases, of_first, (void *)first);
  for (size_t i = 0; i < cases->n; i = end) {
    end = cases_round_end (cases, i);
    for (size_t j = i; j < end; j++)
      append_case (&t, cases->case_[j], first->label);
    for (size_t j = i; j < end; j++)
      add_counterpart (&t, &cases->case_[j]);
  }
  free (cases->case_);
  cases->case_ = t.case_;
  cases->n = t.n;
  if (t.n == 0)
    message_print (
        "--compare: the suite runs no case of plugin %s here: name one of "
        "the suite's plugins, or another device",
        first->plugin->name);
  return t.n > 0;
}
