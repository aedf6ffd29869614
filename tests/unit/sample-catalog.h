/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A small catalog made by hand:
 *   moves (rows, cols, dtype, layout, scale, flip)
 *     plain (cpu)  tiled (cpu; tile)  fast (cuda, 9.0)  narrow (cuda; f32,
 *     row-major)  and, from another plugin, extra (cpu)
 *   sums (n)
 *     plain (cpu)
 */
#ifndef SAMPLE_CATALOG_H
#define SAMPLE_CATALOG_H

#include "plugin/catalog.h"

extern const struct catalog sample_catalog;

#endif
