/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "device/kinds.h"
#include "device/selector.h"

#define AUTO "auto"
/* After the name of a kind. */
#define EACH ":*"

/* True if there may be several devices of a kind. */
static bool
is_numbered (const struct device_kind *kind)
{
  return strcmp (kind->name, kind->first) != 0;
}

/* Parses "cuda" or "cuda:*"; false if it is neither. */
static bool
parse_kind (struct selector *selector, const char *word)
{
  for (int i = 0; i < N_DEVICE_KINDS; i++) {
    const struct device_kind *kind = device_kind_at ((gk_device_kind)i);
    size_t n = strlen (kind->name);

    if (strncmp (word, kind->name, n) != 0)
      continue;
    selector->kind = (gk_device_kind)i;
    if (word[n] == '\0') {
      selector->type = SELECT_ONE;
      snprintf (selector->device, sizeof selector->device, "%s", kind->first);
      return true;
    }
    selector->type = SELECT_EACH;
    if (is_numbered (kind) && strcmp (word + n, EACH) == 0)
      return true;
  }
  return false;
}

bool
selector_parse (struct selector *selector, const char *word)
{
  int kind;

  *selector = (struct selector){ .type = SELECT_AUTO };
  if (strlen (word) >= sizeof selector->text)
    return false;
  strcpy (selector->text, word);
  if (strcmp (word, AUTO) == 0 || parse_kind (selector, word))
    return true;
  kind = device_kind_of (word, NULL);
  if (kind < 0)
    return false;
  selector->type = SELECT_ONE;
  selector->kind = (gk_device_kind)kind;
  strcpy (selector->device, word);
  return true;
}

char *
selector_forms (void)
{
  struct text text = { 0 };

  text_add (&text, AUTO);
  for (int i = 0; i < N_DEVICE_KINDS; i++) {
    const struct device_kind *kind = device_kind_at ((gk_device_kind)i);
    const char *before = i == N_DEVICE_KINDS - 1 ? " or " : ", ";

    if (is_numbered (kind))
      text_add (&text, ", %s, %s:N%s%s" EACH, kind->name, kind->name, before,
                kind->name);
    else
      text_add (&text, "%s%s", before, kind->name);
  }
  return text.data;
}

void
selectors_append (struct selectors *list, const struct selector *selector)
{
  XAPPEND (list->item, list->n) = *selector;
}

void
selectors_free (struct selectors *list)
{
  free (list->item);
  *list = (struct selectors){ 0 };
}

bool
selector_is_for (const struct selector *selector, gk_device_kind kind)
{
  return selector->type == SELECT_AUTO || selector->kind == kind;
}
