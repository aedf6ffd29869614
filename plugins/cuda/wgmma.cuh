/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wgmma, the matrix instruction of Hopper's tensor cores (sm_90a): the four
 * warps of a warpgroup add the product of 64 x 32 bytes of A and N x 32 bytes
 * of B to 64 x N accumulators, asynchronously.  A and B are in shared memory,
 * where descriptors locate them; accumulators are in registers.
 *
 * The distribution of accumulators: in warp w and lane l, sums 4 j and 4 j + 1
 * are in row 16 w + l / 4, columns 8 j + l % 4 * 2 and the next; sums 4 j + 2
 * and 4 j + 3 are 8 rows below.
 *
 * NVIDIA, "Parallel Thread Execution ISA", asynchronous warpgroup level matrix
 * instructions.
 */
#ifndef CUDA_WGMMA_CUH
#define CUDA_WGMMA_CUH

#include <stdint.h>

/* The type of the factors; accumulators are f32, or s32 for integers, as 32
 * bits each.  Floats of 8 bits, E4M3 and E5M2, may be mixed: A's and B's. */
enum wgmma_type {
  WGMMA_BF16,
  WGMMA_F16,
  WGMMA_TF32,
  WGMMA_S8,
  WGMMA_U8,
  WGMMA_E4M3,
  WGMMA_E5M2,
  WGMMA_E4M3_E5M2,
  WGMMA_E5M2_E4M3
};

static constexpr bool
wgmma_is_integer (enum wgmma_type type)
{
  return type == WGMMA_S8 || type == WGMMA_U8;
}

static constexpr bool
wgmma_is_byte (enum wgmma_type type)
{
  return type >= WGMMA_S8;
}

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* Returns the descriptor of a tile in shared memory, at a multiple of 1024
 * bytes, that TMA has written with the 128-byte swizzle.  K-major: rows of 128
 * bytes, each a row of A or a column of B.  MN-major, for 16 bits only: boxes
 * of 64 rows of 128 bytes, one row for each step along the inner dimension.  So
 * the next core matrix is 8 rows (1024 bytes) further, and the next box 8192
 * bytes. */
static __device__ __forceinline__ uint64_t
wgmma_descriptor (uint32_t shared)
{
  return (uint64_t)(shared & 0x3ffff) >> 4 | (uint64_t)(8192 >> 4) << 16
         | (uint64_t)(1024 >> 4) << 32 | UINT64_C (1) << 62;
}

/* Returns what to add to a descriptor to advance by so many bytes. */
static __device__ __forceinline__ constexpr uint64_t
wgmma_further (uint32_t bytes)
{
  return bytes >> 4;
}

/* Orders other accesses to accumulators before wgmma's. */
static __device__ __forceinline__ void
wgmma_fence (void)
{
  asm volatile("wgmma.fence.sync.aligned;" : : : "memory");
}

/* Makes a group of the instructions since the last commit. */
static __device__ __forceinline__ void
wgmma_commit (void)
{
  asm volatile("wgmma.commit_group.sync.aligned;" : : : "memory");
}

/* Waits until all groups except the latest n have completed. */
template <int n>
static __device__ __forceinline__ void
wgmma_wait (void)
{
  asm volatile("wgmma.wait_group.sync.aligned %0;" : : "n"(n) : "memory");
}

/* The instruction needs each register by number: lists of them. */
#define WGMMA_NUMBERS_8 "%0, %1, %2, %3, %4, %5, %6, %7"
#define WGMMA_NUMBERS_16                                                       \
  WGMMA_NUMBERS_8 ", %8, %9, %10, %11, %12, %13, %14, %15"
#define WGMMA_NUMBERS_32                                                       \
  WGMMA_NUMBERS_16                                                             \
  ", "                                                                         \
  "%16, %17, %18, %19, %20, %21, %22, %23, "                                   \
  "%24, %25, %26, %27, %28, %29, %30, %31"
#define WGMMA_NUMBERS_64                                                       \
  WGMMA_NUMBERS_32                                                             \
  ", "                                                                         \
  "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, "               \
  "%44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, "               \
  "%56, %57, %58, %59, %60, %61, %62, %63"
#define WGMMA_NUMBERS_80                                                       \
  WGMMA_NUMBERS_64                                                             \
  ", "                                                                         \
  "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, "               \
  "%76, %77, %78, %79"
