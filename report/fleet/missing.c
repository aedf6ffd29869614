/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "report/fleet/fleet.h"
#include "report/grid.h"

#define INDENT 4

/* In seconds; records are not trusted. */
#define HALF_DAY (12 * 3600.0)
#define LONGEST (60 * HALF_DAY)

/* Returns the number of ranks that most runs report, so that one wrong run is
 * outvoted; of two equally frequent ones, the larger. */
static int64_t
find_rank_count (const struct fleet *fleet)
{
  struct map map = { 0 };
  size_t *count = xcalloc (fleet->n_runs + 1, sizeof *count), most = 0;
  int64_t ranks = 0;

  for (size_t i = 0; i < fleet->n_runs; i++) {
    const struct fleet_run *run = &fleet->run[i];
    size_t n;

    if (run->ranks == INTEGER_ABSENT)
      continue;
    n = ++count[map_find_or_add (&map, &run->ranks, sizeof run->ranks)->number];
    if (n > most || (n == most && run->ranks > ranks)) {
      most = n;
      ranks = run->ranks;
    }
  }
  map_free (&map);
  free (count);
  return ranks;
}

static bool
same_rank_before (const struct fleet *fleet, size_t i)
{
  return i > 0 && fleet->run[i].rank != INTEGER_ABSENT
         && fleet->run[i - 1].rank == fleet->run[i].rank
         && strcmp (fleet->run[i - 1].host, fleet->run[i].host) != 0;
}

/* False for a run of whose devices each has a later run. */
static bool
run_counts (const struct fleet *fleet, const struct fleet_run *run)
{
  const struct fleet_device *device = &fleet->device[run->first_device];

  for (size_t i = 0; i < run->n_devices; i++)
    if (!device[i].superseded)
      return true;
  return run->n_devices == 0;
}

/* Finds the runs that are apart from most others, and when all of them ran. */
static void
find_apart (struct missing *missing, const struct fleet *fleet)
{
  double *began = xcalloc (fleet->n_runs + 1, sizeof *began);
  double limit = HALF_DAY;
  size_t n = 0;

  missing->begin = missing->end = NAN;
  for (size_t i = 0; i < fleet->n_runs; i++) {
    const struct fleet_run *run = &fleet->run[i];
    const double wall_s = fmin (fmax (run->wall_s, 0), LONGEST);

    if (isnan (run->began) || !run_counts (fleet, run))
      continue;
    began[n++] = run->began;
    limit = fmax (limit, wall_s);
    missing->begin = fmin (missing->begin, run->began);
    missing->end = fmax (missing->end, run->began + wall_s);
  }
  qsort (began, n, sizeof *began, compare_reals);
  for (size_t i = 0; i < fleet->n_runs && n > 0; i++) {
    const struct fleet_run *run = &fleet->run[i];
    const double after = run->began - began[n / 2];

    missing->apart[i] = run_counts (fleet, run) && fabs (after) > limit;
    missing->n_apart += missing->apart[i];
    missing->n_stale += missing->apart[i] && after < 0 && run->ranks > 1;
  }
  free (began);
}

void
missing_find (struct missing *missing, const struct fleet *fleet)
{
  *missing = (struct missing){ .ranks = find_rank_count (fleet) };
  missing->there = xcalloc ((size_t)missing->ranks + 1, sizeof *missing->there);
  missing->n_missing = (size_t)missing->ranks;
  missing->apart = xcalloc (fleet->n_runs + 1, sizeof *missing->apart);
  find_apart (missing, fleet);
  for (size_t i = 0; i < fleet->n_runs; i++) {
    const struct fleet_run *run = &fleet->run[i];

    missing->n_broken += run->broken != NULL;
    missing->n_doubled += same_rank_before (fleet, i);
    if (run->rank < 0 || run->rank >= missing->ranks
        || missing->there[run->rank])
      continue;
    missing->there[run->rank] = true;
    missing->n_missing--;
  }
}

