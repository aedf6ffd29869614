/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/names.h"
#include "base/xalloc.h"
#include "plan/targets.h"
#include "plugin/abi-names.h"

/* What one variant's targets are made of. */
struct search {
  struct targets *targets;
  const struct job *job;
  const struct variant_desc *variant;
  const struct device_list *devices;
};

static bool
is_cuda (const char *device)
{
  return strncmp (device, "cuda", 4) == 0;
}

/* The CPU knows one way to launch, one memory, and nothing to transfer. */
static struct mode
mode_on (const char *device, struct mode mode)
{
  if (!is_cuda (device)) {
    mode.launch = LAUNCH_STREAM;
    mode.memory = MEMORY_DEVICE;
    mode.scope = SCOPE_KERNEL;
  }
  return mode;
}

static bool
same_mode (struct mode a, struct mode b)
{
  return a.cache == b.cache && a.launch == b.launch && a.memory == b.memory
         && a.scope == b.scope;
}

static bool
is_there (const struct targets *targets, const char *device, struct mode mode)
{
  for (size_t i = 0; i < targets->n; i++)
    if (strcmp (targets->target[i].device, device) == 0
        && same_mode (targets->target[i].mode, mode))
      return true;
  return false;
}

/* Adds a device in every mode of the job, each once. */
static void
add_device (struct search *search, const char *device, const char *skip)
{
  struct targets *targets = search->targets;

  for (size_t i = 0; i < search->job->n_modes; i++) {
    struct mode mode = mode_on (device, search->job->mode[i]);

    if (is_there (targets, device, mode))
      continue;
    targets->target
        = xgrow (targets->target, targets->n, sizeof *targets->target);
    targets->target[targets->n++]
        = (struct target){ device, mode, skip != NULL ? xstrdup (skip) : NULL };
  }
}

/* Adds a device that is there; the variant may ask for more than it has. */
static void
add_found (struct search *search, size_t index)
{
  const char *name = search->devices->device[index].name;
  unsigned has = search->devices->device[index].capability;
  unsigned needs = search->variant->capability;
  char *skip = NULL;

  if (search->variant->no_code)
    skip = xasprintf ("plugin %s was built without code for %s; build it with "
                      "a CUDA compiler",
                      search->variant->plugin->name,
                      is_cuda (name) ? "CUDA" : "it");
  else if (is_cuda (name) && has < needs)
    skip = xasprintf ("needs compute capability %u.%u; %s has %u.%u",
                      needs / 10, needs % 10, name, has / 10, has % 10);
  add_device (search, name, skip);
  free (skip);
}

static void
add_absent (struct search *search, const char *device)
{
  const struct device_list *devices = search->devices;
  char *skip, *all = NULL;

  if (is_cuda (device) && devices->no_cuda != NULL) {
    add_device (search, device, devices->no_cuda);
    return;
  }
  for (size_t i = 0; i < devices->n; i++)
    all = list_append (all, devices->device[i].name);
  skip = xasprintf ("no device %s: there is %s", device,
                    all != NULL ? all : "none");
  add_device (search, device, skip);
  free (skip);
  free (all);
}

/* Adds what one word of the job's device list means for this variant. */
static void
add_word (struct search *search, const char *word)
{
  const struct device_list *devices = search->devices;
  bool cuda = search->variant->device == GK_CUDA, found = false;
  const char *first = cuda ? "cuda:0" : "cpu";
  bool each = strcmp (word, "cuda:*") == 0;

  if (strcmp (word, "auto") == 0 || strcmp (word, "cuda") == 0)
    word = first;
  for (size_t i = 0; i < devices->n; i++) {
    const char *name = devices->device[i].name;

    if (each ? is_cuda (name) : strcmp (name, word) == 0) {
      add_found (search, i);
      found = true;
    }
  }
  if (!found)
    add_absent (search, word);
}

void
targets_make (struct targets *targets, const struct job *job,
              const struct variant_desc *variant,
              const struct device_list *devices)
{
  struct search search = { targets, job, variant, devices };
  char *skip, *all = NULL;

  *targets = (struct targets){ 0 };
  for (size_t i = 0; i < job->devices.n; i++) {
    const char *word = job->devices.item[i];

    if (strcmp (word, "auto") == 0
        || is_cuda (word) == (variant->device == GK_CUDA))
      add_word (&search, word);
    all = list_append (all, word);
  }
  if (targets->n == 0) {
    skip = xasprintf ("the job asks for device %s; this variant runs on %s",
                      all, names_at (&kind_names, variant->device));
    add_device (&search, names_at (&kind_names, variant->device), skip);
    free (skip);
  }
  free (all);
}

void
targets_free (struct targets *targets)
{
  for (size_t i = 0; i < targets->n; i++)
    free (targets->target[i].skip);
  free (targets->target);
}
