/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The program: parses the command line and calls a command.  The same program
 * is also its own child: as a worker, as a judge and as a poller (run/child.h).
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "base/message.h"
#include "base/interrupt.h"
#include "base/xalloc.h"
#include "command/commands.h"
#include "command/options.h"
#include "run/child.h"
#include "run/dispatch.h"
#include "run/preflight.h"

/* The worker's half, for --in-process.  Only this file links both halves. */
static const struct local_worker local_worker = {
  .start = dispatcher_new,
  .dispatch = dispatcher_answer,
  .end = dispatcher_free,
};

/* The worker's half for --profile, which switches the profiler on and off. */
static const struct local_worker counted_worker = {
  .start = dispatcher_new_counted,
  .dispatch = dispatcher_answer,
  .end = dispatcher_free,
};

/* Opens /dev/null in the place of closed standard descriptors: otherwise the
 * next file opened would get that number, and output would go into that file.
 * It is opened for reading, so that writing fails as on a closed descriptor.
 * False, after a message. */
static bool
occupy_standard (void)
{
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl (fd, F_GETFD) < 0 && open ("/dev/null", O_RDONLY) != fd) {
      message_print (
          "descriptor %d is closed, and /dev/null can't take its place: "
          "%s: open one of them",
          fd, strerror (errno));
      return false;
    }
  return true;
}

/* False, after a message, where the program's file gives it rights that its
 * caller lacks, by which it would run the caller's plugins. */
static bool
has_rights_of_caller (void)
{
  if (getauxval (AT_SECURE) == 0)
    return true;
  message_print ("it was started with more rights than its caller has, and "
                 "loads plugins that the caller names: take them from its file "
                 "by chmod ug-s and setcap -r, or start it from root's shell");
  return false;
}

/* Lets standard output and error block: stdio would lose what a full pipe does
 * not take.  Another process that shares the pipe may have set the flag. */
static void
block_standard (void)
{
  for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
    int flags = fcntl (fd, F_GETFL);

    if (flags >= 0 && (flags & O_NONBLOCK) != 0)
      fcntl (fd, F_SETFL, flags & ~O_NONBLOCK);
  }
}

static int
run_command (const struct options *options)
{
  static int (*const commands[]) (const struct options *options) = {
    [COMMAND_RUN] = command_run,         [COMMAND_LIST] = command_list,
    [COMMAND_DEVICES] = command_devices, [COMMAND_CHECK] = command_check,
    [COMMAND_NEW] = command_new,         [COMMAND_REPORT] = command_report,
    [COMMAND_COMPARE] = command_compare,
  };

  /* Reports, comparisons and --help need no worker. */
  if (options->command < COMMAND_REPORT && !preflight_check ())
    return EXIT_HOST;
  return options->command == COMMAND_DONE ? output_end (EXIT_PASSED)
                                          : commands[options->command](options);
}

int
main (int argc, char **argv)
{
  struct options options;
  int status;

  if (!occupy_standard ())
    return EXIT_HOST;
  if (!has_rights_of_caller ())
    return EXIT_USAGE;
  block_standard ();
  json_set_alloc_funcs (xmalloc, free);
  /* With SIGXFSZ ignored, write fails with EFBIG, which is handled as a full
   * disk. */
  signal (SIGXFSZ, SIG_IGN);
  if (argc >= 2
      && (strcmp (argv[1], CHILD_WORKER) == 0
          || strcmp (argv[1], CHILD_JUDGE) == 0
          || strcmp (argv[1], CHILD_POLLER) == 0))
    return worker_main (argc, argv);
  /* With SIGPIPE ignored, write fails with EPIPE. */
  signal (SIGPIPE, SIG_IGN);
  if (!options_read (&options, argc, argv)) {
    options_free (&options);
    return EXIT_USAGE;
  }
  if (!rank_output_set (&options)) {
    options_free (&options);
    return EXIT_USAGE;
  }
  options.local = !options.in_process ? NULL
                  : options.profile   ? &counted_worker
                                      : &local_worker;
  status = run_command (&options);
  options_free (&options);
  if (interrupt_signal () != 0)
    interrupt_raise ();
  return status;
}
