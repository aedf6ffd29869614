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
 * of 64 rows of 128 bytes, one row for each element along the inner dimension.
 * Fields, in 16 bytes: the address; from bit 16, the distance of boxes (8192
 * bytes; K-major: ignored); from bit 32, that of groups of 8 rows (1024 bytes);
 * at bit 62, the 128-byte swizzle. */
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

/* The instruction needs each register by number: lists of them, each of four
 * more than the one before. */
#define WGMMA_NUMBERS_4 "%0, %1, %2, %3"
#define WGMMA_NUMBERS_8 WGMMA_NUMBERS_4 ", %4, %5, %6, %7"
#define WGMMA_NUMBERS_12 WGMMA_NUMBERS_8 ", %8, %9, %10, %11"
#define WGMMA_NUMBERS_16 WGMMA_NUMBERS_12 ", %12, %13, %14, %15"
#define WGMMA_NUMBERS_20 WGMMA_NUMBERS_16 ", %16, %17, %18, %19"
#define WGMMA_NUMBERS_24 WGMMA_NUMBERS_20 ", %20, %21, %22, %23"
#define WGMMA_NUMBERS_28 WGMMA_NUMBERS_24 ", %24, %25, %26, %27"
#define WGMMA_NUMBERS_32 WGMMA_NUMBERS_28 ", %28, %29, %30, %31"
#define WGMMA_NUMBERS_36 WGMMA_NUMBERS_32 ", %32, %33, %34, %35"
#define WGMMA_NUMBERS_40 WGMMA_NUMBERS_36 ", %36, %37, %38, %39"
#define WGMMA_NUMBERS_44 WGMMA_NUMBERS_40 ", %40, %41, %42, %43"
#define WGMMA_NUMBERS_48 WGMMA_NUMBERS_44 ", %44, %45, %46, %47"
#define WGMMA_NUMBERS_52 WGMMA_NUMBERS_48 ", %48, %49, %50, %51"
#define WGMMA_NUMBERS_56 WGMMA_NUMBERS_52 ", %52, %53, %54, %55"
#define WGMMA_NUMBERS_60 WGMMA_NUMBERS_56 ", %56, %57, %58, %59"
#define WGMMA_NUMBERS_64 WGMMA_NUMBERS_60 ", %60, %61, %62, %63"
#define WGMMA_NUMBERS_68 WGMMA_NUMBERS_64 ", %64, %65, %66, %67"
#define WGMMA_NUMBERS_72 WGMMA_NUMBERS_68 ", %68, %69, %70, %71"
#define WGMMA_NUMBERS_76 WGMMA_NUMBERS_72 ", %72, %73, %74, %75"
#define WGMMA_NUMBERS_80 WGMMA_NUMBERS_76 ", %76, %77, %78, %79"
#define WGMMA_NUMBERS_84 WGMMA_NUMBERS_80 ", %80, %81, %82, %83"
#define WGMMA_NUMBERS_88 WGMMA_NUMBERS_84 ", %84, %85, %86, %87"
#define WGMMA_NUMBERS_92 WGMMA_NUMBERS_88 ", %88, %89, %90, %91"
#define WGMMA_NUMBERS_96 WGMMA_NUMBERS_92 ", %92, %93, %94, %95"
#define WGMMA_NUMBERS_100 WGMMA_NUMBERS_96 ", %96, %97, %98, %99"
#define WGMMA_NUMBERS_104 WGMMA_NUMBERS_100 ", %100, %101, %102, %103"
#define WGMMA_NUMBERS_108 WGMMA_NUMBERS_104 ", %104, %105, %106, %107"
#define WGMMA_NUMBERS_112 WGMMA_NUMBERS_108 ", %108, %109, %110, %111"
#define WGMMA_NUMBERS_116 WGMMA_NUMBERS_112 ", %112, %113, %114, %115"
#define WGMMA_NUMBERS_120 WGMMA_NUMBERS_116 ", %116, %117, %118, %119"
#define WGMMA_NUMBERS_124 WGMMA_NUMBERS_120 ", %120, %121, %122, %123"
#define WGMMA_NUMBERS_128 WGMMA_NUMBERS_124 ", %124, %125, %126, %127"
#define WGMMA_4(d, i) "+r"(d[i]), "+r"(d[i + 1]), "+r"(d[i + 2]), "+r"(d[i + 3])
#define WGMMA_SUMS_4(d) WGMMA_4 (d, 0)
#define WGMMA_SUMS_8(d) WGMMA_SUMS_4 (d), WGMMA_4 (d, 4)
#define WGMMA_SUMS_12(d) WGMMA_SUMS_8 (d), WGMMA_4 (d, 8)
#define WGMMA_SUMS_16(d) WGMMA_SUMS_12 (d), WGMMA_4 (d, 12)
#define WGMMA_SUMS_20(d) WGMMA_SUMS_16 (d), WGMMA_4 (d, 16)
#define WGMMA_SUMS_24(d) WGMMA_SUMS_20 (d), WGMMA_4 (d, 20)
#define WGMMA_SUMS_28(d) WGMMA_SUMS_24 (d), WGMMA_4 (d, 24)
#define WGMMA_SUMS_32(d) WGMMA_SUMS_28 (d), WGMMA_4 (d, 28)
#define WGMMA_SUMS_36(d) WGMMA_SUMS_32 (d), WGMMA_4 (d, 32)
#define WGMMA_SUMS_40(d) WGMMA_SUMS_36 (d), WGMMA_4 (d, 36)
#define WGMMA_SUMS_44(d) WGMMA_SUMS_40 (d), WGMMA_4 (d, 40)
#define WGMMA_SUMS_48(d) WGMMA_SUMS_44 (d), WGMMA_4 (d, 44)
#define WGMMA_SUMS_52(d) WGMMA_SUMS_48 (d), WGMMA_4 (d, 48)
#define WGMMA_SUMS_56(d) WGMMA_SUMS_52 (d), WGMMA_4 (d, 52)
#define WGMMA_SUMS_60(d) WGMMA_SUMS_56 (d), WGMMA_4 (d, 56)
#define WGMMA_SUMS_64(d) WGMMA_SUMS_60 (d), WGMMA_4 (d, 60)
#define WGMMA_SUMS_68(d) WGMMA_SUMS_64 (d), WGMMA_4 (d, 64)
#define WGMMA_SUMS_72(d) WGMMA_SUMS_68 (d), WGMMA_4 (d, 68)
#define WGMMA_SUMS_76(d) WGMMA_SUMS_72 (d), WGMMA_4 (d, 72)
#define WGMMA_SUMS_80(d) WGMMA_SUMS_76 (d), WGMMA_4 (d, 76)
#define WGMMA_SUMS_84(d) WGMMA_SUMS_80 (d), WGMMA_4 (d, 80)
#define WGMMA_SUMS_88(d) WGMMA_SUMS_84 (d), WGMMA_4 (d, 84)
#define WGMMA_SUMS_92(d) WGMMA_SUMS_88 (d), WGMMA_4 (d, 88)
#define WGMMA_SUMS_96(d) WGMMA_SUMS_92 (d), WGMMA_4 (d, 92)
#define WGMMA_SUMS_100(d) WGMMA_SUMS_96 (d), WGMMA_4 (d, 96)
#define WGMMA_SUMS_104(d) WGMMA_SUMS_100 (d), WGMMA_4 (d, 100)
#define WGMMA_SUMS_108(d) WGMMA_SUMS_104 (d), WGMMA_4 (d, 104)
#define WGMMA_SUMS_112(d) WGMMA_SUMS_108 (d), WGMMA_4 (d, 108)
#define WGMMA_SUMS_116(d) WGMMA_SUMS_112 (d), WGMMA_4 (d, 112)
#define WGMMA_SUMS_120(d) WGMMA_SUMS_116 (d), WGMMA_4 (d, 116)
#define WGMMA_SUMS_124(d) WGMMA_SUMS_120 (d), WGMMA_4 (d, 120)
#define WGMMA_SUMS_128(d) WGMMA_SUMS_124 (d), WGMMA_4 (d, 124)

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

