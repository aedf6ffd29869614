/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "device/kinds.h"

#define LACKS(member, values)                                                  \
  {                                                                            \
    offsetof (struct mode, member), values                                     \
  }

static const char *const compute_tools[]
    = { "memcheck", "racecheck", "initcheck", "synccheck", NULL };

static const char *const toolkit_folders[] = { "/usr/local/cuda/bin", NULL };

static const struct sanitizer compute_sanitizer
    = { .tool = { .program = "compute-sanitizer",
                  .home = "CUDA_HOME",
                  .folders = toolkit_folders,
                  .package = "the CUDA toolkit, which it comes with" },
        .tools = compute_tools };

/* A separate installation has a folder for its version. */
static const char *const profiler_folders[]
    = { "/usr/local/cuda/bin", "/opt/nvidia/nsight-compute/*", NULL };

static const struct profiler nsight_compute
    = { .tool
        = { .program = "ncu",
            .home = "CUDA_HOME",
            .folders = profiler_folders,
            .package = "Nsight Compute, which is part of the CUDA toolkit, and "
                       "alone a package: nsight-compute of Debian and Ubuntu, "
                       "nsight-compute-VERSION of NVIDIA" },
        .refusal = "ERR_NVGPUCTRPERM",
        .remedy = "the driver lets only root read counters: run it as root, "
                  "or have the administrator load the kernel module nvidia "
                  "with NVreg_RestrictProfilingToAdminUsers=0 (an option in "
                  "/etc/modprobe.d, and a restart); a container also needs "
                  "the capability SYS_ADMIN" };

static const struct device_kind kinds[] = {
  [GK_CPU] = { .name = "cpu",
               .label = "CPU",
               .first = "cpu",
               .opens_at_once = true,
               .lacks = { LACKS (launch, GK_BIT (LAUNCH_GRAPH)),
                          LACKS (memory, GK_BIT (MEMORY_MANAGED)
                                             | GK_BIT (MEMORY_MAPPED)),
                          LACKS (scope, GK_BIT (SCOPE_TRANSFER)),
                          LACKS (timer, GK_BIT (TIMED_BY_KERNEL)) } },
  [GK_CUDA] = { .name = "cuda",
                .label = "CUDA",
                .first = "cuda:0",
                .lacks = { LACKS (pages, GK_BIT (PAGES_HUGE)) },
                .capability = "compute capability",
                .sanitizer = &compute_sanitizer,
                .profiler = &nsight_compute,
                .visible = "CUDA_VISIBLE_DEVICES",
                .part = "MIG-" },
};
_Static_assert(sizeof kinds / sizeof kinds[0] == N_DEVICE_KINDS,
               "each kind has a row");

const struct device_kind *
device_kind_at (gk_device_kind kind)
{
  static const struct device_kind none
      = { .name = "?", .label = "?", .first = "?" };

  return (size_t)kind < N_DEVICE_KINDS ? &kinds[kind] : &none;
}

int
device_kind_find (const char *name)
{
  size_t n = name != NULL ? strcspn (name, ":") : 0;

  for (int i = 0; i < N_DEVICE_KINDS; i++)
    if (strlen (kinds[i].name) == n && memcmp (kinds[i].name, name, n) == 0)
      return i;
  return -1;
}

/* Returns the number after "cuda:", in canonical form; -1 if it is not one. */
static int
parse_ordinal (const char *text)
{
  char again[16];
  long number = strtol (text, NULL, 10);

  if (number < 0 || number > 9999)
    return -1;
  snprintf (again, sizeof again, "%ld", number);
  return strcmp (text, again) == 0 ? (int)number : -1;
}

int
device_kind_of (const char *device, int *ordinal)
{
  for (int i = 0; i < N_DEVICE_KINDS; i++) {
    const char *first = kinds[i].first, *colon = strchr (first, ':');
    size_t n = colon != NULL ? (size_t)(colon - first) + 1 : 0;
    int number = 0;

    if (n == 0 ? strcmp (device, first) != 0
               : strncmp (device, first, n) != 0
                     || (number = parse_ordinal (device + n)) < 0)
      continue;
    if (ordinal != NULL)
      *ordinal = number;
    return i;
  }
  return -1;
}

