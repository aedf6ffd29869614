/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Transposes a small square in the registers of a thread: V vectors of 16 bytes
 * with V elements each become its columns.
 *
 * For elements of 4 bytes and more the compiler only renames registers; smaller
 * elements are extracted from words by byte permutations, four bytes per
 * instruction.
 */
#ifndef TRANSPOSE_REGISTER_TRANSPOSE_CUH
#define TRANSPOSE_REGISTER_TRANSPOSE_CUH

union chunk {
  uint4 all;
  unsigned word[4];
};

/* out[j] element i = in[i] element j. */
template <typename T>
static inline __device__ void
register_transpose (const union chunk *in, union chunk *out)
{
  if constexpr (sizeof (T) == 16)
    out[0] = in[0];
  else if constexpr (sizeof (T) >= 4) {
    const int words = sizeof (T) / 4;

#pragma unroll
    for (int j = 0; j < 4 / words; j++)
#pragma unroll
      for (int w = 0; w < 4; w++)
        out[j].word[w] = in[w / words].word[j * words + w % words];
  } else if constexpr (sizeof (T) == 2) {
#pragma unroll
    for (int j = 0; j < 8; j++)
#pragma unroll
      for (int w = 0; w < 4; w++)
        out[j].word[w]
            = __byte_perm (in[2 * w].word[j / 2], in[2 * w + 1].word[j / 2],
                           j % 2 ? 0x7632 : 0x5410);
  } else {
    /* Four words of four bytes at a time: interleaves pairs of rows, then pairs
     * of pairs. */
#pragma unroll
    for (int q = 0; q < 4; q++)
#pragma unroll
      for (int w = 0; w < 4; w++) {
        const unsigned a = in[4 * w].word[q], b = in[4 * w + 1].word[q];
        const unsigned c = in[4 * w + 2].word[q], d = in[4 * w + 3].word[q];
        const unsigned ab = __byte_perm (a, b, 0x5140);
        const unsigned cd = __byte_perm (c, d, 0x5140);
        const unsigned ab_high = __byte_perm (a, b, 0x7362);
        const unsigned cd_high = __byte_perm (c, d, 0x7362);

        out[4 * q].word[w] = __byte_perm (ab, cd, 0x5410);
        out[4 * q + 1].word[w] = __byte_perm (ab, cd, 0x7632);
        out[4 * q + 2].word[w] = __byte_perm (ab_high, cd_high, 0x5410);
        out[4 * q + 3].word[w] = __byte_perm (ab_high, cd_high, 0x7632);
      }
  }
}

#endif /* TRANSPOSE_REGISTER_TRANSPOSE_CUH */
