/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The exit statuses of the program.
 */
#ifndef EXIT_STATUS_H
#define EXIT_STATUS_H

enum {
  EXIT_PASSED = 0, /* every selected case passed or was skipped */
  EXIT_CASES = 1,  /* a case did not pass, or is suspect */
  EXIT_USAGE = 2,  /* bad usage or suite; nothing was run */
  EXIT_HOST = 3    /* the host itself failed */
};

#endif
