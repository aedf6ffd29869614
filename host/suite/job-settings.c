/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/processors.h"
#include "base/xalloc.h"
#include "suite/job-builder.h"

/* In a text that is one paragraph each is replaced by a blank. */
#define LINE_ENDS "\t\n\r\v\f"

static void
diagnose_device (struct job_builder *builder, const struct entry *entry,
                 const char *word)
{
  char *forms = selector_forms ();
  bool blank = list_blank_inside (word);

  diagnose_entry (&builder->suite->diagnostics, builder->section, entry,
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
    diagnose_entry (&builder->suite->diagnostics, builder->section, entry,
                    "device: " LIST_EMPTY_HINT);
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
    diagnose_entry (&builder->suite->diagnostics, builder->section, entry,
                    "cpus: %s", why);
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
    diagnose_entry (&builder->suite->diagnostics, builder->section, entry,
                    "%s: %s", entry->key, why);
  free (why);
}

/* Reports a key for the whole run that is not in [suite]. */
static void
check_section (struct job_builder *builder, const struct entry *entry)
{
  size_t index;

  if (!diagnostics_is_default (&builder->suite->diagnostics, entry, &index))
    diagnose_entry (&builder->suite->diagnostics, builder->section, entry,
                    "%s: this is one for the whole run: write it in [%s]",
                    entry->key, SUITE_DEFAULTS);
}

static const char *const parallels[] = { "devices", "no" };
const struct names parallel_names
    = { parallels, sizeof parallels / sizeof parallels[0] };

void
builder_apply_whole (struct suite_builder *suite, struct jobs *jobs)
{
  const struct section *defaults = suite->diagnostics.defaults;
  const struct entry *parallel
      = defaults != NULL ? section_entry (defaults, "parallel") : NULL;
  int value;

  if (parallel == NULL)
    return;
  value = names_find (&parallel_names, parallel->value);
  if (value >= 0)
    jobs->parallel = (enum parallel)value;
  else
    diagnose_entry (&suite->diagnostics, defaults, parallel,
                    "parallel: write devices or no, not '%s'", parallel->value);
}

void
builder_apply_default_devices (struct job_builder *builder)
{
  const struct setting *device = setting_at ((size_t)setting_find ("device"));
  const struct entry *given = suite_entry (builder->suite->diagnostics.suite,
                                           builder->section, "device");
  const struct selectors *preset = builder->suite->presets->devices;
  struct selectors *devices = &builder->job->devices;
  struct selector selector;
  size_t index;
  /* A -s for this job wins. */
  bool set = given != NULL && given->line == 0
             && !diagnostics_is_default (&builder->suite->diagnostics, given,
                                         &index);

  if (preset != NULL && !set) {
    selectors_free (devices);
    for (size_t i = 0; i < preset->n; i++)
      selectors_append (devices, &preset->item[i]);
  } else if (devices->n == 0 && selector_parse (&selector, device->text))
    selectors_append (devices, &selector);
}

bool
builder_parse_setting (struct diagnostics *diagnostics,
                       const struct section *section,
                       const struct setting *setting, const struct entry *entry,
                       struct sweep *sweep)
{
  const char *name = setting->option.name;
  char *why;

  if (!sweep_parse (sweep, &setting->option, entry->value, &why)) {
    diagnose_entry (diagnostics, section, entry, "%s: %s", name, why);
    free (why);
    return false;
  }
  if (setting->list || sweep->n == 1)
    return true;
  diagnose_entry (diagnostics, section, entry,
                  "%s: takes one value, not a list", name);
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
      || !builder_parse_setting (&builder->suite->diagnostics, builder->section,
                                 setting, entry, &sweep))
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
  struct diagnostics *diagnostics = &builder->suite->diagnostics;
  struct settings *settings = &builder->job->settings;
  const struct suite *suite = diagnostics->suite;
  const struct section *section = builder->section;
  const struct entry *low = suite_entry (suite, section, least->option.name);
  const struct entry *high = suite_entry (suite, section, most->option.name);
  size_t index;

  if (low == NULL)
    setting_set (least, settings, setting_get (most, settings));
  else if (high == NULL)
    setting_set (most, settings, setting_get (least, settings));
  else
    diagnose_entry (
        diagnostics, builder->section,
        diagnostics_is_default (diagnostics, high, &index) ? low : high,
        "%s is more than %s", least->option.name, most->option.name);
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
