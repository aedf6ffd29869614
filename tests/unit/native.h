/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NATIVE_H
#define NATIVE_H

#include <stdlib.h>

#include "tests/unit/unit.h"

/* Skips the test where an emulator stands in for the kernel, which the variable
 * GKHOST_EMULATED names; what it does not do is said in the log. */
static inline void
requires_native (const char *lacking)
{
  const char *emulator = getenv ("GKHOST_EMULATED");

  if (emulator == NULL || *emulator == '\0')
    return;
  print_message ("skipped: %s %s\n", emulator, lacking);
  skip ();
}

#endif /* NATIVE_H */
