/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The L2 eviction priority of what a kernel reads or writes, as a tunable.
 * (There is also evict_last.  Such lines outlive the problem: they survived the
 * eviction before the next sample, which then was not as cold as it said, and a
 * twentieth too fast.)
 */
#ifndef CUDA_L2_POLICY_H
#define CUDA_L2_POLICY_H

enum l2_policy { L2_EVICT_NORMAL, L2_EVICT_FIRST, L2_EVICT_UNCHANGED };

/* Their names as choices of an option, in that order. */
#define L2_POLICY_NAMES                                                        \
  {                                                                            \
    "normal", "first", "unchanged", NULL                                       \
  }

/* What the tunables trade. */
#define L2_LOAD_HELP                                                           \
  "L2 eviction priority of lines that are read: first leaves room for "        \
  "written lines, but keeps a cache cold that could hold the problem"
#define L2_STORE_HELP                                                          \
  "L2 eviction priority of lines that are written: first writes them "         \
  "to memory soon, normal leaves the last ones in the cache"

#endif /* CUDA_L2_POLICY_H */
