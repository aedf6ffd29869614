/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The names that suites, records and messages use for the enumerators of the
 * ABI.
 */
#ifndef ABI_NAMES_H
#define ABI_NAMES_H

#include <gkhost/plugin.h>

#include "base/names.h"

extern const struct names dtype_names;    /* "i8" ... "tf32" */
extern const struct names layout_names;   /* "row" ... "tt" */
extern const struct names data_names;     /* "random" ... "wide" */
extern const struct names op_class_names; /* "none", "i32" ... "tensor_f64" */

enum { N_OP_CLASSES = GK_OPS_TENSOR_F64 + 1 };

#endif
