/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Copies operands whose layout a kernel can't read to workspace, with rows
 * that it can.  The copy is part of each launch, and of its time.
 */
#ifndef MATMUL_REPACK_H
#define MATMUL_REPACK_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

/* One operand.  It becomes `rows` rows of `cols` elements, pitch elements
 * apart, a multiple of 128 bytes. */
struct repack_matrix {
  const void *from;
  void *to;
  int64_t rows, cols, pitch;
  int64_t from_pitch;
  bool transpose; /* from's rows are the columns */
};

/* The pitch, in elements, of rows of so many elements of so many bytes. */
static inline int64_t
repack_pitch (int64_t cols, uint32_t element)
{
  const int64_t in_128 = 128 / element;

  return (cols + in_128 - 1) / in_128 * in_128;
}

#ifdef __cplusplus
extern "C" {
#endif

/* For prepare: one launch for n operands, 1 or 2, of elements of 1, 2 or 4
 * bytes; the state is one of prepared.h.  early: the next launch, which waits
 * for this one (pdl.cuh), starts its blocks while this one runs.  only_if: as
 * in only-if.cuh. */
int repack_make (const gk_host *host, const struct repack_matrix *matrices,
                 int n, uint32_t element, bool early, const unsigned *only_if,
                 void **state);

#ifdef __cplusplus
}
#endif

#endif /* MATMUL_REPACK_H */
