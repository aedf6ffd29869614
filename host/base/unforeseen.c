/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <sys/random.h>

#include "base/unforeseen.h"

uint64_t
unforeseen (void)
{
  uint64_t word;

  /* Of eight bytes the system gives all or, before it has any, none. */
  if (getrandom (&word, sizeof word, 0) != sizeof word)
    abort ();
  return word;
}
