/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The options that copy and transpose share, and their indices in the values
 * that setup gets.
 */
#ifndef MOVE_OPTIONS_H
#define MOVE_OPTIONS_H

#include <gkhost/plugin.h>

enum { MOVE_ROWS, MOVE_COLS, MOVE_DTYPE, MOVE_PAD, MOVE_N_OPTIONS };

#define MOVE_MAX_SIDE (INT64_C (1) << 40)
#define MOVE_MAX_PAD 65536

/* A macro, since a static table can't be initialized by a function. */
#define MOVE_OPTIONS(default_dtype)                                            \
  {                                                                            \
    [MOVE_ROWS] = { .name = "rows",                                            \
                    .help = "rows of the source",                              \
                    .unit = "rows",                                            \
                    .type = GK_INT,                                            \
                    .flags = GK_OPTION_SIZE,                                   \
                    .value.i = 1000,                                           \
                    .min = 1,                                                  \
                    .max = MOVE_MAX_SIDE },                                    \
    [MOVE_COLS] = { .name = "cols",                                            \
                    .help = "columns of the source",                           \
                    .unit = "columns",                                         \
                    .type = GK_INT,                                            \
                    .flags = GK_OPTION_SIZE,                                   \
                    .value.i = 3000,                                           \
                    .min = 1,                                                  \
                    .max = MOVE_MAX_SIDE },                                    \
    [MOVE_DTYPE] = { .name = "dtype",                                          \
                     .help = "type of an element; only its size matters",      \
                     .type = GK_DTYPE,                                         \
                     .value.i = (default_dtype),                               \
                     .allowed = GK_BIT (GK_U8 + 1) - 1 },                      \
    [MOVE_PAD] = { .name = "pad",                                              \
                   .help = "unused elements behind each row, in source and "   \
                           "destination",                                      \
                   .unit = "elements",                                         \
                   .type = GK_INT,                                             \
                   .flags = GK_OPTION_SIZE | GK_OPTION_PADDING,                \
                   .value.i = 0,                                               \
                   .min = 0,                                                   \
                   .max = MOVE_MAX_PAD },                                      \
  }

#endif /* MOVE_OPTIONS_H */
