/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A thread between worker and judge that hands orders and claims on, and
 * shortens the times in claims.
 */
#ifndef CHEATS_BETWEEN_H
#define CHEATS_BETWEEN_H

#include <gkhost/plugin.h>

/* Steps between, for the case at hand; claims have this share of their times.
 */
void between_step (const gk_host *host, double share);

#endif