bool
missing_is_none (const struct missing *missing)
{
  return missing->n_missing + missing->n_broken + missing->n_doubled
             + missing->n_stale
         == 0;
}

void
missing_free (struct missing *missing)
{
  free (missing->there);
  free (missing->apart);
  *missing = (struct missing){ 0 };
}

/* Returns "3, 7-9 and 12 more", to be freed. */
static char *
list_ranges (const struct missing *missing, size_t most)
{
  struct text text = { 0 };
  size_t n = 0, n_listed = 0;

  for (int64_t from = 0, end; from < missing->ranks; from = end) {
    end = from + 1;
    if (missing->there[from])
      continue;
    while (end < missing->ranks && !missing->there[end])
      end++;
    if (n++ >= most)
      continue;
    text_add (&text, "%s%" PRId64, n > 1 ? ", " : "", from);
    if (end - from > 1)
      text_add (&text, "-%" PRId64, end - 1);
    n_listed += (size_t)(end - from);
  }
  if (n_listed < missing->n_missing)
    text_add (&text, " and %zu more", missing->n_missing - n_listed);
  return text.data;
}

void
missing_print_ranks (FILE *out, const struct missing *missing, size_t most)
{
  char *list;

  if (missing->n_missing == 0)
    return;
  list = list_ranges (missing, most);
  print_wrapped (out, missing->n_missing == 1 ? "rank " : "ranks ", INDENT,
                 xasprintf ("%s of %" PRId64 ": no run of %s is here", list,
                            missing->ranks,
                            missing->n_missing == 1 ? "it" : "them"));
  free (list);
}

static void
print_run (FILE *out, const struct fleet *fleet, size_t i, const char *what)
{
  const struct fleet_run *run = &fleet->run[i];
  char *name = fleet_run_name (fleet, i);
  char *lead = xasprintf ("%s: ", name);

  print_wrapped (out, lead, INDENT,
                 xasprintf ("%s; %zu %s in %s:%d", what, run->n_cases,
                            run->n_cases == 1 ? "case" : "cases",
                            text_or_empty (run->path), run->line));
  free (name);
  free (lead);
}

static void
print_apart (FILE *out, const struct fleet *fleet, size_t i)
{
  char *what = xasprintf ("it began %s, far from most others: leave it out, or "
                          "measure again",
                          fleet->run[i].started);

  print_run (out, fleet, i, what);
  free (what);
}

void
missing_print (FILE *out, const struct missing *missing,
               const struct fleet *fleet, size_t most)
{
  size_t n = 0;

  missing_print_ranks (out, missing, most);
  for (size_t i = 0; i < fleet->n_runs; i++) {
    const char *what = fleet->run[i].broken != NULL ? fleet->run[i].broken
                       : same_rank_before (fleet, i)
                           ? "another host has this rank, too: these runs "
                             "are of several jobs"
                           : NULL;

    if (what != NULL && n++ < most)
      print_run (out, fleet, i, what);
  }
  if (n > most)
    fprintf (out, "and %zu more that are not whole\n", n - most);
  n = 0;
  for (size_t i = 0; i < fleet->n_runs; i++)
    if (missing->apart[i] && n++ < most)
      print_apart (out, fleet, i);
  if (n > most)
    fprintf (out, "and %zu more of another time\n", n - most);
}

static void
add_count (struct text *text, size_t n, const char *one, const char *many)
{
  if (n > 0)
    text_add (text, "%s%zu %s", text->n > 0 ? ", " : "", n,
              n == 1 ? one : many);
}

char *
describe_missing (const struct missing *missing)
{
  struct text text = { 0 };

  add_count (&text, missing->n_missing, "rank missing", "ranks missing");
  add_count (&text, missing->n_broken, "run not whole", "runs not whole");
  add_count (&text, missing->n_doubled, "rank claimed twice",
             "ranks claimed twice");
  add_count (&text, missing->n_apart, "run of another time",
             "runs of another time");
  return text.data;
}
