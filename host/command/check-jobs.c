/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "command/commands.h"

/* The sizes of a problem get the first EACH numbers in turn.  A size whose
 * default is 0, such as padding, gets the last. */
enum { EACH = 4, N_SIZES };

/* The least sizes, primes below and above the usual tiles, and multiples of
 * those tiles.  What takes no padding must not get by without an edge. */
static const int64_t small[][N_SIZES] = {
  { 1, 1, 1, 1, 0 },       { 31, 67, 17, 5, 3 },    { 128, 64, 256, 64, 0 },
  { 257, 131, 67, 33, 3 }, { 257, 131, 67, 33, 0 },
};
/* More than the first wave of blocks of a launch, and more than the caches. */
static const int64_t large[][N_SIZES] = {
  { 1021, 1543, 769, 1031, 0 },
  { 4099, 2053, 1027, 3079, 3 },
};
/* Larger than the largest tiles, and multiples of none. */
static const int64_t middle[N_SIZES] = { 515, 387, 259, 130, 3 };
/* The same of a family of four sizes or more, the first of which counts
 * problems, often: the product of all is what a reference takes. */
static const int64_t large_of_four[N_SIZES] = { 67, 515, 387, 259, 3 };
static const int64_t middle_of_four[N_SIZES] = { 5, 387, 259, 130, 3 };

/* The largest value tried of an integer tunable, unless its default or its
 * minimum is larger: a range may be open-ended. */
enum { TUNABLE_MOST = 4096 };

/* Whether the option is a size of the problem. */
static bool
is_size (const gk_option *o)
{
  return o->type == GK_INT && (o->flags & GK_OPTION_SIZE) != 0;
}

/* Size number i, a multiple where that is no padding, clamped to the option's
 * range. */
static int64_t
size_of (const gk_option *o, const int64_t *sizes, size_t i, uint32_t multiple)
{
  int64_t size = sizes[o->value.i == 0 ? EACH : i % EACH];

  if (size < o->min)
    size = o->min;
  if (multiple > 1 && (o->flags & GK_OPTION_PADDING) == 0)
    size += multiple - 1 - (size - 1) % multiple;
  return size > o->max ? o->max : size;
}

/* Whether these sizes, clamped, differ from those of the job before. */
static bool
makes_new_problems (const struct family_desc *family, const int64_t *sizes,
                    const int64_t *before, uint32_t multiple)
{
  for (size_t i = 0; i < family->options.n; i++) {
    const gk_option *o = &family->options.option[i];

    if (is_size (o)
        && size_of (o, sizes, i, multiple) != size_of (o, before, i, multiple))
      return true;
  }
  return false;
}

static void
sweep_add (struct sweep *sweep, gk_value value)
{
  XAPPEND (sweep->value, sweep->n) = value;
}

/* Sets the sweep to every allowed value of an option with names, except one. */
static void
sweep_all (struct sweep *sweep, const gk_option *o, int64_t but)
{
  struct names names = option_names (o);

  sweep_free (sweep);
  for (size_t i = 0; i < names.n; i++)
    if (option_allows (o, i) && (int64_t)i != but)
      sweep_add (sweep, (gk_value){ .i = (int64_t)i });
}

/* Sets the sweep to a tunable's extremes, or all its names, without the
 * default, which the jobs of sizes try. */
static void
sweep_beyond (struct sweep *sweep, const gk_option *o)
{
  int64_t bound = o->value.i > TUNABLE_MOST ? o->value.i : TUNABLE_MOST;
  int64_t most = o->max > bound && o->min < bound ? bound : o->max;

  if (o->type != GK_INT && o->type != GK_REAL) {
    sweep_all (sweep, o, o->value.i);
    return;
  }
  sweep_free (sweep);
  if (o->type == GK_REAL) {
    if (o->fmin < o->value.f)
      sweep_add (sweep, (gk_value){ .f = o->fmin });
    if (o->fmax > o->value.f)
      sweep_add (sweep, (gk_value){ .f = o->fmax });
    return;
  }
  if (o->min < o->value.i)
    sweep_add (sweep, (gk_value){ .i = o->min });
  if (most > o->value.i)
    sweep_add (sweep, (gk_value){ .i = most });
}

