/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants that have themselves timed for work that they do not do.  What each
 * does, and where such a thing was seen, its own file tells; with which suite
 * it is tried, and what has to come of it, tests/cheats/list.  None may get a
 * time.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"

/* One for each family: it has to pass, or the others' failing says nothing.
 * They stand last, and so run last, on what the others left behind. */
static const gk_variant honest[] = {
  { .family = "copy",
    .name = "honest",
    .summary = "copies",
    .device = GK_CPU,
    .dtypes = GK_BIT (GK_F32),
    .launch = honest_copy },
  { .family = "matmul-square",
    .name = "honest",
    .summary = "multiplies",
    .device = GK_CPU,
    .launch = honest_matmul },
  { .family = "transpose",
    .name = "honest",
    .summary = "transposes",
    .device = GK_CPU,
    .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_F32),
    .launch = honest_transpose },
};

static const gk_variant *const list[] = {
  &cheat_bf16_inside,
  &cheat_canonical_nan,
  &cheat_child_writes,
  &cheat_claims_in_turns,
  &cheat_claims_scaled,
  &cheat_claims_shortened,
  &cheat_clock_code,
  &cheat_clock_import,
  &cheat_computes_in_prepare,
  &cheat_computes_when_fetched,
  &cheat_computes_when_read,
  &cheat_constant_output,
  &cheat_even_launches,
  &cheat_every_fourth,
  &cheat_family_state,
  &cheat_first_three,
  &cheat_forged_answer,
  &cheat_forged_end,
  &cheat_back_to_back,
  &cheat_idle_gap,
  &cheat_mends,
  &cheat_inputs_zeroed,
  &cheat_judge_descriptors,
  &cheat_judge_killed,
  &cheat_judge_memory,
  &cheat_judge_patched,
  &cheat_judge_starved,
  &cheat_judge_traced,
  &cheat_late_signal,
  &cheat_late_signal_large,
  &cheat_late_thread,
  &cheat_left_to_release,
  &cheat_memcmp_patched,
  &cheat_nonce_scan,
  &cheat_poison_bytes,
  &cheat_poison_intercepted,
  &cheat_replay_hash,
  &cheat_replay_samples,
  &cheat_same_pointers,
  &cheat_sampled_elements,
  &cheat_seed_columns,
  &cheat_shared_inputs_zeroed,
  &cheat_short_sum,
  &cheat_single_inside,
  &cheat_skips_zeros,
  &cheat_slow_warm_up,
  &cheat_solves_freivalds,
  &cheat_stale_memory,
  &cheat_unchanged_output,
  &cheat_until_right,
  &cheat_updates_intercepted,
  &cheat_verifier_patched,
  &cheat_writes_behind_40k,
  &cheat_writes_behind_5k,
  &cheat_writes_in_front,
  &cheat_zero_output,
  &cheat_zeros_low_precision,
  &honest[0],
  &honest[1],
  &honest[2],
};

/* One behind the other, as a plugin has them. */
static gk_variant variants[GK_COUNT (list)];

__attribute__ ((constructor)) static void
gather (void)
{
  for (size_t i = 0; i < GK_COUNT (list); i++)
    variants[i] = *list[i];
}

GK_PLUGIN ("cheats", "1", "variants that do not do what they are timed for",
           NULL, variants)
