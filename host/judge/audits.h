/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The audits, one by one.  Each function that asks something of a trial: false
 * when the case has ended by it.
 */
#ifndef AUDITS_H
#define AUDITS_H

#include <stdbool.h>

struct trial;

/* Whether the times that were claimed can be true, by a clock outside of the
 * process that times; and the end of a case where they can't. */
bool audit_clock (struct trial *trial);
bool audit_reject_clock (struct trial *trial);
/* Whether nothing was put off till somebody looked. */
bool audit_show (struct trial *trial);
/* Whether hot launches do their work each time. */
bool audit_hot (struct trial *trial);
/* Whether launches do all of their work, not only what follows from a few
 * changed elements. */
bool audit_refilled (struct trial *trial);

#endif
