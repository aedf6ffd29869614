/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Verifies a scan.
 */
#ifndef SCAN_VERIFY_H
#define SCAN_VERIFY_H

#include <gkhost/family.h>

/* The inputs and outputs, in the order of setup. */
enum { SCAN_SRC, SCAN_DST };

int scan_verify (const gk_host *host, void *state, gk_check *check);

#endif /* SCAN_VERIFY_H */
