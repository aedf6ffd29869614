/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A random number that nobody can foresee: the system's.
 */
#ifndef ENTROPY_H
#define ENTROPY_H

#include <stdint.h>

uint64_t entropy_draw (void);

#endif
