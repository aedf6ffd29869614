/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The cheats of CUDA, a file each, in the order of the alphabet.
 */
#ifndef CHEATS_CUDA_H
#define CHEATS_CUDA_H

#include <gkhost/plugin.h>

#ifdef __cplusplus
extern "C" {
#endif

extern const gk_variant cheat_cuda_decoy_graph;
extern const gk_variant cheat_cuda_even_launches;
extern const gk_variant cheat_cuda_event_code;
extern const gk_variant cheat_cuda_event_pointers;
extern const gk_variant cheat_cuda_fetch_intercepted;
extern const gk_variant cheat_cuda_first_launches;
extern const gk_variant cheat_cuda_former_memory;
extern const gk_variant cheat_cuda_host_callback;
extern const gk_variant cheat_cuda_idle_gap;
extern const gk_variant cheat_cuda_l2_carve_out;
extern const gk_variant cheat_cuda_late_copy;
extern const gk_variant cheat_cuda_late_thread;
extern const gk_variant cheat_cuda_other_stream;
extern const gk_variant cheat_cuda_persistent;
extern const gk_variant cheat_cuda_poison_bytes;
extern const gk_variant cheat_cuda_poison_intercepted;
extern const gk_variant cheat_cuda_replay_samples;
extern const gk_variant cheat_cuda_sampled_elements;
extern const gk_variant cheat_cuda_tf32_inside;
extern const gk_variant cheat_cuda_three_elements;
extern const gk_variant cheat_cuda_writes_behind;
extern const gk_variant cheat_cuda_zeros_low_precision;

#ifdef __cplusplus
}
#endif

#endif
