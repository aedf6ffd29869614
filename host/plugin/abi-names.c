/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>

#include "plugin/abi-names.h"

/* ---- Enumerators ---- */

#define LIST(array)                                                            \
  {                                                                            \
    array, sizeof array / sizeof array[0]                                      \
  }

static const char *const dtypes[] = {
  "i8",   "i16", "i32",  "i64", "f16", "bf16", "f32",     "f64",     "c64",
  "c128", "u8",  "tf32", "u16", "u32", "bool", "f8_e4m3", "f8_e5m2",
};
static const char *const layouts[] = { "row", "col", "tn", "nt", "tt" };
static const char *const datas[] = {
  "random", "exact", "zero",   "wide",        "normal",
  "sparse", "heavy", "graded", "permutation",
};
static const char *const op_classes[] = {
  "none",        "i32",         "f32",       "f64",        "tensor_f16",
  "tensor_bf16", "tensor_tf32", "tensor_i8", "tensor_f64", "tensor_f8",
};

const struct names dtype_names = LIST (dtypes);
const struct names layout_names = LIST (layouts);
const struct names data_names = LIST (datas);
const struct names op_class_names = LIST (op_classes);

/* ---- Callbacks ---- */

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

enum callback
callback_running (void)
{
  const uint8_t byte = *running;

  return (enum callback)byte;
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
    [CALLBACK_PATHS] = " in paths, or while the host read the counters that it "
                       "returned",
    [CALLBACK_BUFFERS] = " while the host wrote or read its buffers; a launch "
                         "must leave them accessible",
    [CALLBACK_CLOSED] = " when its descriptors were closed; a plugin may close "
                        "only what it opened",
  };

  return byte < sizeof text / sizeof text[0] ? text[byte] : "";
}

/* ---- Flags ---- */

bool
flags_are_wrong (uint32_t flags, uint32_t known)
{
  return (flags & ~known & 0xffff) != 0;
}

bool
flags_are_later (uint32_t flags, uint32_t known)
{
  return (flags & ~known & 0xffff0000) != 0;
}
