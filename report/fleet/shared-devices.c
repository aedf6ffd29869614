/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/wrap.h"
#include "base/xalloc.h"
#include "report/fleet/shared-devices.h"

#define INDENT 4

/* By address of their texts: each is kept once. */
struct device_key {
  const char *host, *address;
};

static void
print_pair (FILE *out, const struct fleet *fleet, size_t first, size_t second)
{
  char *one = fleet_device_name (fleet, first);
  char *other = fleet_device_name (fleet, second);
  char *text
      = xasprintf ("%s and %s are one device, %s: give each rank its own", one,
                   other, fleet->device[first].address);

  wrap_print (out, "", INDENT, text);
  free (one);
  free (other);
  free (text);
}

void
print_shared_devices (FILE *out, const struct fleet *fleet, size_t most)
{
  struct device_key *place = xcalloc (fleet->n_devices + 1, sizeof *place);
  struct map places = { 0 };
  size_t n = 0;

  for (size_t i = 0; i < fleet->n_devices; i++) {
    const struct fleet_device *device = &fleet->device[i];
    size_t before = places.n;
    struct map_entry *entry;

    if (device->superseded || device->address[0] == '\0')
      continue;
    place[i]
        = (struct device_key){ fleet->run[device->run].host, device->address };
    entry = map_find_or_add (&places, &place[i], sizeof place[i]);
    if (places.n > before)
      entry->number = i;
    else if (n++ < most)
      print_pair (out, fleet, entry->number, i);
  }
  if (n > most)
    fprintf (out, "and %zu more that share a device\n", n - most);
  map_free (&places);
  free (place);
}