#define WGMMA_NUMBERS_96                                                       \
  WGMMA_NUMBERS_64                                                             \
  ", "                                                                         \
  "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, "               \
  "%76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, "               \
  "%88, %89, %90, %91, %92, %93, %94, %95"
#define WGMMA_NUMBERS_128                                                      \
  WGMMA_NUMBERS_96                                                             \
  ", "                                                                         \
  "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, "       \
  "%108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, "         \
  "%119, "                                                                     \
  "%120, %121, %122, %123, %124, %125, %126, %127"
#define WGMMA_4(d, i) "+r"(d[i]), "+r"(d[i + 1]), "+r"(d[i + 2]), "+r"(d[i + 3])
#define WGMMA_16(d, i)                                                         \
  WGMMA_4 (d, i), WGMMA_4 (d, i + 4), WGMMA_4 (d, i + 8), WGMMA_4 (d, i + 12)
#define WGMMA_SUMS_8(d) WGMMA_4 (d, 0), WGMMA_4 (d, 4)
#define WGMMA_SUMS_16(d) WGMMA_16 (d, 0)
#define WGMMA_SUMS_32(d) WGMMA_16 (d, 0), WGMMA_16 (d, 16)
#define WGMMA_SUMS_64(d) WGMMA_SUMS_32 (d), WGMMA_16 (d, 32), WGMMA_16 (d, 48)
#define WGMMA_SUMS_80(d) WGMMA_SUMS_64 (d), WGMMA_16 (d, 64)
#define WGMMA_SUMS_96(d) WGMMA_SUMS_64 (d), WGMMA_16 (d, 64), WGMMA_16 (d, 80)
#define WGMMA_SUMS_128(d) WGMMA_SUMS_96 (d), WGMMA_16 (d, 96), WGMMA_16 (d, 112)

/* ra, rb, rs: the numbers that follow the accumulators'. */
#define WGMMA(d, sums, ra, rb, rs, what, tail, ...)                            \
  asm volatile("{\n"                                                           \
               ".reg .pred p;\n"                                               \
               "setp.ne.b32 p, %" #rs ", 0;\n"                                 \
               "wgmma.mma_async.sync.aligned." what " {" WGMMA_NUMBERS_##sums  \
               "}, %" #ra ", %" #rb ", p" tail ";\n"                           \
               "}"                                                             \
               : WGMMA_SUMS_##sums (d)                                         \
               : "l"(a), "l"(b), "r"(add)__VA_ARGS__)

