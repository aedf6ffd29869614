/* SPDX-License-Identifier: BSD-3-Clause
 *
 * command/: the program: options, a file for each command, progress.
 * Uses: base, plugin, device, bench, suite, plan, record, process, report.
 *
 * The commands, a file each; all return the exit status.
 */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "command/options.h"

int command_run (const struct options *options);
int command_list (const struct options *options);
int command_devices (const struct options *options);
int command_check (const struct options *options);
int command_report (const struct options *options);

#endif
