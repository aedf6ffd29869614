/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The options of both families, as initializers for their tables.
 */
#ifndef MATMUL_OPTIONS_H
#define MATMUL_OPTIONS_H

#include <gkhost/matmul.h>

/* The choices of dtype_b, dtype_c, scales and group_sizes (problem.c). */
extern const char *const matmul_dtypes_b[], *const matmul_dtypes_c[];
extern const char *const matmul_scale_names[], *const matmul_group_sizes[];

/* The options of both families, which follow the sizes in this order. */
enum {
  MATMUL_DTYPE,
  MATMUL_LAYOUT,
  MATMUL_PAD,
  MATMUL_DTYPE_B,
  MATMUL_DTYPE_C,
  MATMUL_ALPHA,
  MATMUL_BETA,
  MATMUL_HAS_BIAS,
  MATMUL_SCALES,
  MATMUL_N_OPTIONS
};

/* Of matmul-rect, behind all of these. */
#define MATMUL_BATCH_OPTION                                                    \
  {                                                                            \
    .name = "batch",                                                           \
    .help = "products, each of matrices of its own, which lie one after the "  \
            "other in memory",                                                 \
    .unit = "products", .type = GK_INT, .flags = GK_OPTION_LATER,              \
    .value = { .i = 1 }, .min = 1, .max = INT64_C (1) << 40                    \
  }

#define MATMUL_GROUPS_OPTION                                                   \
  {                                                                            \
    .name = "groups",                                                          \
    .help = "groups of lines of C, each the product with a matrix of its own " \
            "(mixture of experts); 0: none",                                   \
    .unit = "groups", .type = GK_INT, .flags = GK_OPTION_LATER, .max = 65536   \
  }

#define MATMUL_GROUP_SIZES_OPTION                                              \
  {                                                                            \
    .name = "group_sizes",                                                     \
    .help = "lines of the groups: drawn, and some have none; as equal as "     \
            "possible; or drawn so that few have most",                        \
    .type = GK_CHOICE, .flags = GK_OPTION_LATER, .choices = matmul_group_sizes \
  }

#define MATMUL_GROUP_MULTIPLE_OPTION                                           \
  {                                                                            \
    .name = "group_multiple",                                                  \
    .help = "all groups but the last have a multiple of so many lines",        \
    .unit = "lines", .type = GK_INT, .flags = GK_OPTION_LATER,                 \
    .value = { .i = 1 }, .min = 1, .max = 65536                                \
  }

/* The types of factors.  Plain ones are summed in their own type, so that one
 * kernel serves all of a size; those for matrix units are summed in another
 * type. */
#define MATMUL_PLAIN_DTYPES                                                    \
  (GK_BIT (GK_I32) | GK_BIT (GK_F32) | GK_BIT (GK_F64))
#define MATMUL_MATRIX_DTYPES                                                   \
  (GK_BIT (GK_I8) | GK_BIT (GK_U8) | GK_BIT (GK_F16) | GK_BIT (GK_BF16)        \
   | GK_BIT (GK_TF32))
#define MATMUL_DTYPES (MATMUL_PLAIN_DTYPES | MATMUL_MATRIX_DTYPES)

/* Floats of 8 bits, of which A and B may have one each. */
#define MATMUL_BYTE_DTYPES (GK_BIT (GK_F8_E4M3) | GK_BIT (GK_F8_E5M2))

/* The types that cuBLAS multiplies. */
#define MATMUL_CUBLAS_DTYPES                                                   \
  (GK_BIT (GK_I8) | GK_BIT (GK_F16) | GK_BIT (GK_BF16) | GK_BIT (GK_TF32)      \
   | GK_BIT (GK_F32) | GK_BIT (GK_F64))

#define MATMUL_DTYPE_OPTION                                                    \
  {                                                                            \
    .name = "dtype", .help = "type of the elements of A and B",                \
    .type = GK_DTYPE, .value = { .i = GK_F32 },                                \
    .allowed = MATMUL_DTYPES | MATMUL_BYTE_DTYPES                              \
  }