char *
device_kind_name (gk_device_kind kind, size_t ordinal)
{
  const char *first = device_kind_at (kind)->first;
  const char *colon = strchr (first, ':');

  if (colon == NULL)
    return xstrdup (first);
  return xasprintf ("%.*s:%zu", (int)(colon - first), first, ordinal);
}

/* Returns the value, or if the kind lacks it, the first that it has. */
static unsigned
reduce_value (unsigned value, uint32_t lacks)
{
  if ((lacks & GK_BIT (value)) == 0)
    return value;
  for (value = 0; (lacks & GK_BIT (value)) != 0;)
    value++;
  return value;
}

struct mode
device_kind_mode (gk_device_kind kind, struct mode mode)
{
  for (const struct mode_lack *lack = device_kind_at (kind)->lacks;
       lack->values != 0; lack++) {
    /* Enumerations are unsigned, as in suite/settings.c. */
    unsigned *member = (unsigned *)((char *)&mode + lack->member);

    *member = reduce_value (*member, lack->values);
  }
  return mode;
}

struct mode
device_mode (const char *device, struct mode mode)
{
  return device_kind_mode ((gk_device_kind)device_kind_find (device), mode);
}

#define AUTO "auto"
/* After the name of a kind. */
#define EACH ":*"

/* True if there may be several devices of a kind. */
static bool
is_numbered (const struct device_kind *kind)
{
  return strcmp (kind->name, kind->first) != 0;
}

/* Parses "cuda" or "cuda:*"; false if it is neither. */
static bool
parse_kind (struct selector *selector, const char *word)
{
  for (int i = 0; i < N_DEVICE_KINDS; i++) {
    const struct device_kind *kind = device_kind_at ((gk_device_kind)i);
    size_t n = strlen (kind->name);

    if (strncmp (word, kind->name, n) != 0)
      continue;
    selector->kind = (gk_device_kind)i;
    if (word[n] == '\0') {
      selector->type = SELECT_ONE;
      snprintf (selector->device, sizeof selector->device, "%s", kind->first);
      return true;
    }
    selector->type = SELECT_EACH;
    if (is_numbered (kind) && strcmp (word + n, EACH) == 0)
      return true;
  }
  return false;
}

bool
selector_parse (struct selector *selector, const char *word)
{
  int kind;

  *selector = (struct selector){ .type = SELECT_AUTO };
  if (strlen (word) >= sizeof selector->text)
    return false;
  strcpy (selector->text, word);
  if (strcmp (word, AUTO) == 0 || parse_kind (selector, word))
    return true;
  kind = device_kind_of (word, NULL);
  if (kind < 0)
    return false;
  selector->type = SELECT_ONE;
  selector->kind = (gk_device_kind)kind;
  strcpy (selector->device, word);
  return true;
}

char *
selector_forms (void)
{
  struct text text = { 0 };

  text_add (&text, AUTO);
  for (int i = 0; i < N_DEVICE_KINDS; i++) {
    const struct device_kind *kind = device_kind_at ((gk_device_kind)i);
    const char *before = i == N_DEVICE_KINDS - 1 ? " or " : ", ";

    if (is_numbered (kind))
      text_add (&text, ", %s, %s:N%s%s" EACH, kind->name, kind->name, before,
                kind->name);
    else
      text_add (&text, "%s%s", before, kind->name);
  }
  return text.data;
}

void
selectors_append (struct selectors *list, const struct selector *selector)
{
  XAPPEND (list->item, list->n) = *selector;
}

void
selectors_free (struct selectors *list)
{
  free (list->item);
  *list = (struct selectors){ 0 };
}

bool
selector_is_for (const struct selector *selector, gk_device_kind kind)
{
  return selector->type == SELECT_AUTO || selector->kind == kind;
}
