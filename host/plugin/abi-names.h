/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The names that suites, records and messages use for the enumerators of the
 * ABI.
 */
#ifndef ABI_NAMES_H
#define ABI_NAMES_H

#include <gkhost/plugin.h>

#include "base/names.h"

extern const struct names dtype_names;    /* "i8" ... "c128" */
extern const struct names layout_names;   /* "row", "col" */
extern const struct names data_names;     /* "random", "exact", "zero" */
extern const struct names op_class_names; /* "none", "i32", "f32", "f64" */

#endif
