/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The cheats of the CPU, a file each, in the order of the alphabet.
 */
#ifndef CHEATS_H
#define CHEATS_H

#include <stdbool.h>

#include <gkhost/plugin.h>

/* of () is a macro that makes something of each name. */
#define CHEATS(of)                                                             \
  of (back_to_back), of (begins_at_zero), of (bf16_inside),                    \
      of (canonical_nan), of (child_writes), of (claims_in_turns),             \
      of (claims_scaled), of (claims_shortened), of (clamps), of (clock_code), \
      of (clock_import), of (clock_trapped), of (clock_vdso),                  \
      of (column_scaled), of (columns_copied), of (computes_in_prepare),       \
      of (computes_when_fetched), of (computes_when_read),                     \
      of (constant_output), of (drops_bits), of (drops_bits_dot),              \
      of (drops_bits_sum), of (drops_last_bit), of (even_launches),            \
      of (every_fourth), of (family_state), of (few_bits), of (first_three),   \
      of (forged_answer), of (forged_end), of (fp8_inside), of (idle_gap),     \
      of (inputs_zeroed), of (judge_descriptors), of (judge_killed),           \
      of (judge_memory), of (judge_patched), of (judge_starved),               \
      of (judge_traced), of (keeps_dot), of (keeps_group), of (keeps_product), \
      of (keeps_rows), of (keeps_scan), of (keeps_sum), of (kept_in_a_row),    \
      of (late_signal), of (late_signal_large), of (late_thread),              \
      of (left_to_release), of (mark_forged), of (mark_trapped),               \
      of (memcmp_patched), of (mends), of (mends_again), of (mends_dot),       \
      of (mends_line), of (mends_moves), of (mends_scan), of (mends_sum),      \
      of (mends_warily), of (nonce_scan), of (pages_locked),                   \
      of (pages_of_file), of (pages_read_only), of (part_of_sum),              \
      of (part_of_triad), of (poison_bytes), of (poison_intercepted),          \
      of (races_matmul), of (races_transpose), of (repeats_product),           \
      of (replay_hash), of (replay_samples), of (rounded_copy),                \
      of (rounded_matmul), of (rounded_reduce), of (rounded_scan),             \
      of (rounded_softmax), of (rounded_stream), of (rounded_transpose),       \
      of (same_pointers), of (sampled_elements), of (sampled_rows),            \
      of (samples_tiles), of (seed_columns), of (shared_inputs_zeroed),        \
      of (short_sum), of (single_inside), of (skips_group), of (skips_zeros),  \
      of (slow_warm_up), of (solves_freivalds), of (stale_memory),             \
      of (unchanged_output), of (until_right), of (updates_intercepted),       \
      of (verifier_patched), of (writes_behind_40k), of (writes_behind_5k),    \
      of (writes_in_front), of (zero_output), of (zeros_low_precision)

#define CHEAT_NAME(name) cheat_##name
extern const gk_variant CHEATS (CHEAT_NAME);

#endif
