/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "child.h"
#include "commands.h"
#include "complain.h"
#include "options.h"
#include "worker.h"

int
main (int argc, char **argv)
{
  struct options options;
  int status;

  if (argc == 2 && strcmp (argv[1], WORKER_ARGUMENT) == 0)
    return worker_main ();
  if (!options_read (&options, argc, argv)) {
    options_free (&options);
    return EXIT_USAGE;
  }
  switch (options.command) {
  case COMMAND_RUN:
    status = command_run (&options);
    break;
  case COMMAND_LIST:
    status = command_list (&options);
    break;
  case COMMAND_DEVICES:
    status = command_devices (&options);
    break;
  case COMMAND_CHECK:
    status = command_check (&options);
    break;
  case COMMAND_REPORT:
    status = command_report (&options);
    break;
  default:
    status = EXIT_PASSED;
  }
  options_free (&options);
  return status;
}
