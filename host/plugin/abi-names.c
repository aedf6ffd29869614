/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "plugin/abi-names.h"

#define LIST(array)                                                            \
  {                                                                            \
    array, sizeof array / sizeof array[0]                                      \
  }

static const char *const dtypes[] = {
  "i8",  "i16", "i32", "i64",  "f16", "bf16",
  "f32", "f64", "c64", "c128", "u8",  "tf32",
};
static const char *const layouts[] = { "row", "col", "tn", "nt", "tt" };
static const char *const datas[] = { "random", "exact", "zero", "wide" };
static const char *const op_classes[] = {
  "none",        "i32",         "f32",       "f64",        "tensor_f16",
  "tensor_bf16", "tensor_tf32", "tensor_i8", "tensor_f64",
};

const struct names dtype_names = LIST (dtypes);
const struct names layout_names = LIST (layouts);
const struct names data_names = LIST (datas);
const struct names op_class_names = LIST (op_classes);
