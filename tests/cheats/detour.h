/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Puts a function in the place of another in this process.
 */
#ifndef CHEATS_DETOUR_H
#define CHEATS_DETOUR_H

#include <stdbool.h>

/* In the program's table of imported functions, and in no library's: what the
 * program calls by that name is the new one then. */
bool detour_import (const char *name, void *function);

/* In the code: whoever calls the old one by whatever way gets to the new one.
 */
bool detour_code (void *old, void *function);

/* In data: writes the new address wherever writable memory of the process holds
 * the old one, as in a table that was filled by dlsym.  How many there were. */
int detour_pointers (void *old, void *function);

/* The function's code is to be no more than "return 0". */
bool detour_to_zero (void *function);

/* The address of a function as the pointer to data that POSIX has it be. */
#define DETOUR_ADDRESS(function) ((void *)(uintptr_t)(function))

#endif
