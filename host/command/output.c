/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/message.h"
#include "base/read-file.h"
#include "command/commands.h"

int
output_complain (int error)
{
  const char *remedy = write_all_remedy (error);

  message_print ("standard output is not complete%s%s: %s",
                 error != 0 ? ": " : "", error != 0 ? strerror (error) : "",
                 remedy != NULL ? remedy : "send it where there is room");
  return EXIT_HOST;
}

int
output_end (int status)
{
  if (fflush (stdout) != 0)
    return output_complain (errno);
  return ferror (stdout) ? output_complain (0) : status;
}
