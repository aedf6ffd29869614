/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/message.h"
#include "base/entropy.h"

uint64_t
entropy_draw (void)
{
  uint64_t word;

  /* A read of eight bytes is never partial; it fails only while the system has
   * no entropy yet. */
  if (getrandom (&word, sizeof word, 0) != sizeof word) {
    message_print ("the system gives no random numbers: %s", strerror (errno));
    exit (EXIT_HOST);
  }
  return word;
}
