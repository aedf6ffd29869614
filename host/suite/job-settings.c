/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/processors.h"
#include "base/xalloc.h"
#include "plugin/catalog.h"
#include "suite/job.h"

/* ---- Keys ---- */

/* In a text that is one paragraph each is replaced by a blank. */
#define LINE_ENDS "\t\n\r\v\f"

static void
diagnose_device (struct job_builder *builder, const struct entry *entry,
                 const char *word)
{
  char *forms = selector_forms ();
  bool blank = list_blank_inside (word);

  diagnose_entry (&builder->diagnostics, entry,
                  "device: no such device '%s': %s%s", word,
                  blank ? LIST_BLANK_HINT : "write ", blank ? "" : forms);
  free (forms);
}

static void
apply_devices (struct job_builder *builder, const struct entry *entry)
{
  struct selectors *devices = &builder->job->devices;
  struct selector selector;
  struct list list;

  if (!list_split (&list, entry->value)) {
    diagnose_entry (&builder->diagnostics, entry, "device: " LIST_EMPTY_HINT);
    return;
  }
  selectors_free (devices);
  for (size_t i = 0; i < list.n; i++)
    if (selector_parse (&selector, list.item[i]))
      selectors_append (devices, &selector);
    else
      diagnose_device (builder, entry, list.item[i]);
  list_free (&list);
}

static void
apply_cpus (struct job_builder *builder, const struct entry *entry)
{
  cpu_set_t set;
  char *why = processors_parse (&set, entry->value);

  if (why != NULL)
    diagnose_entry (&builder->diagnostics, entry, "cpus: %s", why);
  else {
    free (builder->job->cpus);
    builder->job->cpus = processors_format (&set);
  }
  free (why);
}

static void
apply_note (struct job_builder *builder, const struct entry *entry)
{
  char *note = xstrdup (entry->value);

  for (char *c = strpbrk (note, LINE_ENDS); c != NULL;
       c = strpbrk (c, LINE_ENDS))
    *c = ' ';
  free (builder->job->note);
  builder->job->note = note;
}

static void
apply_search (struct job_builder *builder, const struct entry *entry,
              char *(*parse) (struct search *, const char *))
{
  char *why = parse (&builder->job->search, entry->value);

  if (why != NULL)
    diagnose_entry (&builder->diagnostics, entry, "%s: %s", entry->key, why);
  free (why);
}

/* Reports a key for the whole run that is not in [suite]. */
static void
check_section (struct job_builder *builder, const struct entry *entry)
{
  if (!diagnostics_is_default (&builder->diagnostics, entry))
    diagnose_entry (&builder->diagnostics, entry,
                    "%s: this is one for the whole run: write it in [%s]",
                    entry->key, SUITE_DEFAULTS);
}

static const char *const parallels[] = { "devices", "no" };
const struct names parallel_names
    = { parallels, sizeof parallels / sizeof parallels[0] };

void
builder_apply_whole (struct job_builder *builder, struct jobs *jobs)
{
  const struct entry *parallel
      = section_entry (builder->diagnostics.defaults, "parallel");
  int value;

  if (parallel == NULL)
    return;
  value = names_find (&parallel_names, parallel->value);
  if (value >= 0)
    jobs->parallel = (enum parallel)value;
  else
    diagnose_entry (&builder->diagnostics, parallel,
                    "parallel: write devices or no, not '%s'", parallel->value);
}

void
builder_apply_default_devices (struct job_builder *builder)
{
  const struct setting *device = setting_at ((size_t)setting_find ("device"));
  const struct entry *given = suite_entry (&builder->diagnostics, "device");
  const struct selectors *preset = builder->presets->devices;
  struct selectors *devices = &builder->job->devices;
  struct selector selector;
  /* A -s for this job wins. */
  bool set = given != NULL && given->line == 0
             && !diagnostics_is_default (&builder->diagnostics, given);

  if (preset != NULL && !set) {
    builder->job->devices_preset = true;
    selectors_free (devices);
    for (size_t i = 0; i < preset->n; i++)
      selectors_append (devices, &preset->item[i]);
  } else if (devices->n == 0 && selector_parse (&selector, device->text))
    selectors_append (devices, &selector);
}

