/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What fake-driver.c tells of itself, under the name fake_counts.
 */
#ifndef FAKE_DRIVER_H
#define FAKE_DRIVER_H

struct fake_counts {
  int persisting_resets;
  int empty_launches; /* that were done, not those that wait */
  int refusable;      /* calls of the one that is refused; may be set to 0 */
};

#endif