/* The larger of the two numbers of an option that was added later, less its
 * default. */
enum { LATER_MORE = 64 };

/* Sets the sweep to other values of a family's option than its default: each
 * name, or one other number, not far away.  Whole numbers mean too much: they
 * stay, but for one that was added later, which begins where all is as before,
 * and gets the next number and a larger one. */
static void
sweep_others (struct sweep *sweep, const gk_option *o)
{
  const double near[]
      = { o->value.f + 0.5, o->value.f - 0.5, o->fmin / 2 + o->fmax / 2 };

  sweep_free (sweep);
  if (o->type == GK_BOOL || o->type == GK_CHOICE)
    sweep_all (sweep, o, o->value.i);
  if (o->type == GK_INT && !is_size (o) && (o->flags & GK_OPTION_LATER) != 0)
    for (int64_t more = 1; more <= LATER_MORE; more += LATER_MORE - 1)
      if (o->value.i <= o->max - more)
        sweep_add (sweep, (gk_value){ .i = o->value.i + more });
  for (size_t i = 0; o->type == GK_REAL && i < GK_COUNT (near); i++)
    if (near[i] >= o->fmin && near[i] <= o->fmax && near[i] != o->value.f) {
      sweep_set (sweep, (gk_value){ .f = near[i] });
      return;
    }
}

/* Whether a sweep of the option, as one of the above sets it, has any value. */
static bool
has_values (const gk_option *o,
            void (*set) (struct sweep *sweep, const gk_option *o))
{
  struct sweep sweep = { 0 };
  bool any;

  set (&sweep, o);
  any = sweep.n > 0;
  sweep_free (&sweep);
  return any;
}

static bool
plugin_has_variant (const struct plugin_desc *plugin,
                    const struct family_desc *family,
                    const struct variant_desc *v)
{
  return v->plugin == plugin && strcmp (v->family, family->name) == 0;
}

/* Returns the names of the plugin's variants of a family, as a list with
 * commas; only of those of multiples of that, and with that tunable, unless it
 * is NULL.  NULL: there is none. To be freed. */
static char *
variants_with (const struct catalog *catalog, const struct plugin_desc *plugin,
               const struct family_desc *family, const char *tunable,
               uint32_t multiple)
{
  char *list = NULL;

  for (size_t i = 0; i < catalog->n_variants; i++) {
    const struct variant_desc *v = catalog->variant[i];

    if (plugin_has_variant (plugin, family, v) && v->multiple == multiple
        && (tunable == NULL || option_find (&v->options, tunable) >= 0))
      list = list_append (list, v->name);
  }
  return list;
}

/* Adds job FAMILY-NAME, or FAMILY-NAME-by-48 where sizes are multiples of 48.
 */
static void
add_job (struct check_jobs *jobs, struct check_job job,
         const struct family_desc *family, const char *name,
         const char *variants)
{
  char *title = job.multiple > 1 ? xasprintf ("%s-%s-by-%" PRIu32, family->name,
                                              name, job.multiple)
                                 : xasprintf ("%s-%s", family->name, name);
  struct section *section = suite_add_section (jobs->suite, title);

  section_add_entry (section, "family", family->name, 0);
  section_add_entry (section, "variant", variants, 0);
  XAPPEND (jobs->job, jobs->n) = job;
  free (title);
}

enum { N_SMALL = sizeof small / sizeof small[0] };
enum { N_LARGE = sizeof large / sizeof large[0] };