/* Parses an entry's values of an option, which messages call `what`. */
static bool
parse_values (struct job_builder *builder, const gk_option *option,
              const struct entry *entry, const char *what, struct sweep *sweep)
{
  char *why;

  if (sweep_parse (sweep, option, entry->value, &why))
    return true;
  diagnose_entry (&builder->diagnostics, entry, "%s: %s", what, why);
  free (why);
  return false;
}

bool
builder_parse_setting (struct job_builder *builder,
                       const struct setting *setting, const struct entry *entry,
                       struct sweep *sweep)
{
  if (!parse_values (builder, &setting->option, entry, entry->key, sweep))
    return false;
  if (setting->list || sweep->n == 1)
    return true;
  diagnose_entry (&builder->diagnostics, entry,
                  "%s: takes one value, not a list", entry->key);
  sweep_free (sweep);
  return false;
}

void
builder_apply_setting (struct job_builder *builder, size_t i,
                       const struct entry *entry)
{
  const struct setting *setting = setting_at (i);
  struct sweep sweep;

  if (setting->whole)
    check_section (builder, entry);
  if (strcmp (setting->option.name, "device") == 0)
    apply_devices (builder, entry);
  if (strcmp (setting->option.name, "cpus") == 0)
    apply_cpus (builder, entry);
  if (strcmp (setting->option.name, "note") == 0)
    apply_note (builder, entry);
  if (strcmp (setting->option.name, "search") == 0)
    apply_search (builder, entry, search_parse);
  if (strcmp (setting->option.name, "search_seed") == 0)
    apply_search (builder, entry, search_parse_seed);
  if (setting->names
      || !builder_parse_setting (builder, setting, entry, &sweep))
    return;
  if (setting->mode) {
    builder->mode[i] = sweep;
    return;
  }
  setting_set (setting, &builder->job->settings, sweep.value[0]);
  sweep_free (&sweep);
}

void
builder_make_modes (struct job_builder *builder)
{
  struct job *job = builder->job;
  size_t n = 1;

  for (size_t i = 0; i < settings_count (); i++)
    n *= builder->mode[i].n > 0 ? builder->mode[i].n : 1;
  job->n_modes = n;
  job->mode = xcalloc (n, sizeof *job->mode);
  for (size_t j = 0; j < n; j++) {
    struct settings settings = job->settings;
    size_t rest = j;

    for (size_t i = settings_count (); i-- > 0;) {
      const struct sweep *sweep = &builder->mode[i];

      if (sweep->n == 0)
        continue;
      setting_set (setting_at (i), &settings, sweep->value[rest % sweep->n]);
      rest /= sweep->n;
    }
    job->mode[j] = settings.mode;
  }
}

/* Where the suite gives only one of a least and a most, the other follows:
 * max_samples = 3 alone is no contradiction. */
static void
reconcile_pair (struct job_builder *builder, const struct setting *least,
                const struct setting *most)
{
  const struct diagnostics *diagnostics = &builder->diagnostics;
  struct settings *settings = &builder->job->settings;
  const struct entry *low = suite_entry (diagnostics, least->option.name);
  const struct entry *high = suite_entry (diagnostics, most->option.name);

  if (low == NULL)
    setting_set (least, settings, setting_get (most, settings));
  else if (high == NULL)
    setting_set (most, settings, setting_get (least, settings));
  else
    diagnose_entry (&builder->diagnostics,
                    diagnostics_is_default (diagnostics, high) ? low : high,
                    "%s is more than %s", least->option.name,
                    most->option.name);
}

void
builder_reconcile (struct job_builder *builder)
{
  const struct settings *settings = &builder->job->settings;
  const struct setting *least, *most;

  for (size_t i = 0; (least = setting_at (i)) != NULL; i++) {
    gk_value low, high;

    if (least->most == NULL)
      continue;
    most = setting_at ((size_t)setting_find (least->most));
    low = setting_get (least, settings);
    high = setting_get (most, settings);
    if (least->option.type == GK_REAL ? low.f > high.f : low.i > high.i)
      reconcile_pair (builder, least, most);
  }
}

/* ---- Options and tunables ---- */

/* Makes a sweep of each option's default alone. */
static struct sweep *
sweeps_of (const struct option_list *options)
{
  struct sweep *sweep = xcalloc (options->n, sizeof *sweep);

  for (size_t i = 0; i < options->n; i++)
    sweep_set (&sweep[i], options->option[i].value);
  return sweep;
}

static void
free_sweeps (struct sweep *sweep, size_t n)
{
  for (size_t i = 0; sweep != NULL && i < n; i++)
    sweep_free (&sweep[i]);
  free (sweep);
}

