/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "plugin/callback.h"

/* A process runs one callback at a time.  This byte is used where it shares
 * none with a parent. */
static volatile uint8_t private_byte;
static volatile uint8_t *running = &private_byte;

void
callback_store_in (volatile uint8_t *byte)
{
  running = byte;
}

void
callback_begin (enum callback callback)
{
  *running = (uint8_t)callback;
}

void
callback_end (void)
{
  *running = CALLBACK_NONE;
}

const char *
callback_text (uint8_t byte)
{
  static const char *const text[] = {
    [CALLBACK_NONE] = " while no callback was running",
    [CALLBACK_LOAD] = " while the plugin was loaded",
    [CALLBACK_TABLES] = " while the plugin's tables were read; check that "
                        "each is as long as it says, and choices and tunables "
                        "end in NULL",
    [CALLBACK_SETUP] = " in setup",
    [CALLBACK_FILL] = " in fill",
    [CALLBACK_VARY] = " in vary",
    [CALLBACK_VERIFY] = " in verify",
    [CALLBACK_TEARDOWN] = " in teardown",
    [CALLBACK_WORK] = " in work",
    [CALLBACK_PREPARE] = " in prepare",
    [CALLBACK_LAUNCH] = " in launch",
    [CALLBACK_RELEASE] = " in release",
    [CALLBACK_LIBRARY] = " in library",
  };

  return byte < sizeof text / sizeof text[0] ? text[byte] : "";
}
