/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What --version prints: what this gkhost is, for a report of a bug.
 */
#ifndef VERSION_H
#define VERSION_H

void print_version (void);

#endif
