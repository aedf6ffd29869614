/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine's additions for planes of residues (residues.h): tiles of all
 * planes follow each other, plane by plane, and a tile's sums are stored as
 * bytes, reduced by the plane's modulus.
 */
#ifndef MATMUL_ENGINE_RESIDUES_CUH
#define MATMUL_ENGINE_RESIDUES_CUH

#include "engine-float.cuh"
#include "engine-shape.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* The plane of the n-th tile. */
static __device__ __forceinline__ int
engine_plane_of (const struct engine_task &task, int n)
{
  return stream_k_repetition (&task.tiles, n);
}

/* A sum's residue, from -128 to 127.  The upper half is reduced first, with the
 * known residue of 2^16, which leaves less than 2^22 + 2^16; then comes the
 * modulus. */
static __device__ __forceinline__ unsigned
engine_residue (uint32_t sum, const struct residues_modulus &m)
{
  const int less = ((int)sum >> 16) * m.power + (int)(sum & 0xffff);
  const float x = engine_float (less);
  const float quotient = fmaf (x, m.inverse, 0x1.8p23F) - 0x1.8p23F;

  return (unsigned)__float_as_int (fmaf (-quotient, m.modulus, x) + 0x1.8p23F);
}

/* Four of a thread's sums, of one row, as bytes. */
static __device__ __forceinline__ uint32_t
engine_pack (const uint32_t (&sums)[4], const struct residues_modulus &m)
{
  const unsigned low = __byte_perm (engine_residue (sums[0], m),
                                    engine_residue (sums[1], m), 0x0040);
  const unsigned high = __byte_perm (engine_residue (sums[2], m),
                                     engine_residue (sums[3], m), 0x0040);

  return __byte_perm (low, high, 0x5410);
}

/* Stores the sums of a box, 64 rows of 128 columns, to shared memory, swizzled.
 * Of 16 columns a thread has four, two neighbours each, which it stores side by
 * side: readers must know this permutation. */
static __device__ __forceinline__ void
engine_stage_residues (uint32_t to, const uint32_t *sums,
                       const struct residues_modulus &m, bool active)
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;

#pragma unroll
  for (int h = 0; h < 2; h++) {
    const int row = warp * 16 + h * 8 + lane / 4;

#pragma unroll
    for (int i = 0; i < 8; i++) {
      const uint32_t *const s = sums + i * 8 + h * 2;
      const uint32_t four[4] = { s[0], s[1], s[4], s[5] };

      asm volatile(
          "{\n"
          ".reg .pred p;\n"
          "setp.ne.b32 p, %2, 0;\n"
          "@p st.shared.b32 [%0], %1;\n"
          "}"
          :
          : "r"(to + row * 128 + ((i ^ (row & 7)) << 4) + lane % 4 * 4),
            "r"(engine_pack (four, m)), "r"((uint32_t)active)
          : "memory");
    }
  }
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_RESIDUES_CUH */
