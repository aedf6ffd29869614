/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Messages over a socket that carry descriptors.
 */
#ifndef SEND_FDS_H
#define SEND_FDS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { SENT_FDS_MAX = 8 };

/* Sends bytes, at least one, and copies of up to SENT_FDS_MAX descriptors. */
bool send_with_fds (int fd, const void *bytes, size_t n, const int *passed,
                    size_t n_passed);

/* As recv.  Descriptors that came along are appended to the *n_passed in
 * passed, with close-on-exec.  Those over room are closed. */
ssize_t receive_with_fds (int fd, void *bytes, size_t n, int flags, int *passed,
                          size_t *n_passed, size_t room);

#endif
