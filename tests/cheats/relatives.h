/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The other processes of the run: the supervisor, the runner, and the runner's
 * other children.  A cheat looks at these and at no others, so that a test harms nothing.
 */
#ifndef CHEATS_RELATIVES_H
#define CHEATS_RELATIVES_H

#include <stddef.h>
#include <sys/types.h>

enum { RELATIVES_MOST = 16 };

/* How many there are, of which the first is the supervisor and the second the
 * runner; 0 where there is none. */
size_t relatives_find (pid_t found[RELATIVES_MOST]);

#endif
