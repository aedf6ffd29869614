/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "base/xalloc.h"
#include "suite/keys.h"
#include "suite/sweep.h"

/* Of choices, the order is that of the enumerators in job.h and plugin.h. */
static const char *const caches[] = { "cold", "hot", NULL };
static const char *const launches[] = { "stream", "graph", NULL };
static const char *const memories[] = { "device", "managed", "mapped", NULL };
static const char *const scopes[] = { "kernel", "transfer", NULL };
static const char *const datas[] = { "random", "exact", "zero", NULL };

static const struct key keys[N_KEYS] = {
  [KEY_FAMILY] = {
    .name = "family",
    .free_text = true,
    .option = { .help = "what is computed; the section's own name where this "
                        "is absent" },
  },
  [KEY_VARIANT] = {
    .name = "variant",
    .value = "*",
    .list = true,
    .free_text = true,
    .option = { .help = "the ways to compute it that run: names or patterns" },
  },
  [KEY_BASELINE] = {
    .name = "baseline",
    .free_text = true,
    .option = { .help = "the variant that the speed-up is against" },
  },
  [KEY_DEVICE] = {
    .name = "device",
    .value = "auto",
    .list = true,
    .free_text = true,
    .option = { .help = "where it runs: auto (each variant where it can), a kind "
                        "of device (its first), KIND:N, or KIND:* (each)" },
  },
  [KEY_CACHE] = {
    .name = "cache",
    .value = "cold",
    .list = true,
    .option = { .type = GK_CHOICE,
                .choices = caches,
                .help = "cold: the cache is evicted before every sample, "
                        "outside the timed span; hot: launches back to back" },
  },
  [KEY_LAUNCH] = {
    .name = "launch",
    .value = "stream",
    .list = true,
    .option = { .type = GK_CHOICE,
                .choices = launches,
                .help = "plain launches on a stream, or a captured graph "
                        "replayed" },
  },
  [KEY_MEMORY] = {
    .name = "memory",
    .value = "device",
    .list = true,
    .option = { .type = GK_CHOICE,
                .choices = memories,
                .help = "plain device memory, managed memory, or host memory "
                        "mapped into the device" },
  },
  [KEY_SCOPE] = {
    .name = "scope",
    .value = "kernel",
    .list = true,
    .option = { .type = GK_CHOICE,
                .choices = scopes,
                .help = "the launch alone, or inputs to the device, launch, "
                        "and outputs back" },
  },
  [KEY_WARMUP] = {
    .name = "warmup",
    .value = "1",
    .option = { .type = GK_INT,
                .min = 1,
                .max = 1000000,
                .help = "launches before anything is looked at" },
  },
  [KEY_MIN_SAMPLES] = {
    .name = "min_samples",
    .value = "10",
    .option = { .type = GK_INT,
                .min = 1,
                .max = 1000000,
                .help = "samples taken at least, unless max_time is up" },
  },
  [KEY_MAX_SAMPLES] = {
    .name = "max_samples",
    .value = "1000",
    .option = { .type = GK_INT,
                .min = 1,
                .max = 1000000,
                .help = "samples taken at most" },
  },
  [KEY_MIN_TIME] = {
    .name = "min_time",
    .value = "0.004",
    .option = { .type = GK_REAL,
                .fmin = 0,
                .fmax = 3600,
                .unit = "s",
                .help = "sampling lasts at least so long" },
  },
  [KEY_MAX_TIME] = {
    .name = "max_time",
    .value = "0.5",
    .option = { .type = GK_REAL,
                .fmin = 0,
                .fmax = 3600,
                .unit = "s",
                .help = "sampling ends after so long, however few samples "
                        "there are" },
  },
  [KEY_NOISE] = {
    .name = "noise",
    .value = "0.005",
    .option = { .type = GK_REAL,
                .fmin = 0,
                .fmax = 1,
                .help = "sampling ends when the relative standard error of the "
                        "median is under this" },
  },
  [KEY_TIMEOUT] = {
    .name = "timeout",
    .value = "60",
    .option = { .type = GK_REAL,
                .fmin = 0.1,
                .fmax = 86400,
                .unit = "s",
                .help = "a case that takes longer is killed, and the suite "
                        "goes on" },
  },
  [KEY_DATA] = {
    .name = "data",
    .value = "random",
    .option = { .type = GK_CHOICE,
                .choices = datas,
                .help = "what the timed inputs hold: random, small integers "
                        "whose sums are exact, or zeros" },
  },
  [KEY_SEED] = {
    .name = "seed",
    .value = "1",
    .option = { .type = GK_INT,
                .min = 0,
                .max = INT64_MAX,
                .help = "random inputs follow from it" },
  },
  [KEY_VERIFY] = {
    .name = "verify",
    .value = "yes",
    .option = { .type = GK_BOOL,
                .help = "whether results are checked, before and after the "
                        "timed launches" },
  },
};

const struct key *
key_at (enum key_id id)
{
  return &keys[id];
}

int
keys_find (const char *name)
{
  for (int id = 0; id < N_KEYS; id++)
    if (strcmp (keys[id].name, name) == 0)
      return id;
  return -1;
}
