/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How long the L2 cache is to keep a line, as an option.  (There is also a way
 * to have it kept for longest.  Such lines outlive the problem: they survived
 * the eviction before the next sample, which then was not as cold as it said,
 * and a twentieth too fast.)
 */
#ifndef COPY_POLICY_H
#define COPY_POLICY_H

enum copy_policy { COPY_EVICT_NORMAL, COPY_EVICT_FIRST, COPY_EVICT_UNCHANGED };

/* Their names as choices of an option, in that order. */
#define COPY_POLICY_NAMES                                                      \
  {                                                                            \
    "normal", "first", "unchanged", NULL                                       \
  }

#endif /* COPY_POLICY_H */
