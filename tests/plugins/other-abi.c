/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A plugin of an ABI that does not exist yet.
 */
#include <config.h>

#include <gkhost/plugin.h>

static const gk_plugin plugin = {
  .abi = GK_ABI + 1,
  .size = sizeof (gk_plugin),
  .name = "other-abi",
  .version = PACKAGE_VERSION,
  .summary = "is of another ABI",
};

GK_EXPORT const gk_plugin *gk_plugin_entry (void);

const gk_plugin *
gk_plugin_entry (void)
{
  return &plugin;
}
