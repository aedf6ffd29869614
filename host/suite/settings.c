/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "device/kinds.h"
#include "suite/settings.h"

/* Choices are in the order of the enumerators. */
static const char *const caches[] = { "cold", "hot", NULL };
static const char *const launches[] = { "stream", "graph", NULL };
static const char *const memories[] = { "device", "managed", "mapped", NULL };
static const char *const scopes[] = { "kernel", "transfer", NULL };
static const char *const pages[] = { "huge", "default", NULL };
static const char *const timers[] = { "events", "kernel", NULL };
static const char *const data[] = { "random", "exact", "zero", "wide", NULL };

#define AT(member) .offset = offsetof (struct settings, member)

static const struct setting settings_table[] = {
  { .names = true,
    .option = { .name = "family",
                .help = "what is computed; the section's own name where this "
                        "is absent" } },
  { .names = true,
    .text = "*",
    .list = true,
    .option
    = { .name = "variant",
        .help = "the ways to compute it that run: names or patterns" } },
  { .names = true,
    .list = true,
    .option
    = { .name = "baseline",
        .help = "the variants that speed-ups are relative to: for each row the "
                "first that ran on its device" } },
  { .names = true,
    .text = "auto",
    .list = true,
    .option = { .name = "device",
                .help = "where it runs: auto (each variant where it can), a "
                        "kind (its first device), KIND:N, or KIND:* (each)" } },
  { .names = true,
    .option
    = { .name = "cpus",
        .help = "the processors that the timing worker is pinned to, as "
                "in 0-7, 16; all, where this is absent" } },
  { .names = true,
    .text = "devices",
    .whole = true,
    .option = { .name = "parallel",
                .help = "which cases run side by side: those of several "
                        "devices, but for the CPU's, or no; of the whole run, "
                        "so that [suite] alone has it" } },
  { .names = true,
    .option
    = { .name = "note",
        .help = "a text that reports print above the job's first block" } },
  { .names = true,
    .text = "all",
    .option = { .name = "search",
                .help = "which combinations of tunables run: all, or random N "
                        "of each variant" } },
  { .names = true,
    .option = { .name = "search_seed",
                .help = "the seed of a random search; drawn, where this is "
                        "absent" } },
  { AT (mode.cache), .list = true, .mode = true, .after = " cache",
    .option
    = { .name = "cache",
        .type = GK_CHOICE,
        .choices = caches,
        .help = "cold: the cache is evicted before every sample, "
                "outside the timed span; hot: launches back to back" } },
  { AT (mode.launch), .list = true, .mode = true, .after = "",
    .option = { .name = "launch",
                .type = GK_CHOICE,
                .choices = launches,
                .help = "plain launches on a stream, or a captured "
                        "graph replayed" } },
  { AT (mode.memory), .list = true, .mode = true, .after = " memory",
    .option = { .name = "memory",
                .type = GK_CHOICE,
                .choices = memories,
                .help = "plain device memory, managed memory, or host memory "
                        "mapped into the device" } },
  { AT (mode.scope), .list = true, .mode = true, .before = "with ",
    .after = "s",
    .option = { .name = "scope",
                .type = GK_CHOICE,
                .choices = scopes,
                .help = "the launch alone, or inputs to the device, launch, "
                        "and outputs back" } },
  { AT (mode.pages), .list = true, .mode = true, .after = " pages",
    .option = { .name = "pages",
                .type = GK_CHOICE,
                .choices = pages,
                .help = "of the CPU's large buffers: huge pages are requested, "
                        "or not, as in a plain program" } },
  { AT (mode.timer), .list = true, .mode = true, .after = " timer",
    .option
    = { .name = "timer",
        .type = GK_CHOICE,
        .choices = timers,
        .help = "of launches on a GPU: events around them, or the times "
                "of their kernels by the device's own clock, from "
                "CUPTI" } },
  { AT (sampling.warmup),
    .option = { .name = "warmup",
                .type = GK_INT,
                .value.i = 1,
                .min = 1,
                .max = 1000000,
                .help = "launches before anything is measured" } },
  { AT (sampling.min_samples), .most = "max_samples",
    .option = { .name = "min_samples",
                .type = GK_INT,
                .value.i = 10,
                .min = 1,
                .max = 1000000,
                .help = "the fewest samples, unless max_time is up" } },
  { AT (sampling.max_samples), .option = { .name = "max_samples",
                                           .type = GK_INT,
                                           .value.i = 1000,
                                           .min = 1,
                                           .max = 1000000,
                                           .help = "the most samples" } },
  { AT (sampling.min_time), .most = "max_time",
    .option = { .name = "min_time",
                .type = GK_REAL,
                .value.f = 0.004,
                .fmin = 0,
                .fmax = 3600,
                .unit = "s",
                .help = "sampling lasts at least this long" } },
  { AT (sampling.max_time),
    .option
    = { .name = "max_time",
        .type = GK_REAL,
        .value.f = 0.5,
        .fmin = 0,
        .fmax = 3600,
        .unit = "s",
        .help
        = "sampling ends after this long, however few samples there are" } },
  { AT (sampling.batch_time),
    .option
    = { .name = "batch_time",
        .type = GK_REAL,
        .value.f = 1e-4,
        .fmin = 0,
        .fmax = 60,
        .unit = "s",
        .help = "with cache = hot: the launches of a sample take at least this "
                "long together" } },
  { AT (sampling.noise),
    .option = { .name = "noise",
                .type = GK_REAL,
                .value.f = 0.005,
                .fmin = 0,
                .fmax = 1,
                .help = "sampling ends when the error of the median, relative "
                        "to it, is under this" } },
  { AT (sampling.timeout), .quiet = true,
    .option = { .name = "timeout",
                .type = GK_REAL,
                .value.f = 60,
                .fmin = 0.1,
                .fmax = 86400,
                .unit = "s",
                .help = "a case that takes longer is killed, and the suite "
                        "goes on" } },
  { AT (rounds), .before = "", .after = " rounds",
    .option = { .name = "rounds",
                .type = GK_INT,
                .value.i = 1,
                .min = 1,
                .max = 1000,
                .help = "how often each problem is run, in random order, each "
                        "case in a process of its own" } },
  { AT (data),
    .option
    = { .name = "data",
        .type = GK_CHOICE,
        .choices = data,
        .help = "what the timed inputs hold: random, small integers "
                "whose sums are exact, zeros, or floats whose exponents "
                "are far apart" } },
  { AT (seed), .before = "seed=", .after = " (foreseeable)",
    .option = { .name = "seed",
                .type = GK_INT,
                .min = 0,
                .max = INT64_MAX,
                .help = "the seed of random inputs, to repeat a run; 0: drawn "
                        "for each problem and run" } },
  { AT (verify),
    .option = { .name = "verify",
                .type = GK_BOOL,
                .value.i = 1,
                .help = "whether results are checked, those of timed launches "
                        "among them" } },
  { AT (audit), .option = { .name = "audit",
                            .type = GK_BOOL,
                            .value.i = 1,
                            .help = "whether timed launches are audited" } },
  { AT (slow_margin), .quiet = true,
    .option = { .name = "slow_margin",
                .type = GK_REAL,
                .value.f = 0.05,
                .fmin = 0,
                .fmax = 1,
                .help = "of several devices, one is slow if it is below the "
                        "others' median by more than this share" } },
};