/* Whether a family has four sizes or more, padding left out. */
static bool
has_four_sizes (const struct family_desc *family)
{
  int n = 0;

  for (size_t i = 0; i < family->options.n; i++)
    n += is_size (&family->options.option[i])
         && (family->options.option[i].flags & GK_OPTION_PADDING) == 0;
  return n >= EACH;
}

/* Returns sizes number i of a family; the small ones come first. */
static const int64_t *
pick_sizes (const struct family_desc *family, size_t i)
{
  return i < N_SMALL               ? small[i]
         : has_four_sizes (family) ? large_of_four
                                   : large[i - N_SMALL];
}

static const int64_t *
pick_middle (const struct family_desc *family)
{
  return has_four_sizes (family) ? middle_of_four : middle;
}

static void
add_size_jobs (struct check_jobs *jobs, const struct family_desc *family,
               const char *variants, uint32_t multiple, bool with_large)
{
  const int64_t *before = NULL;
  int n = 0;

  for (size_t i = 0; i < N_SMALL + (with_large ? N_LARGE : 0); i++) {
    bool is_large = i >= N_SMALL;
    const int64_t *sizes = pick_sizes (family, i);
    const char name[] = { (char)('1' + n), '\0' };

    if (before == NULL
        || makes_new_problems (family, sizes, before, multiple)) {
      n++;
      add_job (jobs,
               (struct check_job){
                   .sizes = sizes, .multiple = multiple, .large = is_large },
               family, name, variants);
    }
    before = sizes;
  }
}

/* Adds a job of small sizes with all types and layouts for an option that is a
 * choice: each of its names may be other code for each type.  One that was
 * added later is for few variants. */
static void
add_choice (struct check_jobs *jobs, const struct family_desc *family,
            const char *variants, uint32_t multiple, const gk_option *o)
{
  char *name;

  if (o->type != GK_CHOICE || (o->flags & GK_OPTION_LATER) != 0
      || !has_values (o, sweep_others)
      || !makes_new_problems (family, small[1], pick_middle (family), multiple))
    return;
  name = xasprintf ("%s-types", o->name);
  add_job (jobs,
           (struct check_job){ .sizes = small[1],
                               .multiple = multiple,
                               .option = o->name,
                               .all_types = true },
           family, name, variants);
  free (name);
}

/* Adds a job for each option of the family that has other values. */
static void
add_options (struct check_jobs *jobs, const struct family_desc *family,
             const char *variants, uint32_t multiple)
{
  for (size_t i = 0; i < family->options.n; i++) {
    const gk_option *o = &family->options.option[i];
    if (has_values (o, sweep_others))
      add_job (jobs,
               (struct check_job){
                   .sizes = o->type == GK_INT ? small[1] : pick_middle (family),
                   .multiple = multiple,
                   .option = o->name },
               family, o->name, variants);
    add_choice (jobs, family, variants, multiple, o);
  }
}

static bool
has_job (const struct check_jobs *jobs, size_t from, const char *tunable,
         uint32_t multiple)
{
  for (size_t i = from; i < jobs->n; i++)
    if (jobs->job[i].tunable != NULL && jobs->job[i].multiple == multiple
        && strcmp (jobs->job[i].tunable, tunable) == 0)
      return true;
  return false;
}

/* Adds a job for each tunable, by name, of the variants. */
static void
add_tunables (struct check_jobs *jobs, const struct catalog *catalog,
              const struct plugin_desc *plugin,
              const struct family_desc *family)
{
  size_t first = jobs->n;

  for (size_t i = 0; i < catalog->n_variants; i++) {
    const struct variant_desc *v = catalog->variant[i];

    for (size_t j = 0;
         plugin_has_variant (plugin, family, v) && j < v->options.n; j++) {
      const gk_option *o = &v->options.option[j];
      char *variants;

      if (!has_values (o, sweep_beyond)
          || has_job (jobs, first, o->name, v->multiple))
        continue;
      variants = variants_with (catalog, plugin, family, o->name, v->multiple);
      add_job (jobs,
               (struct check_job){ .sizes = pick_middle (family),
                                   .multiple = v->multiple,
                                   .tunable = o->name },
               family, o->name, variants);
      free (variants);
    }
  }
}

