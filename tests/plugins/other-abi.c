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
  .summary = "is of another ABI",
  .version = PACKAGE_VERSION,
};

GK_PLUGIN (plugin)
