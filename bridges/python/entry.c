/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the bridge exports: its own table, which has neither family nor variant,
 * and the entry for scripts.
 */
#include <config.h>

#include "bridge.h"

GK_EXPORT const gk_plugin *gk_plugin_entry (void);
GK_EXPORT const gk_plugin *gk_script_entry (const char *path, uint32_t flags,
                                            const char **errors);

const gk_plugin *
gk_plugin_entry (void)
{
  static const gk_plugin plugin = { .abi = GK_ABI,
                                    .size = sizeof plugin,
                                    .name = "gkhost-python",
                                    .version = PACKAGE_VERSION,
                                    .summary = "runs Python scripts" };

  return &plugin;
}

const gk_plugin *
gk_script_entry (const char *path, uint32_t flags, const char **errors)
{
  const gk_plugin *table;

  if (!interpreter_start (errors))
    return NULL;
  interpreter_enter ();
  table = script_load (path, (flags & GK_SCRIPT_LIST) != 0, errors);
  interpreter_leave ();
  return table;
}
