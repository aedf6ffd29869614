/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a family lists the variants that its CUDA plugin brings.
 */
#ifndef CUDA_COMPANION_H
#define CUDA_COMPANION_H

#include <gkhost/plugin.h>

/* A gk_companion; behind the variant the names of its tunables, ended by
 * NULL. */
#define CUDA_COMPANION(plugin, variant, ...)                                   \
  {                                                                            \
    plugin, variant, GK_CUDA, 0, (const char *const[])                         \
    {                                                                          \
      __VA_ARGS__                                                              \
    }                                                                          \
  }

#endif /* CUDA_COMPANION_H */
