/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Looks through the process's memory for the request that is being served, and
 * forges an answer with what makes it this request's.
 *
 * Seen: gpu-mode's pygpubench, pull request 22: the signature of results was
 * found in the heap.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cheats.h"
#include "forge.h"
#include "memory-map.h"

static const char *const keys[] = { "nonce", "request" };

enum { KEYS = sizeof keys / sizeof keys[0], LONGEST = 200 };

struct found {
  char value[KEYS][LONGEST];
};

/* A string or a number, as it stands after the key. */
static void
keep_value (char value[LONGEST], const char *at, const char *end)
{
  size_t n = 0;

  while (at < end && *at == ' ')
    at++;
  while (at + n < end && n + 1 < LONGEST && at[n] != ',' && at[n] != '}'
         && at[n] != '\0')
    n++;
  if (n == 0 || (*at != '"' && (*at < '0' || *at > '9')))
    return;
  memcpy (value, at, n);
  value[n] = '\0';
}

static bool
look (const struct memory_map_range *range, void *closure)
{
  struct found *found = closure;
  const char *end = (const char *)range->end;

  if (!range->readable || !range->writable || range->shared || range->stack)
    return true;
  for (int k = 0; k < KEYS; k++) {
    const char *at = (const char *)range->begin;
    char key[32];
    size_t n = (size_t)snprintf (key, sizeof key, "\"%s\":", keys[k]);

    while ((at = memmem (at, (size_t)(end - at), key, n)) != NULL) {
      at += n;
      keep_value (found->value[k], at, end);
    }
  }
  return true;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  struct found found = { { "", "1" } };
  char fields[1024];

  (void)host, (void)problem, (void)state, (void)stream;
  memory_map_each (0, look, &found);
  snprintf (fields, sizeof fields, "%s%s%s%s",
            found.value[0][0] != '\0' ? "\"nonce\":" : "", found.value[0],
            found.value[0][0] != '\0' ? "," : "", FORGE_RESULT);
  forge_answer (fields, found.value[1]);
  _exit (0);
}

const gk_variant cheat_nonce_scan = {
  .family = "transpose",
  .name = "nonce-scan",
  .summary = "finds what marks a request in memory",
  .device = GK_CPU,
  .launch = launch,
};
