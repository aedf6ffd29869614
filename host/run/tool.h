/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A tool that runs this program again and looks on, a sanitizer or a profiler:
 * where it is, and its run, which ends with this process.
 */
#ifndef TOOL_H
#define TOOL_H

#include <stdbool.h>

#include "device/kinds.h"

/* The tool's file, to be freed: in PATH, in the toolkit that the environment
 * names, or in one of its folders, there of the highest version.  Complains, of
 * the option that wants it, and returns NULL where there is none. */
char *tool_find (const struct device_tool *tool, const char *option);
/* This program's file, to be freed; complains and returns NULL where it is not
 * known. */
char *tool_self (void);

/* Runs a command line that ends with NULL, and hands over each line that it
 * prints, to whichever stream, without its end.  *status: what it ended with,
 * -1 when it has none, as it was killed or the user interrupts.  False, with a
 * complaint, when it can't be started. */
bool tool_run (const char *const *argv,
               void (*take) (void *user, const char *line), void *user,
               int *status);

#endif
