/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Blocks every signal of the calling thread while the host works on memory that
 * a plugin can protect.  A fault of a blocked signal ends the process, whatever
 * handler it has: no page, protection key, short file, watchpoint or trap flag
 * makes code of a plugin run there.  Threads inherit the mask.
 */
#ifndef SIGNAL_MASK_H
#define SIGNAL_MASK_H

#include <signal.h>
#include <stdbool.h>

struct signal_mask {
  unsigned long bits[_NSIG / 8 / sizeof (unsigned long)];
};

/* Blocks all, and stores what was blocked before. */
void signal_mask_block_all (struct signal_mask *before);
/* Blocks those alone; what arrived meanwhile is handled before it returns. */
void signal_mask_restore (const struct signal_mask *before);
/* True if a signal has arrived that is blocked. */
bool signal_mask_has_pending (void);

#endif
