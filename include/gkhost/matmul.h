/* gkhost/matmul.h: the problem of the families matmul-square and matmul-rect.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * C = A * B, where A has m x n, B has n x k and C has m x k elements: n is the
 * inner dimension.  In matmul-square, m = n = k.
 *
 * dtype is the type of A and B.  Sums have these types:
 *
 *   GK_I32            int32, modulo 2^32
 *   GK_I8, GK_U8      int32, modulo 2^32; C is GK_I32
 *   GK_F16, GK_BF16   f32, rounded to C's type at the end (a variant that adds
 *                     in fewer bits declares that by its precision)
 *   GK_F8_E4M3, GK_F8_E5M2   likewise; A and B may be of one of them each
 *   GK_TF32           f32; C is GK_F32
 *   GK_F32, GK_F64    their own type
 *
 * All that goes beyond that is a form, of those below, and only variants that
 * declare it (gk_variant.forms) get such problems; all others may ignore its
 * fields.  A variant with floats of 8 bits returns GK_SKIP in prepare where it
 * does not know the types of B and C.
 *
 * A batch is so many products of these sizes: product z is of the matrices that
 * begin stride_a z, stride_b z and stride_c z elements behind a, b and c.
 *
 * With GK_MATMUL_UPDATE, C = alpha A B + beta C + bias, of floats.  alpha is not
 * 0.  Where beta is not 0, C holds numbers when a launch begins (its buffer is
 * GK_INOUT); where it is 0, C must not be read.  bias has one number for each
 * element of a line of C, k where C is row-major, m where it is column-major, of
 * dtype_c, and is added to each line, of each product of a batch.  The sum is
 * rounded once to dtype_c; alpha and beta are numbers of f32 where sums are f32.
 *
 * Groups divide the lines of one product, as the experts of a mixture divide
 * tokens.  Where C is row-major, lines are the rows of A and C: those of group g,
 * from group_lines[g] on and before group_lines[g + 1], are multiplied by
 * matrix g of B, which begins stride_b g elements behind b.  Where C is
 * column-major (GK_COL_MAJOR, GK_TN, GK_NT, GK_TT), lines are the columns of B
 * and C, and matrix g of A, stride_a g elements behind a, is multiplied by those
 * of group g.  So a line is contiguous in C, always.  All groups have the same
 * n, and the same length of lines of C; some may have no lines.
 *
 * Of groups, scales and GK_MATMUL_UPDATE a problem has one at most; a batch goes
 * with GK_MATMUL_UPDATE alone.
 *
 * All three matrices have one layout, except in problems with GK_TN, GK_NT or
 * GK_TT.  Only variants that declare these layouts get such problems; all
 * others may read layout_a alone.
 */
#ifndef GKHOST_MATMUL_H
#define GKHOST_MATMUL_H

#include <gkhost/plugin.h>

/* Which scales there are, positive f32: for GK_MATMUL_SCALES, of floats of 8
 * bits.  C is the sum of the products of A and B, each of them times the scale
 * of its element of A and that of its element of B.
 *
 * A line is a row of A or a column of B.  L is n / 128 rounded up: the blocks of
 * 128 along the inner dimension, of which the last may have fewer.  L4 is L
 * rounded up to a multiple of 4.  With integer divisions,
 *
 *   GK_SCALES_TENSOR   all of A has scale_a[0], and all of B scale_b[0]
 *   GK_SCALES_LINES_A  element l of row i of A has scale_a[l / 128 * m + i], and
 *                      that of column j of B scale_b[j / 128 * L4 + l / 128]
 *   GK_SCALES_LINES_B  element l of row i of A has scale_a[i / 128 * L4 + l / 128],
 *                      and that of column j of B scale_b[l / 128 * k + j]
 *
 * That is: the lines of one operand have a scale for each block, and blocks of
 * 128 x 128 elements of the other one; with layout GK_TN and GK_SCALES_LINES_B
 * the columns of B may be tokens, and the rows of A weights.  cuBLASLt has the
 * same layouts (VEC128_32F, BLK128x128_32F).  The buffers end with the last line
 * of blocks, whose L4 - L scales of padding no element has. */
typedef uint32_t gk_matmul_scales;
enum {
  GK_SCALES_NONE = 0,
  GK_SCALES_TENSOR = 1,
  GK_SCALES_LINES_A = 2,
  GK_SCALES_LINES_B = 3
};

typedef struct gk_matmul {
  uint32_t size;      /* sizeof (gk_matmul) where the family was compiled */
  gk_dtype dtype;     /* of A and B; of A alone where dtype_b is another */
  gk_dtype dtype_c;   /* of C, usually: GK_I32 where A and B are GK_I8 or GK_U8,
                         GK_F32 where they are GK_TF32, GK_BF16 where they have
                         8 bits, else the same; of floats of 8 bits it may be
                         GK_F32 or GK_F16, of GK_F16 and GK_BF16 it may be
                         GK_F32 */
  gk_layout layout_a, layout_b, layout_c;
  const void *a, *b;  /* device addresses, set by the host; 256-byte aligned */
  void *c;            /* device address; a variant writes every element, but no
                         padding */
  int64_t m, n, k;    /* at least 1 */
  int64_t lda, ldb, ldc; /* leading dimensions: elements from one row to the
                            next (row-major) or one column to the next
                            (column-major); at least the length of the row or
                            column */
  gk_dtype dtype_b;   /* of B: dtype, or the other of GK_F8_E4M3 and GK_F8_E5M2 */
  uint32_t reserved;  /* 0 */
  int64_t batch;      /* products, at least 1 */
  int64_t stride_a, stride_b, stride_c; /* elements from one product's matrix to
                                           the next one's, of a batch or groups:
                                           those of a matrix with its padding,
                                           so that only the first is sure to be
                                           aligned */
  double alpha, beta;     /* 1 and 0, but of GK_MATMUL_UPDATE: then from 1/16
                             to 16 in magnitude, or beta 0 */
  const void *bias;       /* device address, 256-byte aligned; NULL: none */
  const float *scale_a, *scale_b; /* NULL, but of GK_MATMUL_SCALES: device
                                     addresses, set by the host; 256-byte
                                     aligned */
  const int32_t *group_lines; /* device address of groups + 1 numbers: the
                            first line of each group, from 0 on, and the number
                            of all lines.  A GK_CONSTANT: prepare may copy them
                            from the device, and they stay so until release.
                            NULL, but of GK_MATMUL_GROUPS */
  int64_t groups;         /* 0, but of GK_MATMUL_GROUPS; at most 65536 */
  gk_matmul_scales scales;
  uint32_t reserved_too;  /* 0 */
} gk_matmul;

/* The forms of a problem, for gk_variant.forms. */
#define GK_MATMUL_TYPES UINT64_C (1) /* C has another type than is usual, or B
                                        another than A */
#define GK_MATMUL_BATCH UINT64_C (2) /* batch is over 1 */
#define GK_MATMUL_UPDATE UINT64_C (4) /* alpha is not 1, beta not 0, or there is
                                         a bias */
#define GK_MATMUL_SCALES UINT64_C (8) /* scales is not GK_SCALES_NONE */
#define GK_MATMUL_GROUPS UINT64_C (16) /* groups is over 0 */

#endif /* GKHOST_MATMUL_H */
