/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The cheats of the CPU, a file each, in the order of the alphabet.
 */
#ifndef CHEATS_H
#define CHEATS_H

#include <stdbool.h>

#include <gkhost/plugin.h>

extern const gk_variant cheat_bf16_inside;
extern const gk_variant cheat_canonical_nan;
extern const gk_variant cheat_child_writes;
extern const gk_variant cheat_claims_in_turns;
extern const gk_variant cheat_claims_scaled;
extern const gk_variant cheat_claims_shortened;
extern const gk_variant cheat_clock_code;
extern const gk_variant cheat_clock_import;
extern const gk_variant cheat_computes_in_prepare;
extern const gk_variant cheat_computes_when_fetched;
extern const gk_variant cheat_computes_when_read;
extern const gk_variant cheat_constant_output;
extern const gk_variant cheat_even_launches;
extern const gk_variant cheat_every_fourth;
extern const gk_variant cheat_family_state;
extern const gk_variant cheat_first_three;
extern const gk_variant cheat_forged_answer;
extern const gk_variant cheat_forged_end;
extern const gk_variant cheat_back_to_back;
extern const gk_variant cheat_idle_gap;
extern const gk_variant cheat_mends;
extern const gk_variant cheat_inputs_zeroed;
extern const gk_variant cheat_judge_descriptors;
extern const gk_variant cheat_judge_killed;
extern const gk_variant cheat_judge_memory;
extern const gk_variant cheat_judge_patched;
extern const gk_variant cheat_judge_starved;
extern const gk_variant cheat_judge_traced;
extern const gk_variant cheat_late_signal, cheat_late_signal_large;
extern const gk_variant cheat_late_thread;
extern const gk_variant cheat_left_to_release;
extern const gk_variant cheat_memcmp_patched;
extern const gk_variant cheat_nonce_scan;
extern const gk_variant cheat_poison_bytes;
extern const gk_variant cheat_poison_intercepted;
extern const gk_variant cheat_replay_hash;
extern const gk_variant cheat_replay_samples;
extern const gk_variant cheat_same_pointers;
extern const gk_variant cheat_sampled_elements;
extern const gk_variant cheat_seed_columns;
extern const gk_variant cheat_shared_inputs_zeroed;
extern const gk_variant cheat_short_sum;
extern const gk_variant cheat_single_inside;
extern const gk_variant cheat_skips_zeros;
extern const gk_variant cheat_slow_warm_up;
extern const gk_variant cheat_solves_freivalds;
extern const gk_variant cheat_stale_memory;
extern const gk_variant cheat_unchanged_output;
extern const gk_variant cheat_until_right;
extern const gk_variant cheat_updates_intercepted;
extern const gk_variant cheat_verifier_patched;
extern const gk_variant cheat_writes_behind_40k;
extern const gk_variant cheat_writes_behind_5k;
extern const gk_variant cheat_writes_in_front;
extern const gk_variant cheat_zero_output;
extern const gk_variant cheat_zeros_low_precision;

#endif
