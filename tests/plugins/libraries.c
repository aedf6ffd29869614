/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants of copy for the tests, which say in each way that there is which
 * library they are of.
 */
#include <config.h>

#include <signal.h>
#include <stdlib.h>

#include "right-copy.h"

static const char *
peer (const gk_host *host, void *state)
{
  (void)host, (void)state;
  return "libpeer 1.0";
}

static const char *
none (const gk_host *host, void *state)
{
  (void)host, (void)state;
  return NULL;
}

static const char *
empty (const gk_host *host, void *state)
{
  (void)host, (void)state;
  return "";
}

/* Longer than memory that anybody would copy it to, and cut in a character. */
static const char *
endless (const gk_host *host, void *state)
{
  static char text[1 << 20];

  (void)host, (void)state;
  for (size_t i = 0; i + 2 < sizeof text; i += 2)
    memcpy (text + i, "\xc3\xa4", 2);
  return text;
}

/* Any bytes: an escape, a line's end, and some that are no character. */
static const char *
odd (const gk_host *host, void *state)
{
  (void)host, (void)state;
  return "a\x1b[31m\nb\xff\x9b"
         "c\"\\";
}

static const char *
settled (const gk_host *host, void *state)
{
  (void)host, (void)state;
  return "libpeer 1.0\nby halves, workspace 1 MiB";
}

static const char *
crash (const gk_host *host, void *state)
{
  (void)host, (void)state;
  /* Whatever handler a sanitizer set is not what is tested. */
  signal (SIGSEGV, SIG_DFL);
  raise (SIGSEGV);
  return NULL;
}

#define VARIANT(f)                                                             \
  .family = "copy", .name = #f, .summary = "copies by a library",              \
  .device = GK_CPU, .launch = right, .library = f

static const gk_variant variants[] = {
  { VARIANT (peer), .flags = GK_PEER },
  { VARIANT (none) },
  { VARIANT (empty) },
  { VARIANT (endless) },
  { VARIANT (odd) },
  { VARIANT (settled) },
  { VARIANT (crash) },
};

GK_PLUGIN ("libraries", PACKAGE_VERSION, "copies by libraries", NULL, variants)