#define WGMMA_OF_REGISTERS(d, sums, a0, a1, a2, a3, rb, rs, what, tail, ...)   \
  asm volatile("{\n"                                                           \
               ".reg .pred p;\n"                                               \
               "setp.ne.b32 p, %" #rs ", 0;\n"                                 \
               "wgmma.mma_async.sync.aligned." what " {" WGMMA_NUMBERS_##sums  \
               "}, {%" #a0 ", %" #a1 ", %" #a2 ", %" #a3 "}, %" #rb ", p" tail \
               ";\n"                                                           \
               "}"                                                             \
               : WGMMA_SUMS_##sums (d)                                         \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b),           \
                 "r"(add)__VA_ARGS__)

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

#define WGMMA_TYPES_OF_REGISTERS(d, n, sums, a0, a1, a2, a3, rb, rs, rt)       \
  if constexpr (type == WGMMA_BF16)                                            \
    WGMMA_OF_REGISTERS (d, sums, a0, a1, a2, a3, rb, rs,                       \
                        "m64n" #n "k16.f32.bf16.bf16", ", 1, 1, %" #rt, ,      \
                        "n"(mn_major_b));                                      \
  else if constexpr (type == WGMMA_TF32)                                       \
    WGMMA_OF_REGISTERS (d, sums, a0, a1, a2, a3, rb, rs,                       \
                        "m64n" #n "k8.f32.tf32.tf32", ", 1, 1");               \
  else if constexpr (type == WGMMA_S8)                                         \
    WGMMA_OF_REGISTERS (d, sums, a0, a1, a2, a3, rb, rs,                       \
                        "m64n" #n "k32.s32.s8.s8", "");                        \
  else                                                                         \
    WGMMA_OF_REGISTERS (d, sums, a0, a1, a2, a3, rb, rs,                       \
                        "m64n" #n "k32.s32.u8.u8", "")

/* As wgmma_multiply, for bf16, TF32 and integers, with A in registers: in warp
 * w and lane l, the 4 bytes of a[0] are in row 16 w + l / 4, from byte l % 4 * 4
 * on; a[1] is 8 rows below; a[2] and a[3] are in the same rows, 16 bytes
 * further.  They must not change until the group has completed.  mn_major_b: as
 * below, for bf16 only. */
template <enum wgmma_type type, int n, int mn_major_b = 0>
static __device__ __forceinline__ void
wgmma_of_registers (uint32_t (&d)[n / 2], const uint32_t (&a)[4], uint64_t b,
                    int add)
{
  static_assert (!mn_major_b || type == WGMMA_BF16, "of 16 bits only");
  if constexpr (n == 32) {
    WGMMA_TYPES_OF_REGISTERS (d, 32, 16, 16, 17, 18, 19, 20, 21, 22);
  } else if constexpr (n == 64) {
    WGMMA_TYPES_OF_REGISTERS (d, 64, 32, 32, 33, 34, 35, 36, 37, 38);
  } else if constexpr (n == 128) {
    WGMMA_TYPES_OF_REGISTERS (d, 128, 64, 64, 65, 66, 67, 68, 69, 70);
  } else if constexpr (n == 192) {
    WGMMA_TYPES_OF_REGISTERS (d, 192, 96, 96, 97, 98, 99, 100, 101, 102);
  } else if constexpr (n == 256) {
    WGMMA_TYPES_OF_REGISTERS (d, 256, 128, 128, 129, 130, 131, 132, 133, 134);
  } else {
    static_assert (n == 256, "there is an instruction of so many columns");
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
  } else if constexpr (n == 24) {
    WGMMA_TYPES (d, 24, 12, 12, 13, 14, 15, 16);
  } else if constexpr (n == 32) {
    WGMMA_TYPES (d, 32, 16, 16, 17, 18, 19, 20);
  } else if constexpr (n == 40) {
    WGMMA_TYPES (d, 40, 20, 20, 21, 22, 23, 24);
  } else if constexpr (n == 48) {
    WGMMA_TYPES (d, 48, 24, 24, 25, 26, 27, 28);
  } else if constexpr (n == 56) {
    WGMMA_TYPES (d, 56, 28, 28, 29, 30, 31, 32);
  } else if constexpr (n == 64) {
    WGMMA_TYPES (d, 64, 32, 32, 33, 34, 35, 36);
  } else if constexpr (n == 72) {
    WGMMA_TYPES (d, 72, 36, 36, 37, 38, 39, 40);
  } else if constexpr (n == 80) {
    WGMMA_TYPES (d, 80, 40, 40, 41, 42, 43, 44);
  } else if constexpr (n == 88) {
    WGMMA_TYPES (d, 88, 44, 44, 45, 46, 47, 48);
  } else if constexpr (n == 96) {
    WGMMA_TYPES (d, 96, 48, 48, 49, 50, 51, 52);
  } else if constexpr (n == 104) {
    WGMMA_TYPES (d, 104, 52, 52, 53, 54, 55, 56);
  } else if constexpr (n == 112) {
    WGMMA_TYPES (d, 112, 56, 56, 57, 58, 59, 60);
  } else if constexpr (n == 120) {
    WGMMA_TYPES (d, 120, 60, 60, 61, 62, 63, 64);
  } else if constexpr (n == 128) {
    WGMMA_TYPES (d, 128, 64, 64, 65, 66, 67, 68);
  } else if constexpr (n == 136) {
    WGMMA_TYPES (d, 136, 68, 68, 69, 70, 71, 72);
  } else if constexpr (n == 144) {
    WGMMA_TYPES (d, 144, 72, 72, 73, 74, 75, 76);
  } else if constexpr (n == 152) {
    WGMMA_TYPES (d, 152, 76, 76, 77, 78, 79, 80);
  } else if constexpr (n == 160) {
    WGMMA_TYPES (d, 160, 80, 80, 81, 82, 83, 84);
  } else if constexpr (n == 168) {
    WGMMA_TYPES (d, 168, 84, 84, 85, 86, 87, 88);
  } else if constexpr (n == 176) {
    WGMMA_TYPES (d, 176, 88, 88, 89, 90, 91, 92);
  } else if constexpr (n == 184) {
    WGMMA_TYPES (d, 184, 92, 92, 93, 94, 95, 96);
  } else if constexpr (n == 192) {
    WGMMA_TYPES (d, 192, 96, 96, 97, 98, 99, 100);
  } else if constexpr (n == 200) {
    WGMMA_TYPES (d, 200, 100, 100, 101, 102, 103, 104);
  } else if constexpr (n == 208) {
    WGMMA_TYPES (d, 208, 104, 104, 105, 106, 107, 108);
  } else if constexpr (n == 216) {
    WGMMA_TYPES (d, 216, 108, 108, 109, 110, 111, 112);
  } else if constexpr (n == 224) {
    WGMMA_TYPES (d, 224, 112, 112, 113, 114, 115, 116);
  } else if constexpr (n == 232) {
    WGMMA_TYPES (d, 232, 116, 116, 117, 118, 119, 120);
  } else if constexpr (n == 240) {
    WGMMA_TYPES (d, 240, 120, 120, 121, 122, 123, 124);
  } else if constexpr (n == 248) {
    WGMMA_TYPES (d, 248, 124, 124, 125, 126, 127, 128);
  } else if constexpr (n == 256) {
    WGMMA_TYPES (d, 256, 128, 128, 129, 130, 131, 132);
  } else {
    static_assert (n == 256, "there is an instruction of so many columns");
  }
}

#undef WGMMA_TYPES_OF_REGISTERS
#undef WGMMA_OF_REGISTERS
#undef WGMMA_TYPES
#undef WGMMA

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* CUDA_WGMMA_CUH */
