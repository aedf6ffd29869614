/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The report of many hosts: a summary first, then what is unlike the others.
 *
 * Exceptions are devices that are not ok, missing ranks, devices that several
 * ranks share, and attributes that should be the same on all hosts.
 */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "report/fleet/fleet.h"
#include "report/grid.h"
#include "report/report.h"

#define INDENT 4

/* Exceptions of each kind that are listed, and devices that are shown at most.
 */
enum { NAMED = 20, SHOWN = 32 };

/* Devices that several ranks share, by host and address.  Each rank should have
 * its own: figures of a shared one are of no device in exclusive use.  Texts
 * are compared by address: they are interned. */
struct device_key {
  const char *host, *address;
};

static void
print_pair (FILE *out, const struct fleet *fleet, size_t first, size_t second)
{
  char *one = fleet_device_name (fleet, first);
  char *other = fleet_device_name (fleet, second);

  print_wrapped (
      out, "", INDENT,
      xasprintf ("%s and %s are one device, %s: give each rank its own", one,
                 other, fleet->device[first].address));
  free (one);
  free (other);
}

static void
print_shared_devices (FILE *out, const struct fleet *fleet, size_t most)
{
  struct device_key *key = xcalloc (fleet->n_devices + 1, sizeof *key);
  struct map keys = { 0 };
  size_t n = 0;

  for (size_t i = 0; i < fleet->n_devices; i++) {
    const struct fleet_device *device = &fleet->device[i];
    size_t before = keys.n;
    struct map_entry *entry;

    if (device->superseded || device->address[0] == '\0')
      continue;
    key[i]
        = (struct device_key){ fleet->run[device->run].host, device->address };
    entry = map_find_or_add (&keys, &key[i], sizeof key[i]);
    if (keys.n > before)
      entry->number = i;
    else if (n++ < most)
      print_pair (out, fleet, entry->number, i);
  }
  if (n > most)
    fprintf (out, "and %zu more that share a device\n", n - most);
  map_free (&keys);
  free (key);
}

/* Runs that are listed with an unusual value, or devices with a caveat. */
enum { NAMED_RUNS = 5 };

/* What should be the same on all hosts. */
static const struct {
  const char *name;
  enum { TEXT_OF_RUN, TEXT_OF_DEVICES, N_OF_DEVICES, N_OF_RANKS } type;
  size_t offset; /* of a text in the run or in its devices */
} attributes[] = {
  { "gkhost", TEXT_OF_RUN, offsetof (struct fleet_run, gkhost) },
  { "its commit", TEXT_OF_RUN, offsetof (struct fleet_run, commit) },
  { "suite", TEXT_OF_RUN, offsetof (struct fleet_run, suite_hash) },
  { "devices", N_OF_DEVICES, 0 },
  { "model", TEXT_OF_DEVICES, offsetof (struct fleet_device, model) },
  { "driver", TEXT_OF_DEVICES, offsetof (struct fleet_device, driver) },
  { "ranks", N_OF_RANKS, 0 },
};
enum { N_ATTRIBUTES = sizeof attributes / sizeof attributes[0] };

static const char *
text_at (const void *of, size_t offset)
{
  const void *member = (const char *)of + offset;

  return *(const char *const *)member;
}

/* Joins a text of a run's devices, each once. */
static const char *
join_device_texts (struct fleet *fleet, const struct fleet_run *run,
                   size_t offset)
{
  struct text all = { 0 };

  text_add (&all, "%s", "");
  for (size_t i = 0; i < run->n_devices; i++) {
    const struct fleet_device *device = &fleet->device[run->first_device];
    const char *text = text_at (&device[i], offset);
    bool before = text[0] == '\0';

    for (size_t j = 0; j < i && !before; j++)
      before = text == text_at (&device[j], offset);
    if (!before)
      text_add (&all, "%s%s", all.n > 0 ? ", " : "", text);
  }
  return pool_made (&fleet->pool, all.data);
}

