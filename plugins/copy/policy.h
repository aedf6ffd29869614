/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How long the L2 cache is to keep a line, as an option.
 */
#ifndef COPY_POLICY_H
#define COPY_POLICY_H

enum copy_policy {
  COPY_EVICT_NORMAL,
  COPY_EVICT_FIRST,
  COPY_EVICT_LAST,
  COPY_EVICT_UNCHANGED
};

/* Their names as choices of an option, in that order. */
#define COPY_POLICY_NAMES                                                      \
  {                                                                            \
    "normal", "first", "last", "unchanged", NULL                               \
  }

#endif /* COPY_POLICY_H */
