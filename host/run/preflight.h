/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What has to be there for workers to be started.
 */
#ifndef PREFLIGHT_H
#define PREFLIGHT_H

#include <stdbool.h>

/* Names what is not there, in a complaint each; false where that is anything.
 */
bool preflight_check (void);

#endif