/* Whether there are jobs for variants of such multiples. */
static bool
has_sizes (const struct check_jobs *jobs, size_t from, uint32_t multiple)
{
  for (size_t i = from; i < jobs->n; i++)
    if (jobs->job[i].multiple == multiple)
      return true;
  return false;
}

void
check_jobs_add (struct check_jobs *jobs, const struct catalog *catalog,
                const struct plugin_desc *plugin,
                const struct family_desc *family, bool with_large)
{
  const size_t first = jobs->n;

  for (size_t i = 0; i < catalog->n_variants; i++) {
    const struct variant_desc *v = catalog->variant[i];
    char *variants;

    if (!plugin_has_variant (plugin, family, v)
        || has_sizes (jobs, first, v->multiple))
      continue;
    variants = variants_with (catalog, plugin, family, NULL, v->multiple);
    add_size_jobs (jobs, family, variants, v->multiple, with_large);
    add_options (jobs, family, variants, v->multiple);
    free (variants);
  }
  add_tunables (jobs, catalog, plugin, family);
}

/* Sets the sweep of a type or layout to the default, and for each variant that
 * does not accept the default to the first that it accepts. */
static void
sweep_accepted (struct sweep *sweep, const gk_option *o, const struct job *job)
{
  sweep_free (sweep);
  for (size_t i = 0; i < job->n_variants; i++) {
    const struct variant_desc *v = job->variant[i].variant;
    uint64_t mask = o->type == GK_DTYPE ? v->dtypes : v->layouts;
    int64_t value = o->value.i;
    bool found = false;

    if (mask != 0 && (mask & GK_BIT (value)) == 0 && (mask & o->allowed) != 0)
      for (value = 0; (mask & o->allowed & GK_BIT (value)) == 0;)
        value++;
    for (size_t j = 0; j < sweep->n; j++)
      found |= sweep->value[j].i == value;
    if (!found)
      sweep_add (sweep, (gk_value){ .i = value });
  }
}

static void
start_tunable (struct job *job, const char *tunable)
{
  for (size_t i = 0; i < job->n_variants; i++) {
    struct job_variant *v = &job->variant[i];
    int j = option_find (&v->variant->options, tunable);

    /* A tunable of that name in another variant may have only its default. */
    if (j < 0 || !has_values (&v->variant->options.option[j], sweep_beyond))
      continue;
    sweep_beyond (&v->tunable[j], &v->variant->options.option[j]);
    v->tuned[j] = true;
  }
}

void
check_jobs_start (void *user, const struct section *section, struct job *job)
{
  const struct check_jobs *jobs = user;
  const struct suite *suite = jobs->suite;
  size_t first = suite_defaults (suite) != NULL;
  const struct check_job *checked
      = &jobs->job[(size_t)(section - suite->section) - first];

  for (size_t i = 0; i < job->family->options.n; i++) {
    const gk_option *o = &job->family->options.option[i];

    if (is_size (o))
      sweep_set (
          &job->option[i],
          (gk_value){ .i = size_of (o, checked->sizes, i, checked->multiple) });
    else if (checked->option != NULL && strcmp (o->name, checked->option) == 0)
      sweep_others (&job->option[i], o);
    else if (o->type != GK_DTYPE && o->type != GK_LAYOUT)
      continue;
    else if ((checked->tunable != NULL || checked->option != NULL)
             && !checked->all_types)
      sweep_accepted (&job->option[i], o, job);
    else
      sweep_all (&job->option[i], o, -1);
  }
  job->large = checked->large;
  if (checked->tunable != NULL)
    start_tunable (job, checked->tunable);
}

void
check_jobs_free (struct check_jobs *jobs)
{
  free (jobs->job);
  *jobs = (struct check_jobs){ 0 };
}
