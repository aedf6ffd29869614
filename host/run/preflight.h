/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Checks what workers need before any is started.
 */
#ifndef PREFLIGHT_H
#define PREFLIGHT_H

#include <stdbool.h>

/* Prints a message for each thing that is missing.  False when any is. */
bool preflight_check (void);

#endif
