/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What has to be there for workers to be started.
 */
#ifndef NEEDS_H
#define NEEDS_H

#include <stdbool.h>

/* Names what is not there, in a complaint each; false where that is anything.
 */
bool needs_met (void);

#endif
