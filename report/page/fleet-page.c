/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The report of many hosts: totals first, then the devices and hosts that
 * differ from the others, then a map of all.
 */
#include <config.h>

#include <stdlib.h>

#include "base/text.h"
#include "base/wrap.h"
#include "base/xalloc.h"
#include "report/fleet/devices.h"
#include "report/fleet/differing.h"
#include "report/page/heat-map.h"
#include "report/fleet/missing.h"
#include "report/report.h"
#include "report/fleet/shared-devices.h"
#include "report/fleet/device-health.h"

#define INDENT 4

/* At most that many of each kind of exception are named, and the table of
 * devices is printed for at most that many. */
enum { NAMED = 20, SHOWN = 32 };

static size_t
count_hosts (const struct fleet *fleet)
{
  struct map hosts = { 0 };
  size_t n;

  for (size_t i = 0; i < fleet->n_runs; i++)
    map_find_or_add (&hosts, &fleet->run[i].host, sizeof fleet->run[i].host);
  n = hosts.n;
  map_free (&hosts);
  return n;
}

static size_t
count_devices (const struct fleet *fleet)
{
  size_t n = 0;

  for (size_t i = 0; i < fleet->n_devices; i++)
    n += !fleet->device[i].superseded;
  return n;
}

static void
add_number (struct text *text, size_t n, const char *one, const char *many)
{
  text_add (text, "%s%zu %s", text->n > 0 ? ", " : "", n, n == 1 ? one : many);
}

static void
print_summary (FILE *out, struct fleet *fleet, const struct missing *missing)
{
  struct text text = { 0 };
  char *health = describe_health_counts (fleet);
  char *lack = describe_missing (missing);
  size_t n_superseded = fleet->n_devices - count_devices (fleet);

  add_number (&text, count_hosts (fleet), "host", "hosts");
  add_number (&text, fleet->n_runs, "run", "runs");
  add_number (&text, count_devices (fleet), "device", "devices");
  add_number (&text, fleet->n_measurements, "case with a time",
              "cases with a time");
  wrap_print (out, "", INDENT, text.data);
  free (text.data);
  wrap_print (out, "", INDENT, health);
  if (lack != NULL)
    wrap_print (out, "", INDENT, lack);
  if (fleet->n_refused > 0)
    fprintf (out,
             "%zu of %zu files can't be read or are no records, in whole "
             "or in part\n",
             fleet->n_refused, fleet->n_files);
  if (n_superseded > 0)
    fprintf (out, "%zu devices have a later run, which is used instead\n",
             n_superseded);
  print_usual_values (out, fleet);
  free (health);
  free (lack);
}

static void
print_exceptions (FILE *out, struct fleet *fleet, const struct missing *missing)
{
  putc ('\n', out);
  print_bad_devices (out, fleet, false, NAMED);
  missing_print (out, missing, fleet, NAMED);
  print_shared_devices (out, fleet, NAMED);
  print_differing_values (out, fleet, NAMED);
}

void
fleet_table (FILE *out, struct fleet *fleet)
{
  struct missing missing;

  missing_find (&missing, fleet);
  print_summary (out, fleet, &missing);
  print_exceptions (out, fleet, &missing);
  if (count_devices (fleet) <= SHOWN)
    print_devices (out, fleet, false);
  print_heat_map (out, fleet);
  missing_free (&missing);
}

void
fleet_markdown (FILE *out, struct fleet *fleet)
{
  fputs ("```text\n", out);
  fleet_table (out, fleet);
  fputs ("```\n", out);
}
