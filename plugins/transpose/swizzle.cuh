/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The XOR swizzle of a tile in shared memory: in the rows of square s, vector c
 * is at c ^ (s & 7) (`vector` tells why).
 */
#ifndef TRANSPOSE_SWIZZLE_CUH
#define TRANSPOSE_SWIZZLE_CUH

/* Where vector c of row r of the transposed tile is: side vectors a row,
 * squares of v x v elements. */
static __device__ __forceinline__ int
swizzled_index (unsigned r, unsigned c, unsigned v, unsigned side)
{
  return (int)(r * side + (c ^ (r / v & 7)));
}

#endif /* TRANSPOSE_SWIZZLE_CUH */
