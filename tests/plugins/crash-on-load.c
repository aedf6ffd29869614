/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A plugin that takes its process down while it is loaded.
 */
#include <config.h>

#include <signal.h>

#include <gkhost/plugin.h>

__attribute__ ((constructor)) static void
crash (void)
{
  signal (SIGSEGV, SIG_DFL);
  raise (SIGSEGV);
}

static const gk_plugin plugin = {
  .abi = GK_ABI,
  .size = sizeof (gk_plugin),
  .name = "crash-on-load",
  .summary = "crashes when it is loaded",
  .version = PACKAGE_VERSION,
};

GK_PLUGIN (plugin)
