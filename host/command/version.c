/* SPDX-License-Identifier: BSD-3-Clause
 *
 * --version: how this gkhost was built, for bug reports.
 */
#include <config.h>

#include <stdio.h>

#include <gkhost/plugin.h>

#include "command/commands.h"
#include "record/run-record.h"

static void
print_item (const char *what, const char *text)
{
  printf ("%-9s %s\n", what, text);
}

void
print_version (void)
{
  puts ("gkhost " PACKAGE_VERSION);
  print_item ("commit",
              gkhost_build.commit != NULL ? gkhost_build.commit : "not known");
  print_item ("compiler", gkhost_build.compiler);
  print_item ("flags", gkhost_build.flags);
  print_item ("toolkit", GKHOST_TOOLKIT);
  print_item ("OpenMP", GKHOST_OPENMP);
#ifdef GKHOST_SANITIZED
  print_item ("checks", "ASan and UBSan: its times are meaningless");
#endif
  printf ("%-9s ABI %d, in %s\n", "plugins", GK_ABI, PLUGINDIR);
  printf ("%-9s format %d\n", "records", RECORD_FORMAT);
  print_item ("bugs", PACKAGE_BUGREPORT);
  print_item ("home", PACKAGE_URL);
}