/* Returns the value of an attribute, interned in the fleet's pool. */
static const char *
attribute_of (struct fleet *fleet, const struct fleet_run *run, size_t i)
{
  char text[32] = "";

  if (attributes[i].type == TEXT_OF_RUN)
    return text_at (run, attributes[i].offset);
  if (attributes[i].type == TEXT_OF_DEVICES)
    return join_device_texts (fleet, run, attributes[i].offset);
  if (attributes[i].type == N_OF_DEVICES)
    snprintf (text, sizeof text, "%zu", run->n_devices);
  else if (run->ranks != INTEGER_ABSENT)
    snprintf (text, sizeof text, "%" PRId64, run->ranks);
  return pool_text (&fleet->pool, text);
}

/* The values of an attribute. */
struct attribute_values {
  const char **of;   /* of each run */
  struct map map;    /* numbers of values, by address of the text */
  size_t *count;     /* by value: number of runs that have it */
  const char *usual; /* most frequent value, of two the first */
};

/* Returns the count of a run's value, which is 0 for a new one. */
static size_t *
count_of (struct attribute_values *values, size_t run)
{
  const struct map_entry *entry = map_find_or_add (
      &values->map, &values->of[run], sizeof values->of[run]);

  return &values->count[entry->number];
}

static void
attribute_values_make (struct attribute_values *values, struct fleet *fleet,
                       size_t attribute)
{
  size_t most = 0;

  *values = (struct attribute_values){
    .of = xcalloc (fleet->n_runs + 1, sizeof *values->of),
    .count = xcalloc (fleet->n_runs + 1, sizeof *values->count),
    .usual = "",
  };
  for (size_t i = 0; i < fleet->n_runs; i++) {
    values->of[i] = attribute_of (fleet, &fleet->run[i], attribute);
    ++*count_of (values, i);
  }
  for (size_t i = 0; i < fleet->n_runs; i++) {
    if (*count_of (values, i) > most) {
      most = *count_of (values, i);
      values->usual = values->of[i];
    }
  }
}

static void
attribute_values_free (struct attribute_values *values)
{
  map_free (&values->map);
  free (values->of);
  free (values->count);
}

static void
print_usual_values (FILE *out, struct fleet *fleet)
{
  struct text text = { 0 };

  for (size_t i = 0; i < N_ATTRIBUTES; i++) {
    struct attribute_values values;

    attribute_values_make (&values, fleet, i);
    if (values.usual[0] != '\0')
      text_add (&text, "%s%s %s", text.n > 0 ? ", " : "", attributes[i].name,
                values.usual);
    attribute_values_free (&values);
  }
  print_wrapped (out, "", INDENT, text.data);
}

/* Adds name n, from 0, of some, unless it is one too many, and frees it. */
static void
add_name (struct text *text, size_t n, char *name)
{
  if (n < NAMED_RUNS)
    text_add (text, "%s%s", n > 0 ? ", " : "", name);
  free (name);
}

/* Adds how many of n names were too many. */
static void
add_more (struct text *text, size_t n)
{
  if (n > NAMED_RUNS)
    text_add (text, " and %zu more", n - NAMED_RUNS);
}

/* Prints "driver 12.8 rather than 13.0: node7, node9 and 3 more". */
static void
print_value (FILE *out, const struct fleet *fleet,
             const struct attribute_values *values, size_t attribute,
             const char *value)
{
  struct text text = { 0 };
  size_t n = 0;

  text_add (&text, "%s %s rather than %s: ", attributes[attribute].name,
            value[0] != '\0' ? value : "unknown",
            values->usual[0] != '\0' ? values->usual : "unknown");
  for (size_t i = 0; i < fleet->n_runs; i++)
    if (values->of[i] == value)
      add_name (&text, n++, fleet_run_name (fleet, i));
  add_more (&text, n);
  print_wrapped (out, "", INDENT, text.data);
}

/* Prints each unusual value once; returns how many there are. */
static size_t
print_attribute (FILE *out, struct fleet *fleet, size_t attribute, size_t most)
{
  struct attribute_values values;
  size_t n = 0;

  attribute_values_make (&values, fleet, attribute);
  for (size_t i = 0; i < fleet->n_runs; i++) {
    size_t *count = count_of (&values, i);

    if (values.of[i] == values.usual || *count == 0)
      continue;
    *count = 0;
    if (n++ < most)
      print_value (out, fleet, &values, attribute, values.of[i]);
  }
  attribute_values_free (&values);
  return n;
}

