/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What fake-driver.c tells of itself, under the name fake_counts.
 */
#ifndef FAKE_DRIVER_H
#define FAKE_DRIVER_H

#include <stddef.h>

struct fake_counts {
  int persisting_resets;
  /* Of these, those that were done, not those that wait. */
  int empty_launches;
  int fills;
  int evictions_read; /* by the host's kernel that reads */
  size_t bytes_read;  /* by the last of them */
  int comparisons;
  size_t bytes_into; /* copied to memory of a device from elsewhere */
  int refusable;     /* calls of the one that is refused; may be set to 0 */
};

/* Set by what looks on, under the name fake_observer. */
enum fake_work { FAKE_KERNEL, FAKE_COPY, FAKE_FILL };

struct fake_observer {
  /* A call enqueues something: its number. */
  unsigned (*enqueued) (void);
  /* That was done, at such times in seconds. */
  void (*done) (unsigned number, enum fake_work what, double begin, double end);
};

/* The device that was opened last, under the name fake_device. */

#endif