enum { N_SETTINGS = sizeof settings_table / sizeof settings_table[0] };
_Static_assert(N_SETTINGS <= 64, "a set of settings is 64 bits");

size_t
settings_count (void)
{
  return N_SETTINGS;
}

const struct setting *
setting_at (size_t i)
{
  return i < N_SETTINGS ? &settings_table[i] : NULL;
}

int
setting_find (const char *name)
{
  for (int i = 0; i < N_SETTINGS; i++)
    if (strcmp (settings_table[i].option.name, name) == 0)
      return i;
  return -1;
}

bool
setting_is_key (const char *name)
{
  return setting_find (name) >= 0;
}

char *
setting_help (const struct setting *setting)
{
  const gk_option *o = &setting->option;
  char *text = setting->names
                   ? xasprintf ("%s; default %s", o->help,
                                setting->text != NULL ? setting->text : "none")
                   : option_text (o);
  char *help = xasprintf ("%s%s", text, setting->list ? "; takes a list" : "");

  free (text);
  return help;
}

gk_value
setting_get (const struct setting *setting, const struct settings *settings)
{
  const void *member = (const char *)settings + setting->offset;

  switch (setting->option.type) {
  case GK_INT:
    return (gk_value){ .i = *(const int64_t *)member };
  case GK_REAL:
    return (gk_value){ .f = *(const double *)member };
  case GK_BOOL:
    return (gk_value){ .i = *(const bool *)member };
  default:
    return (gk_value){ .i = *(const unsigned *)member };
  }
}

