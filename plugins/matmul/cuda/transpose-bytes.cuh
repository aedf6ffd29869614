/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Transposes 4 x 4 bytes in registers.
 */
#ifndef MATMUL_TRANSPOSE_BYTES_CUH
#define MATMUL_TRANSPOSE_BYTES_CUH

#include <stdint.h>

/* Byte j of word i becomes byte i of word j. */
static __device__ __forceinline__ void
transpose_bytes (uint32_t (&w)[4])
{
  const uint32_t low01 = __byte_perm (w[0], w[1], 0x5140);
  const uint32_t low23 = __byte_perm (w[2], w[3], 0x5140);
  const uint32_t high01 = __byte_perm (w[0], w[1], 0x7362);
  const uint32_t high23 = __byte_perm (w[2], w[3], 0x7362);

  w[0] = __byte_perm (low01, low23, 0x5410);
  w[1] = __byte_perm (low01, low23, 0x7632);
  w[2] = __byte_perm (high01, high23, 0x5410);
  w[3] = __byte_perm (high01, high23, 0x7632);
}

#endif /* MATMUL_TRANSPOSE_BYTES_CUH */