#define WGMMA_OF_REGISTERS(d, sums, a0, a1, a2, a3, rb, rs, what, tail)        \
  asm volatile("{\n"                                                           \
               ".reg .pred p;\n"                                               \
               "setp.ne.b32 p, %" #rs ", 0;\n"                                 \
               "wgmma.mma_async.sync.aligned." what " {" WGMMA_NUMBERS_##sums  \
               "}, {%" #a0 ", %" #a1 ", %" #a2 ", %" #a3 "}, %" #rb ", p" tail \
               ";\n"                                                           \
               "}"                                                             \
               : WGMMA_SUMS_##sums (d)                                         \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add))

#define WGMMA_TYPES(d, n, sums, ra, rb, rs, rt, ru)                            \
  if constexpr (type == WGMMA_BF16)                                            \
    WGMMA (d, sums, ra, rb, rs, "m64n" #n "k16.f32.bf16.bf16",                 \
           ", 1, 1, %" #rt ", %" #ru, , "n"(mn_major_a), "n"(mn_major_b));     \
  else if constexpr (type == WGMMA_F16)                                        \
    WGMMA (d, sums, ra, rb, rs, "m64n" #n "k16.f32.f16.f16",                   \
           ", 1, 1, %" #rt ", %" #ru, , "n"(mn_major_a), "n"(mn_major_b));     \
  else if constexpr (type == WGMMA_TF32)                                       \
    WGMMA (d, sums, ra, rb, rs, "m64n" #n "k8.f32.tf32.tf32", ", 1, 1");       \
  else if constexpr (type == WGMMA_S8)                                         \
    WGMMA (d, sums, ra, rb, rs, "m64n" #n "k32.s32.s8.s8", "");                \
  else if constexpr (type == WGMMA_U8)                                         \
    WGMMA (d, sums, ra, rb, rs, "m64n" #n "k32.s32.u8.u8", "");                \
  else if constexpr (type == WGMMA_E4M3)                                       \
    WGMMA (d, sums, ra, rb, rs, "m64n" #n "k32.f32.e4m3.e4m3", ", 1, 1");      \
  else if constexpr (type == WGMMA_E5M2)                                       \
    WGMMA (d, sums, ra, rb, rs, "m64n" #n "k32.f32.e5m2.e5m2", ", 1, 1");      \
  else if constexpr (type == WGMMA_E4M3_E5M2)                                  \
    WGMMA (d, sums, ra, rb, rs, "m64n" #n "k32.f32.e4m3.e5m2", ", 1, 1");      \
  else                                                                         \
    WGMMA (d, sums, ra, rb, rs, "m64n" #n "k32.f32.e5m2.e4m3", ", 1, 1")

#define WGMMA_TYPES_OF_REGISTERS(d, n, sums, a0, a1, a2, a3, rb, rs)           \
  if constexpr (type == WGMMA_TF32)                                            \
    WGMMA_OF_REGISTERS (d, sums, a0, a1, a2, a3, rb, rs,                       \
                        "m64n" #n "k8.f32.tf32.tf32", ", 1, 1");               \
  else if constexpr (type == WGMMA_S8)                                         \
    WGMMA_OF_REGISTERS (d, sums, a0, a1, a2, a3, rb, rs,                       \
                        "m64n" #n "k32.s32.s8.s8", "");                        \
  else                                                                         \
    WGMMA_OF_REGISTERS (d, sums, a0, a1, a2, a3, rb, rs,                       \
                        "m64n" #n "k32.s32.u8.u8", "")

/* As wgmma_multiply, for TF32 and integers, with A in registers: in warp w and
 * lane l, the 4 bytes of a[0] are in row 16 w + l / 4, from byte l % 4 * 4 on;
 * a[1] is 8 rows below; a[2] and a[3] are in the same rows, 16 bytes further.
 * They must not change until the group has completed. */
template <enum wgmma_type type, int n>
static __device__ __forceinline__ void
wgmma_of_registers (uint32_t (&d)[n / 2], const uint32_t (&a)[4], uint64_t b,
                    int add)
{
  if constexpr (n == 64) {
    WGMMA_TYPES_OF_REGISTERS (d, 64, 32, 32, 33, 34, 35, 36, 37);
  } else if constexpr (n == 128) {
    WGMMA_TYPES_OF_REGISTERS (d, 128, 64, 64, 65, 66, 67, 68, 69);
  } else if constexpr (n == 192) {
    WGMMA_TYPES_OF_REGISTERS (d, 192, 96, 96, 97, 98, 99, 100, 101);
  } else if constexpr (n == 256) {
    WGMMA_TYPES_OF_REGISTERS (d, 256, 128, 128, 129, 130, 131, 132, 133);
  }
}

/* Adds A B to the accumulators, or, with add 0, sets them to it.  mn_major_a,
 * mn_major_b: 1 where that operand is MN-major: its contiguous elements do
 * not lie along the inner dimension. */
template <enum wgmma_type type, int n, int mn_major_a, int mn_major_b>
static __device__ __forceinline__ void
wgmma_multiply (uint32_t (&d)[n / 2], uint64_t a, uint64_t b, int add)
{
  if constexpr (n == 16) {
    WGMMA_TYPES (d, 16, 8, 8, 9, 10, 11, 12);
  } else if constexpr (n == 32) {
    WGMMA_TYPES (d, 32, 16, 16, 17, 18, 19, 20);
  } else if constexpr (n == 64) {
    WGMMA_TYPES (d, 64, 32, 32, 33, 34, 35, 36);
  } else if constexpr (n == 128) {
    WGMMA_TYPES (d, 128, 64, 64, 65, 66, 67, 68);
  } else if constexpr (n == 160) {
    WGMMA_TYPES (d, 160, 80, 80, 81, 82, 83, 84);
  } else if constexpr (n == 192) {
    WGMMA_TYPES (d, 192, 96, 96, 97, 98, 99, 100);
  } else if constexpr (n == 256) {
    WGMMA_TYPES (d, 256, 128, 128, 129, 130, 131, 132);
  }
}

#undef WGMMA_TYPES_OF_REGISTERS
#undef WGMMA_OF_REGISTERS
#undef WGMMA_TYPES
#undef WGMMA

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* CUDA_WGMMA_CUH */