void
setting_set (const struct setting *setting, struct settings *settings,
             gk_value value)
{
  void *member = (char *)settings + setting->offset;

  switch (setting->option.type) {
  case GK_INT:
    *(int64_t *)member = value.i;
    break;
  case GK_REAL:
    *(double *)member = value.f;
    break;
  case GK_BOOL:
    *(bool *)member = value.i != 0;
    break;
  default:
    *(unsigned *)member = (unsigned)value.i;
  }
}

struct settings
settings_default (void)
{
  struct settings settings = { 0 };

  for (size_t i = 0; i < N_SETTINGS; i++)
    if (!settings_table[i].names)
      setting_set (&settings_table[i], &settings,
                   settings_table[i].option.value);
  return settings;
}

bool
setting_is_usual (const struct setting *setting,
                  const struct settings *settings, const char *device)
{
  gk_value is = setting_get (setting, settings);
  struct settings usual = settings_default ();

  if (setting->option.type == GK_REAL)
    return is.f == setting->option.value.f;
  usual.mode = device_mode (device, usual.mode);
  return is.i == setting_get (setting, &usual).i;
}

uint64_t
settings_of_mode (void)
{
  uint64_t set = 0;

  for (size_t i = 0; i < N_SETTINGS; i++)
    if (settings_table[i].mode)
      set |= UINT64_C (1) << i;
  return set;
}

uint64_t
settings_held (void)
{
  uint64_t set = 0;

  for (size_t i = 0; i < N_SETTINGS; i++)
    if (!settings_table[i].names)
      set |= UINT64_C (1) << i;
  return set;
}

/* True when setting i has a value of its own and is in the set. */
static bool
is_in (uint64_t set, size_t i)
{
  return !settings_table[i].names && (set >> i & 1) != 0;
}

json_t *
settings_to_json (const struct settings *settings, uint64_t set)
{
  json_t *json = json_object ();

  for (size_t i = 0; i < N_SETTINGS; i++) {
    const struct setting *s = &settings_table[i];

    if (is_in (set, i)
        && json_object_set_new (
               json, s->option.name,
               value_to_json (&s->option, setting_get (s, settings)))
               != 0) {
      json_decref (json);
      return NULL;
    }
  }
  return json;
}

uint64_t
settings_from_json (struct settings *settings, uint64_t set, const json_t *json)
{
  uint64_t found = 0;

  for (size_t i = 0; i < N_SETTINGS; i++) {
    const struct setting *s = &settings_table[i];
    gk_value value;

    if (!is_in (set, i)
        || !value_from_json (&s->option, json_object_get (json, s->option.name),
                             &value))
      continue;
    setting_set (s, settings, value);
    found |= UINT64_C (1) << i;
  }
  return found;
}

static void
add_text (struct text *text, const struct setting *setting, gk_value value)
{
  char *shown = value_text (&setting->option, value);
  bool plain = setting->before == NULL && setting->after == NULL;

  text_add (text, "%s", text->n > 0 ? ", " : "");
  if (plain)
    text_add (text, "%s=%s%s", setting->option.name, shown,
              setting->option.unit != NULL ? setting->option.unit : "");
  else
    text_add (text, "%s%s%s", setting->before != NULL ? setting->before : "",
              shown, setting->after != NULL ? setting->after : "");
  free (shown);
}

char *
settings_text (const struct settings *settings, const char *device)
{
  struct text text = { 0 };

  for (size_t i = 0; i < N_SETTINGS; i++) {
    const struct setting *s = &settings_table[i];

    /* The cache mode matters most and is always shown. */
    if (!s->names && !s->quiet
        && (s->offset == offsetof (struct settings, mode.cache)
            || !setting_is_usual (s, settings, device)))
      add_text (&text, s, setting_get (s, settings));
  }
  return text.data;
}
