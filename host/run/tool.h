/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A tool that runs this program again under its control, a sanitizer or a
 * profiler: finds it, and runs it as a child that ends with this process.
 */
#ifndef TOOL_H
#define TOOL_H

#include <stdbool.h>

#include "device/kinds.h"

/* Returns the tool's file, to be freed: in PATH, in the toolkit that the
 * environment names, or in one of its folders, there of the highest version.
 * NULL, after a message that names the option, when it is not found. */
char *tool_find (const struct device_tool *tool, const char *option);
/* Returns this program's file, to be freed; NULL, after a message, when it is
 * not known. */
char *tool_self (void);

/* Runs a command line that ends with NULL and calls take for each line of its
 * standard output and error, without the newline.  *status: its exit status; -1
 * when it was killed or the user interrupts.  False, after a message, when it
 * can't be started. */
bool tool_run (const char *const *argv,
               void (*take) (void *user, const char *line), void *user,
               int *status);

#endif
