/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lists the variants of a family's CUDA plugin.
 */
#ifndef CUDA_COMPANION_H
#define CUDA_COMPANION_H

#include <gkhost/plugin.h>

/* A gk_companion.  After the variant follow the names of its tunables, ended by
 * NULL. */
#define CUDA_COMPANION(plugin, variant, ...)                                   \
  {                                                                            \
    plugin, variant, GK_CUDA, 0, (const char *const[])                         \
    {                                                                          \
      __VA_ARGS__                                                              \
    }                                                                          \
  }

#endif /* CUDA_COMPANION_H */
