/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A plugin whose tables have one mistake: compiled once for each of them, with
 * -DMISTAKE.
 */
#include <config.h>

#include "one-output.h"

enum mistake {
  NONE,
  NO_PLUGIN,
  SMALL_SIZE,
  NO_NAME,
  NOTHING,
  NO_VERIFY,
  NO_VARIANT_TABLE,
  NO_VARIANT_NAME,
  ODD_VARIANT_NAME,
  NO_VARIANT_SUMMARY,
  NO_LAUNCH,
  UNKNOWN_FAMILY,
  SAME_VARIANT,
  NO_OPTION_TABLE,
  NO_OPTION_NAME,
  SAME_OPTION,
  BAD_DEFAULT,
  HOST_KEY_OPTION,
  DASH_OPTION,
  HOST_KEY_TUNABLE,
  LATIN_SUMMARY,
  TWO_LINES,
  NO_PRECISION,
  LONG_WARMUP,
  NO_COMPANION_TABLE,
  NO_COMPANION_PLUGIN,
  ODD_COMPANION_TUNABLE,
  OPTION_FLAGS,
  FAMILY_FLAGS,
  FAMILY_RESERVED,
  COMPANION_FLAGS,
  VARIANT_FLAGS,
  OPTION_RESERVED
};

static int
setup (const gk_host *host, const gk_value *values, gk_setup *answer)
{
  (void)host, (void)values, (void)answer;
  return GK_FAIL;
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  (void)host, (void)state, (void)check;
  return GK_FAIL;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  return GK_FAIL;
}

static const gk_option options[] = {
  { .name = MISTAKE == NO_OPTION_NAME    ? NULL
            : MISTAKE == HOST_KEY_OPTION ? "seed"
            : MISTAKE == DASH_OPTION     ? "two-words"
                                         : "first",
    .help = "an option",
    .flags = MISTAKE == OPTION_FLAGS ? 8 : 0,
    .min = 1,
    .max = 9,
    .value.i = MISTAKE == BAD_DEFAULT ? 10 : 9,
    .reserved = MISTAKE == OPTION_RESERVED ? options : NULL },
  { .name = MISTAKE == SAME_OPTION ? "first" : "second",
    .help = MISTAKE == TWO_LINES ? "another\noption" : "another option",
    .type = GK_BOOL },
};

static const gk_option tunables[] = {
  { .name = MISTAKE == HOST_KEY_TUNABLE ? "warmup" : "third",
    .help = "a tunable",
    .type = GK_BOOL },
};

static const char *const companion_tunables[]
    = { MISTAKE == ODD_COMPANION_TUNABLE ? "Fourth" : "fourth", NULL };

static const gk_companion companions[] = {
  { .plugin = MISTAKE == NO_COMPANION_PLUGIN ? NULL : "another",
    .variant = "three",
    .flags = MISTAKE == COMPANION_FLAGS,
    .tunables = companion_tunables },
};

static const gk_family family = {
  .name = "broken",
  .summary = "a family",
  .options = MISTAKE == NO_OPTION_TABLE ? NULL : options,
  .n_options = sizeof options / sizeof options[0],
  .companions = MISTAKE == NO_COMPANION_TABLE ? NULL : companions,
  .n_companions = sizeof companions / sizeof companions[0],
  .flags = MISTAKE == FAMILY_FLAGS ? 8 : 0,
  .reserved = MISTAKE == FAMILY_RESERVED,
  .setup = setup,
  .fill = fill_nothing,
  .verify = MISTAKE == NO_VERIFY ? NULL : verify,
  .teardown = keep_all,
};

static const gk_variant variants[] = {
  { .family = MISTAKE == UNKNOWN_FAMILY ? "transpoze" : NULL,
    .name = MISTAKE == NO_VARIANT_NAME    ? NULL
            : MISTAKE == ODD_VARIANT_NAME ? "One\x1b"
                                          : "one",
    .summary = MISTAKE == NO_VARIANT_SUMMARY ? NULL
               : MISTAKE == LATIN_SUMMARY    ? "caf\xe9"
                                             : "a variant",
    .device = MISTAKE == NO_LAUNCH ? GK_CUDA : GK_CPU,
    .flags = MISTAKE == VARIANT_FLAGS ? 0x8020 | GK_PEER : 0,
    .precision = MISTAKE == NO_PRECISION ? 1 : 0,
    .options = tunables,
    .n_options = sizeof tunables / sizeof tunables[0],
    .launch = MISTAKE == NO_LAUNCH ? NULL : launch,
    .warmup = MISTAKE == LONG_WARMUP ? GK_MAX_WARMUP + 1 : 0 },
  { .family = MISTAKE == UNKNOWN_FAMILY ? "fft" : NULL,
    .name = MISTAKE == SAME_VARIANT ? "one" : "two",
    .summary = "another variant",
    .launch = launch },
};

static const gk_plugin plugin = {
  .abi = GK_ABI,
  .size = MISTAKE == SMALL_SIZE ? 8 : sizeof (gk_plugin),
  .family_size = sizeof (gk_family),
  .variant_size = sizeof (gk_variant),
  .option_size = sizeof (gk_option),
  .companion_size = sizeof (gk_companion),
  .name = MISTAKE == NO_NAME ? NULL : "broken",
  .version = PACKAGE_VERSION,
  .summary = "has a mistake in its tables",
  .family = MISTAKE == NOTHING || MISTAKE == UNKNOWN_FAMILY ? NULL : &family,
  .variants = MISTAKE == NO_VARIANT_TABLE ? NULL : variants,
  .n_variants = MISTAKE == NOTHING ? 0 : sizeof variants / sizeof variants[0],
};

GK_EXPORT const gk_plugin *gk_plugin_entry (void);

const gk_plugin *
gk_plugin_entry (void)
{
  return MISTAKE == NO_PLUGIN ? NULL : &plugin;
}
