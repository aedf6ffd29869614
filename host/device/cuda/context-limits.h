/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The limits of the context, which is the plugins' too: what one of them sets
 * is in force for all that come after it.
 */
#ifndef CUDA_CONTEXT_LIMITS_H
#define CUDA_CONTEXT_LIMITS_H

#include "device/cuda/driver.h"

enum { N_CONTEXT_LIMITS = 4 };

struct context_limits {
  bool known[N_CONTEXT_LIMITS];
  size_t bytes[N_CONTEXT_LIMITS];
};

/* A limit of the current context by its number; false where the driver or the
 * device has none. */
bool context_limit_read (const struct cuda_driver *driver, int number,
                         size_t *bytes);

void context_limits_read (struct context_limits *l,
                          const struct cuda_driver *driver);
/* Which differ from what they were, to be freed; NULL: none.  A larger stack is
 * not told: the driver makes it larger for a kernel that needs it, and leaves
 * it so. */
char *context_limits_altered (const struct context_limits *was,
                              const struct cuda_driver *driver);
/* Sets those that differ to what they were, the stack as well.  The driver
 * refuses that of limits whose memory a kernel used. */
cu_result context_limits_restore (const struct context_limits *was,
                                  const struct cuda_driver *driver);

#endif
