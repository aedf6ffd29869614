/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The XOR swizzle of a tile in shared memory: in the rows of square s, vector c
 * is stored at c ^ (s & 7) (`vector` explains why).
 */
#ifndef TRANSPOSE_SWIZZLE_CUH
#define TRANSPOSE_SWIZZLE_CUH

/* Returns the index of vector c in row r of the transposed tile, with side
 * vectors in a row and squares of v x v elements. */
static __device__ __forceinline__ int
swizzled_index (unsigned r, unsigned c, unsigned v, unsigned side)
{
  return (int)(r * side + (c ^ (r / v & 7)));
}

#endif /* TRANSPOSE_SWIZZLE_CUH */
