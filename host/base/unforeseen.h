/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A random number that nobody can foresee: the system's.
 */
#ifndef UNFORESEEN_H
#define UNFORESEEN_H

#include <stdint.h>

uint64_t unforeseen (void);

#endif
