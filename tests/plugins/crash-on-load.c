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

GK_FAMILY_PLUGIN ("crash-on-load", PACKAGE_VERSION, "crashes when it is loaded",
                  NULL)
