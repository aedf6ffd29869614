/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The cheats of CUDA, a file each, in the order of the alphabet.
 */
#ifndef CHEATS_CUDA_H
#define CHEATS_CUDA_H

#include <gkhost/plugin.h>

/* of () is a macro that makes something of each name. */
#define CUDA_CHEATS(of)                                                        \
  of (back_to_back), of (decoy_graph), of (even_launches), of (event_code),    \
      of (event_pointers), of (fetch_intercepted), of (first_launches),        \
      of (former_memory), of (host_callback), of (idle_gap),                   \
      of (keeps_product), of (l2_carve_out), of (late_copy), of (late_thread), \
      of (other_stream), of (persistent), of (pinned_inputs),                  \
      of (poison_bytes), of (poison_intercepted), of (races_matmul),           \
      of (races_transpose), of (replay_samples), of (sampled_elements),        \
      of (skips_group), of (tf32_inside), of (three_elements),                 \
      of (writes_behind), of (zeros_low_precision)

#ifdef __cplusplus
extern "C" {
#endif

#define CUDA_CHEAT_NAME(name) cheat_cuda_##name
extern const gk_variant CUDA_CHEATS (CUDA_CHEAT_NAME);

#ifdef __cplusplus
}
#endif

#endif
