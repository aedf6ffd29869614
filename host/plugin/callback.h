/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which of a plugin's callbacks is running, in a byte of shared memory: its
 * parent can read it when the process is gone.
 */
#ifndef CALLBACK_H
#define CALLBACK_H

#include <stdint.h>

enum callback {
  CALLBACK_NONE,
  CALLBACK_LOAD,   /* constructors and the entry, too */
  CALLBACK_TABLES, /* the host reads what the entry returned */
  CALLBACK_SETUP,
  CALLBACK_FILL,
  CALLBACK_VARY,
  CALLBACK_VERIFY,
  CALLBACK_TEARDOWN,
  CALLBACK_WORK,
  CALLBACK_PREPARE,
  CALLBACK_LAUNCH,
  CALLBACK_RELEASE,
  CALLBACK_LIBRARY
};

/* Stores it in this byte from now on, which must stay valid. */
void callback_store_in (volatile uint8_t *byte);

/* Called around each callback, by the thread that calls it; no callback runs
 * inside another. */
void callback_begin (enum callback callback);
void callback_end (void);

/* Returns a text to put after how a process ended, " in launch".  Any byte is
 * valid: a plugin may have written it. */
const char *callback_text (uint8_t byte);

#endif
