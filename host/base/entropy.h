/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Unpredictable random numbers, from the operating system.
 */
#ifndef ENTROPY_H
#define ENTROPY_H

#include <stdint.h>

/* Exits with status 3 if the system has none. */
uint64_t entropy_draw (void);

#endif
