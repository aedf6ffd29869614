/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A variant of copy for the tests, which logs of its buffers and of a workspace
 * whether huge pages were asked for them.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "right-copy.h"

/* Whether the mapping that an address lies in is marked. */
static const char *
pages_of (const void *address)
{
  FILE *maps = fopen ("/proc/self/smaps", "re");
  uintptr_t at = (uintptr_t)address, begin, end;
  const char *pages = "unknown";
  int within = 0;
  char line[512];

  while (maps != NULL && fgets (line, sizeof line, maps) != NULL) {
    if (sscanf (line, "%" SCNxPTR "-%" SCNxPTR " ", &begin, &end) == 2)
      within = begin <= at && at < end;
    else if (within && strncmp (line, "VmFlags:", 8) == 0)
      pages = strstr (line, " hg") != NULL ? "huge" : "default";
  }
  if (maps != NULL)
    fclose (maps);
  return pages;
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  const gk_copy *copy = problem;
  const void *workspace = host->workspace (host, 16 << 20);

  (void)device, (void)values, (void)state;
  host->log (host, "pages: src %s, dst %s, workspace %s", pages_of (copy->src),
             pages_of (copy->dst), pages_of (workspace));
  return GK_OK;
}

static const gk_variant variants[] = {
  { .family = "copy",
    .name = "tells-pages",
    .summary = "says which pages its memory is of",
    .device = GK_CPU,
    .launch = right,
    .prepare = prepare },
};

GK_PLUGIN ("pages", PACKAGE_VERSION, "copies that look at their memory", NULL,
           variants)
