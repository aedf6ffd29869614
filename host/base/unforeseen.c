/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "base/complain.h"
#include "base/leaving.h"
#include "base/unforeseen.h"

uint64_t
unforeseen (void)
{
  uint64_t word;

  /* Of eight bytes the system gives all or, before it has any, none. */
  if (getrandom (&word, sizeof word, 0) != sizeof word) {
    complain ("the system gives no random numbers: %s", strerror (errno));
    leaving_exit (EXIT_HOST);
  }
  return word;
}