#define MATMUL_DTYPE_B_OPTION                                                  \
  {                                                                            \
    .name = "dtype_b", .help = "type of B, where both are floats of 8 bits",   \
    .type = GK_CHOICE, .flags = GK_OPTION_LATER, .choices = matmul_dtypes_b    \
  }

#define MATMUL_DTYPE_C_OPTION                                                  \
  {                                                                            \
    .name = "dtype_c",                                                         \
    .help = "type of C: any of these for floats of 8 bits, usually bf16; f32 " \
            "or the same for f16 and bf16; only the usual one for others",     \
    .type = GK_CHOICE, .flags = GK_OPTION_LATER, .choices = matmul_dtypes_c    \
  }

#define MATMUL_ALPHA_OPTION                                                    \
  {                                                                            \
    .name = "alpha", .help = "multiplies A B: C = alpha A B + beta C + bias",  \
    .type = GK_REAL, .flags = GK_OPTION_LATER, .value = { .f = 1 },            \
    .fmin = -16, .fmax = 16                                                    \
  }

#define MATMUL_BETA_OPTION                                                     \
  {                                                                            \
    .name = "beta",                                                            \
    .help = "multiplies what C holds when a launch begins; 0: C is not read",  \
    .type = GK_REAL, .flags = GK_OPTION_LATER, .fmin = -16, .fmax = 16         \
  }

#define MATMUL_BIAS_OPTION                                                     \
  {                                                                            \
    .name = "bias",                                                            \
    .help = "adds a vector to each row of C (column-major: to each column)",   \
    .type = GK_BOOL, .flags = GK_OPTION_LATER                                  \
  }

#define MATMUL_SCALES_OPTION                                                   \
  {                                                                            \
    .name = "scales",                                                          \
    .help = "scales of floats of 8 bits: tensor, one for A and one for B; "    \
            "lines-a, one for 128 elements of each row of A, and one for "     \
            "128 x 128 of B; lines-b, one for 128 elements of each column of " \
            "B, and one for 128 x 128 of A",                                   \
    .type = GK_CHOICE, .flags = GK_OPTION_LATER, .choices = matmul_scale_names \
  }

#define MATMUL_LAYOUTS                                                         \
  (GK_BIT (GK_ROW_MAJOR) | GK_BIT (GK_COL_MAJOR) | GK_BIT (GK_TN)              \
   | GK_BIT (GK_NT) | GK_BIT (GK_TT))

#define MATMUL_LAYOUT_OPTION                                                   \
  {                                                                            \
    .name = "layout", .help = "how the matrices lie in memory",                \
    .type = GK_LAYOUT, .value = { .i = GK_ROW_MAJOR },                         \
    .allowed = MATMUL_LAYOUTS                                                  \
  }

#define MATMUL_PAD_OPTION                                                      \
  {                                                                            \
    .name = "pad",                                                             \
    .help = "added to each leading dimension: unused elements after each "     \
            "row or column",                                                   \
    .unit = "elements", .type = GK_INT,                                        \
    .flags = GK_OPTION_SIZE | GK_OPTION_PADDING, .max = 65536                  \
  }

/* All of them, from this index of a table on. */
#define MATMUL_OPTIONS(first)                                                  \
  [(first) + MATMUL_DTYPE] = MATMUL_DTYPE_OPTION,                              \
             [(first) + MATMUL_LAYOUT] = MATMUL_LAYOUT_OPTION,                 \
             [(first) + MATMUL_PAD] = MATMUL_PAD_OPTION,                       \
             [(first) + MATMUL_DTYPE_B] = MATMUL_DTYPE_B_OPTION,               \
             [(first) + MATMUL_DTYPE_C] = MATMUL_DTYPE_C_OPTION,               \
             [(first) + MATMUL_ALPHA] = MATMUL_ALPHA_OPTION,                   \
             [(first) + MATMUL_BETA] = MATMUL_BETA_OPTION,                     \
             [(first) + MATMUL_HAS_BIAS] = MATMUL_BIAS_OPTION,                 \
             [(first) + MATMUL_SCALES] = MATMUL_SCALES_OPTION

#endif