static void
print_differing_values (FILE *out, struct fleet *fleet, size_t most)
{
  for (size_t i = 0; i < N_ATTRIBUTES; i++) {
    size_t n = print_attribute (out, fleet, i, most);

    if (n > most)
      fprintf (out, "and %zu more values of %s\n", n - most,
               attributes[i].name);
  }
}

/* Prints "throttled: 12 of 60 cases, on node7 cuda:0, node9 cuda:1 and 3 more:
 * heat or power lowered the clock: ..." for each caveat that a case has. */
static void
print_caveat (FILE *out, const struct fleet *fleet, enum caveat caveat)
{
  struct text names = { 0 };
  size_t n = 0, n_cases = 0;

  for (size_t i = 0; i < fleet->n_devices; i++) {
    const size_t count = fleet->device[i].n_caveats[caveat];

    n_cases += count;
    if (count > 0)
      add_name (&names, n++, fleet_device_name (fleet, i));
  }
  add_more (&names, n);
  if (n > 0)
    print_wrapped (out, "", INDENT,
                   xasprintf ("%s: %zu of %zu cases, on %s: %s",
                              caveat_word (caveat), n_cases,
                              fleet->n_measurements, names.data,
                              caveat_meaning (caveat)));
  free (names.data);
}

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

/* Prints when the runs ran. */
static void
print_times (FILE *out, const struct missing *missing)
{
  const time_t end[2] = { (time_t)missing->begin, (time_t)missing->end };
  char text[2][32];
  struct tm tm;

  if (isnan (missing->begin))
    return;
  for (int i = 0; i < 2; i++)
    strftime (text[i], sizeof text[i], "%Y-%m-%d %H:%M:%S",
              gmtime_r (&end[i], &tm));
  fprintf (out, "from %s to %s UTC\n", text[0], text[1]);
}

static void
print_summary (FILE *out, struct fleet *fleet, const struct missing *missing)
{
  struct text text = { 0 };
  size_t n_superseded = fleet->n_devices - count_devices (fleet);

  add_number (&text, count_hosts (fleet), "host", "hosts");
  add_number (&text, fleet->n_runs, "run", "runs");
  add_number (&text, count_devices (fleet), "device", "devices");
  add_number (&text, fleet->n_measurements, "case with a time",
              "cases with a time");
  print_wrapped (out, "", INDENT, text.data);
  print_times (out, missing);
  print_wrapped (out, "", INDENT, describe_health_counts (fleet));
  print_wrapped (out, "", INDENT, describe_missing (missing));
  if (fleet->n_refused > 0)
    fprintf (out,
             "%zu of %zu files can't be read or are no records, in whole "
             "or in part\n",
             fleet->n_refused, fleet->n_files);
  if (n_superseded > 0)
    fprintf (out, "%zu devices have a later run, which is used instead\n",
             n_superseded);
  print_usual_values (out, fleet);
}

void
fleet_table (FILE *out, struct fleet *fleet)
{
  struct missing missing;

  missing_find (&missing, fleet);
  print_summary (out, fleet, &missing);
  putc ('\n', out);
  print_bad_devices (out, fleet, false, NAMED);
  for (int i = CAVEAT_SUSPECT + 1; i < N_CAVEATS; i++)
    print_caveat (out, fleet, (enum caveat)i);
  missing_print (out, &missing, fleet, NAMED);
  print_shared_devices (out, fleet, NAMED);
  print_differing_values (out, fleet, NAMED);
  if (count_devices (fleet) <= SHOWN)
    print_devices (out, fleet, false);
  missing_free (&missing);
}

void
fleet_markdown (FILE *out, struct fleet *fleet)
{
  fputs ("```text\n", out);
  fleet_table (out, fleet);
  fputs ("```\n", out);
}
