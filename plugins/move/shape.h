/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The sizes and pitches of a problem's two matrices.
 */
#ifndef MOVE_SHAPE_H
#define MOVE_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

/* A loop over fewer bytes takes less time than to wake threads, which sleep
 * between loops so that they take no core from what is timed. */
enum { WORTH_THREADS = 1 << 19 };

struct move_shape {
  gk_dtype dtype;
  uint32_t element;             /* bytes */
  bool transposed;              /* dst[j][i] = src[i][j], else dst[i][j] */
  int64_t rows, cols;           /* of src */
  int64_t src_pitch, dst_pitch; /* elements from one row to the next */
  uint64_t src_bytes, dst_bytes;
};

/* Sets the shape from the values of MOVE_OPTIONS.  GK_FAIL, after a message,
 * when a matrix is larger than the address space. */
int move_shape_make (const gk_host *host, const gk_value *values,
                     bool transposed, struct move_shape *shape);

/* Describes the shape to the host: two buffers, whose pointers are at offsets
 * src_slot and dst_slot of the problem, the work, and the data to verify. */
void move_shape_describe (const struct move_shape *shape, size_t src_slot,
                          size_t dst_slot, gk_setup *setup);

#endif /* MOVE_SHAPE_H */
