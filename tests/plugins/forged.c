/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A plugin that, as it is loaded, answers in its worker's place: with what the
 * environment says as its description.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gkhost/plugin.h>

#include "../cheats/forge.h"
#include "../cheats/memory-map.h"

/* Finds the number that makes an answer this request's. */
static bool
find_nonce (const struct memory_map_range *range, void *closure)
{
  static const char key[] = "\"nonce\":";
  const char *at = (const char *)range->begin;
  const char *end = (const char *)range->end;
  char *nonce = closure;

  if (!range->readable || !range->writable || range->shared || range->stack)
    return true;
  while ((at = memmem (at, (size_t)(end - at), key, strlen (key))) != NULL) {
    at += strlen (key);
    if (strtoll (at, NULL, 10) != 0)
      snprintf (nonce, 32, "%lld", strtoll (at, NULL, 10));
  }
  return true;
}

__attribute__ ((constructor)) static void
forge (void)
{
  const char *description = getenv ("FORGED_DESCRIPTION");
  char nonce[32] = "0", fields[2000];

  if (description == NULL)
    return;
  memory_map_each (0, find_nonce, nonce);
  snprintf (fields, sizeof fields, "\"plugin\":%s,\"nonce\":%s", description,
            nonce);
  forge_answer (fields, "1");
  pause ();
}

GK_FAMILY_PLUGIN ("forged", PACKAGE_VERSION, "is not what it says", NULL)
