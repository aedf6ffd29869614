/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "device/kinds.h"
#include "plugin/option.h"
#include "suite/settings.h"

/* Choices are in the order of the enumerators. */
static const char *const caches[] = { "cold", "hot", NULL };
static const char *const launches[] = { "stream", "graph", NULL };
static const char *const memories[] = { "device", "managed", "mapped", NULL };
static const char *const scopes[] = { "kernel", "transfer", NULL };
static const char *const pages[] = { "huge", "default", NULL };
static const char *const timers[] = { "events", "kernel", NULL };
static const char *const audits[] = { "no", "yes", "replay", NULL };
static const char *const data[]
    = { "random", "exact", "zero",   "wide",        "normal",
        "sparse", "heavy", "graded", "permutation", NULL };

/* Rows: of a value that is names, and of values of each type with the member of
 * struct settings that holds them.  Other members follow the help. */
#define NAMES(key, text_help, ...)                                             \
  {                                                                            \
    .names = true, .option = { .name = key, .help = text_help }, __VA_ARGS__   \
  }
#define VALUE(member, key, of_type, text_help, ...)                            \
  .offset = offsetof (struct settings, member),                                \
  .option = { .name = key, .type = of_type, .help = text_help, __VA_ARGS__ }
#define CHOICE(member, key, names, text_help, ...)                             \
  {                                                                            \
    VALUE (member, key, GK_CHOICE, text_help, .choices = names), __VA_ARGS__   \
  }
#define INTEGER(member, key, usual, least, greatest, text_help, ...)           \
  {                                                                            \
    VALUE (member, key, GK_INT, text_help, .value.i = usual, .min = least,     \
           .max = greatest),                                                   \
        __VA_ARGS__                                                            \
  }
#define REAL(member, key, usual, least, greatest, of_unit, text_help, ...)     \
  {                                                                            \
    VALUE (member, key, GK_REAL, text_help, .value.f = usual, .fmin = least,   \
           .fmax = greatest, .unit = of_unit),                                 \
        __VA_ARGS__                                                            \
  }
#define SWITCH(member, key, text_help, ...)                                    \
  {                                                                            \
    VALUE (member, key, GK_BOOL, text_help, .value.i = 1), __VA_ARGS__         \
  }

