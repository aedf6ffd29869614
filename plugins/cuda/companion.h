/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lists the variants of a family's CUDA plugin.
 */
#ifndef CUDA_COMPANION_H
#define CUDA_COMPANION_H

#include <config.h>

#include <gkhost/plugin.h>

#ifdef GKHOST_CUDA
#define CUDA_MISSING(plugin)                                                   \
  "plugin " plugin " not found: Debian: gkhost-plugins-cuda; else give its "   \
  "file with -p"
#else
#define CUDA_MISSING(plugin)                                                   \
  "CUDA variants were not built: " GKHOST_CUDA_LACK                            \
  "; Debian: gkhost-plugins-cuda"
#endif

/* A gk_companion.  After the summary follow the names of the variant's
 * tunables, ended by NULL. */
#define CUDA_COMPANION(its_plugin, its_variant, its_summary, ...)              \
  {                                                                            \
    .plugin = its_plugin, .variant = its_variant, .device = GK_CUDA,           \
    .tunables = (const char *const[]){ __VA_ARGS__ }, .summary = its_summary,  \
    .missing = CUDA_MISSING (its_plugin),                                      \
  }

#endif /* CUDA_COMPANION_H */
