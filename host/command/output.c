/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/complain.h"
#include "command/commands.h"

int
output_end (int status)
{
  int error = 0;

  if (fflush (stdout) != 0)
    error = errno;
  else if (!ferror (stdout))
    return status;
  complain ("standard output is not complete%s%s: send it where there is room",
            error != 0 ? ": " : "", error != 0 ? strerror (error) : "");
  return EXIT_HOST;
}