static const struct setting settings_table[] = {
  NAMES ("family",
         "what is computed; the section's own name where this is absent",
         .list = false),
  NAMES ("variant", "the ways to compute it that run: names or patterns",
         .text = "*", .list = true),
  NAMES ("baseline",
         "the variants that speed-ups are relative to: for each row the first "
         "that ran on its device",
         .list = true),
  NAMES ("device",
         "where it runs: auto (each variant where it can), a kind (its first "
         "device), KIND:N, or KIND:* (each)",
         .text = "auto", .list = true),
  NAMES ("cpus",
         "the processors that the timing worker is pinned to, as in 0-7, 16; "
         "all, where this is absent",
         .list = false),
  NAMES ("parallel",
         "which cases run side by side: those of several devices, but for the "
         "CPU's, or no; of the whole run, so that [suite] alone has it",
         .text = "devices", .whole = true),
  NAMES ("note", "a text that reports print above the job's first block",
         .list = false),
  NAMES ("search",
         "which combinations of tunables run: all, or random N of each variant",
         .text = "all"),
  NAMES ("search_seed",
         "the seed of a random search; drawn, where this is absent",
         .list = false),
  CHOICE (mode.cache, "cache", caches,
          "cold: the cache is evicted before every sample, outside the timed "
          "span; hot: launches back to back",
          .list = true, .mode = true, .after = " cache"),
  CHOICE (mode.launch, "launch", launches,
          "plain launches on a stream, or a captured graph replayed",
          .list = true, .mode = true, .after = ""),
  CHOICE (mode.memory, "memory", memories,
          "plain device memory, managed memory, or host memory mapped into the "
          "device",
          .list = true, .mode = true, .after = " memory"),
  CHOICE (mode.scope, "scope", scopes,
          "the launch alone, or inputs to the device, launch, and outputs back",
          .list = true, .mode = true, .before = "with ", .after = "s"),
  CHOICE (mode.pages, "pages", pages,
          "of the CPU's large buffers: huge pages are requested, or not, as in "
          "a plain program",
          .list = true, .mode = true, .after = " pages"),
  CHOICE (mode.timer, "timer", timers,
          "of launches on a GPU: events around them, or the times of their "
          "kernels by the device's own clock, from CUPTI",
          .list = true, .mode = true, .after = " timer"),
  INTEGER (sampling.warmup, "warmup", 1, 1, 1000000,
           "launches before anything is measured", .affects_time = true),
  INTEGER (sampling.min_samples, "min_samples", 10, 1, 1000000,
           "the fewest samples, unless max_time is up", .affects_time = true,
           .most = "max_samples"),
  INTEGER (sampling.max_samples, "max_samples", 1000, 1, 1000000,
           "the most samples", .affects_time = true),
  REAL (sampling.min_time, "min_time", 0.004, 0, 3600, "s",
        "sampling lasts at least this long", .affects_time = true,
        .most = "max_time"),
  REAL (sampling.max_time, "max_time", 0.5, 0, 3600, "s",
        "sampling ends after this long, however few samples there are",
        .affects_time = true),
  REAL (sampling.batch_time, "batch_time", 1e-4, 0, 60, "s",
        "with cache = hot: the launches of a sample take at least this long "
        "together",
        .affects_time = true),
  REAL (sampling.noise, "noise", 0.005, 0, 1, NULL,
        "sampling ends when the error of the median, relative to it, is under "
        "this",
        .affects_time = true),
  REAL (sampling.timeout, "timeout", 60, 0.1, 86400, "s",
        "a case that takes longer is killed, and the suite goes on",
        .quiet = true),
  INTEGER (rounds, "rounds", 1, 1, 1000,
           "how often each problem is run, in random order, each case in a "
           "process of its own",
           .before = "", .after = " rounds"),
  CHOICE (data, "data", data,
          "what the timed inputs hold: random, small integers whose sums are "
          "exact, zeros, or floats whose exponents are far apart",
          .affects_time = true),
  INTEGER (seed, "seed", 0, 0, INT64_MAX,
           "the seed of random inputs, to repeat a run; 0: drawn for each "
           "problem and run",
           .before = "seed=", .after = " (foreseeable)"),
  SWITCH (verify, "verify",
          "whether results are checked, those of timed launches among them",
          .list = false),
  CHOICE (audit, "audit", audits,
          "whether timed launches are audited, and rows replayed in a fresh "
          "process: no; yes: the fastest of a block; replay: all of them",
          .option.value.i = AUDIT_YES, .was_switch = true),
  REAL (slow_margin, "slow_margin", 0.05, 0, 1, NULL,
        "of several devices, one is slow if it is below the others' median by "
        "more than this share",
        .quiet = true),
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

/* Returns the set of those that have values, or of those of the mode alone. */
static uint64_t
make_set (bool mode_alone)
{
  uint64_t set = 0;

  for (size_t i = 0; i < N_SETTINGS; i++)
    if (!settings_table[i].names && (settings_table[i].mode || !mode_alone))
      set |= UINT64_C (1) << i;
  return set;
}

uint64_t
settings_of_mode (void)
{
  return make_set (true);
}

uint64_t
settings_held (void)
{
  return make_set (false);
}

/* True when setting i has a value of its own and is in the set. */
static bool
is_in (uint64_t set, size_t i)
{
  return !settings_table[i].names && (set >> i & 1) != 0;
}

static json_t *
member_to_json (const struct setting *s, gk_value value)
{
  if (s->was_switch && value.i <= 1)
    return json_boolean (value.i);
  return value_to_json (&s->option, value);
}

static bool
member_from_json (const struct setting *s, const json_t *json, gk_value *value)
{
  value->i = json_is_true (json);
  return (s->was_switch && json_is_boolean (json))
         || value_from_json (&s->option, json, value);
}

json_t *
settings_to_json (const struct settings *settings, uint64_t set)
{
  json_t *json = json_object ();

  for (size_t i = 0; i < N_SETTINGS; i++) {
    const struct setting *s = &settings_table[i];

    if (is_in (set, i))
      json_object_set_new (json, s->option.name,
                           member_to_json (s, setting_get (s, settings)));
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
        || !member_from_json (s, json_object_get (json, s->option.name),
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
settings_text (const struct settings *settings, const char *device, bool brief)
{
  struct text text = { 0 };

  for (size_t i = 0; i < N_SETTINGS; i++) {
    const struct setting *s = &settings_table[i];

    /* The cache mode matters most. */
    if (!s->names && !s->quiet
        && ((!brief && s->offset == offsetof (struct settings, mode.cache))
            || !setting_is_usual (s, settings, device)))
      add_text (&text, s, setting_get (s, settings));
  }
  return text.data != NULL ? text.data : xstrdup ("");
}
