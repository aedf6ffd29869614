/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A shared object that is not a plugin.
 */
#include <config.h>

#include <gkhost/plugin.h>

GK_EXPORT int not_a_plugin (void);

int
not_a_plugin (void)
{
  return 0;
}
