/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>

#include <gkhost/plugin.h>

#include "command/version.h"
#include "record/made.h"
#include "record/run-record.h"

static void
line (const char *what, const char *text)
{
  printf ("%-9s %s\n", what, text);
}

void
print_version (void)
{
  puts ("gkhost " PACKAGE_VERSION);
  line ("commit", made.commit != NULL ? made.commit : "not known");
  line ("compiler", made.compiler);
  line ("flags", made.flags);
  line ("toolkit", GKHOST_TOOLKIT);
  line ("OpenMP", GKHOST_OPENMP);
#ifdef GKHOST_SANITIZED
  line ("checks", "ASan and UBSan: times are not to be believed");
#endif
  printf ("%-9s ABI %d, in %s\n", "plugins", GK_ABI, PLUGINDIR);
  printf ("%-9s format %d\n", "records", RECORD_FORMAT);
  line ("bugs", PACKAGE_BUGREPORT);
  line ("home", PACKAGE_URL);
}