void
builder_start_options (struct job *job)
{
  job->option = sweeps_of (&job->family->options);
  for (size_t i = 0; i < job->n_variants; i++) {
    struct job_variant *v = &job->variant[i];

    v->tunable = sweeps_of (&v->variant->options);
    v->tuned = xcalloc (v->variant->options.n, sizeof *v->tuned);
  }
}

void
builder_free_options (struct job *job)
{
  if (job->family != NULL)
    free_sweeps (job->option, job->family->options.n);
  for (size_t i = 0; i < job->n_variants; i++) {
    free_sweeps (job->variant[i].tunable, job->variant[i].variant->options.n);
    free (job->variant[i].tuned);
  }
}

/* Replaces the values of an option by those of an entry; false after a message.
 */
static bool
set_values (struct job_builder *builder, const gk_option *option,
            const struct entry *entry, const char *what, struct sweep *sweep)
{
  struct sweep parsed;

  if (!parse_values (builder, option, entry, what, &parsed))
    return false;
  sweep_free (sweep);
  *sweep = parsed;
  return true;
}

bool
builder_apply_option (struct job_builder *builder, const struct entry *entry)
{
  struct job *job = builder->job;
  int index = option_find (&job->family->options, entry->key);
  bool found = index >= 0, good = !found;

  if (found)
    set_values (builder, &job->family->options.option[index], entry, entry->key,
                &job->option[index]);
  for (size_t i = 0; i < job->n_variants && good; i++) {
    struct job_variant *v = &job->variant[i];
    char *what;

    found |= companion_has_tunable (v->variant, entry->key);
    index = option_find (&v->variant->options, entry->key);
    if (index < 0)
      continue;
    found = true;
    what = xasprintf ("%s (of variant %s)", entry->key, v->variant->name);
    good = set_values (builder, &v->variant->options.option[index], entry, what,
                       &v->tunable[index]);
    v->tuned[index] = true;
    free (what);
  }
  return found;
}

const struct variant_desc *
builder_variant_with (const struct catalog *catalog,
                      const struct family_desc *family, const char *key)
{
  for (size_t i = 0; i < catalog->n_variants; i++)
    if (strcmp (catalog->variant[i]->family, family->name) == 0
        && (option_find (&catalog->variant[i]->options, key) >= 0
            || companion_has_tunable (catalog->variant[i], key)))
      return catalog->variant[i];
  return NULL;
}

static void
offer_options (struct nearest *nearest, const struct option_list *options)
{
  for (size_t i = 0; i < options->n; i++)
    nearest_consider (nearest, options->option[i].name);
}

void
builder_offer_keys (struct nearest *nearest, const struct catalog *catalog,
                    const struct family_desc *family)
{
  offer_options (nearest, &family->options);
  for (size_t i = 0; i < settings_count (); i++)
    nearest_consider (nearest, setting_at (i)->option.name);
  for (size_t i = 0; i < catalog->n_variants; i++)
    if (strcmp (catalog->variant[i]->family, family->name) == 0) {
      offer_options (nearest, &catalog->variant[i]->options);
      companion_offer_tunables (catalog->variant[i], nearest);
    }
}

void
builder_diagnose_unknown (struct job_builder *builder,
                          const struct entry *entry)
{
  const struct family_desc *family = builder->job->family;
  const struct variant_desc *variant
      = builder_variant_with (builder->catalog, family, entry->key);
  struct nearest nearest = { .wanted = entry->key };
  char *hint = NULL, *all = NULL;

  if (variant != NULL && !builder->variants_good)
    return;
  if (variant != NULL) {
    diagnose_entry (
        &builder->diagnostics, entry,
        "'%s' is a key of variant %s, which this job doesn't select",
        entry->key, variant->name);
    return;
  }
  builder_offer_keys (&nearest, builder->catalog, family);
  if (nearest.best == NULL) {
    for (size_t i = 0; i < family->options.n; i++)
      all = list_append (all, family->options.option[i].name);
    if (all != NULL)
      hint = xasprintf (": family %s takes %s, and each job the keys of "
                        "gkhost.ini(5)",
                        family->name, all);
    free (all);
  }
  if (hint == NULL)
    hint = nearest_hint (&nearest);
  diagnose_entry (&builder->diagnostics, entry, "unknown key '%s'%s",
                  entry->key, hint);
  free (hint);
}
