/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The L2 eviction priority of lines that a kernel reads or writes, as a
 * tunable.  (evict_last is not offered.  Such lines stay in L2 during the
 * eviction before the next sample, so that this is not cold, and was 5 % too
 * fast.)
 */
#ifndef CUDA_L2_POLICY_H
#define CUDA_L2_POLICY_H

enum l2_policy { L2_EVICT_NORMAL, L2_EVICT_FIRST, L2_EVICT_UNCHANGED };

/* Their names as choices of an option, in that order. */
#define L2_POLICY_NAMES                                                        \
  {                                                                            \
    "normal", "first", "unchanged", NULL                                       \
  }

/* The help texts of these tunables. */
#define L2_LOAD_HELP                                                           \
  "L2 eviction priority of lines that are read: first leaves room for "        \
  "written lines, but keeps a cache cold that could hold the problem"
#define L2_STORE_HELP                                                          \
  "L2 eviction priority of lines that are written: first writes them "         \
  "to memory soon, normal leaves the last ones in the cache"

#endif /* CUDA_L2_POLICY_H */
