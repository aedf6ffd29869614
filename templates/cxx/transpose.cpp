// SPDX-License-Identifier: BSD-3-Clause
//
// @NAME@: a variant of transpose, dst[j][i] = src[i][j].
#include <gkhost/transpose.h>

namespace {

struct Wide {
  uint64_t half[2];
};

// Writes every element of dst, but no padding
// between the end of a row and the beginning of the next.
template <typename Word>
int
transpose (const gk_transpose *p)
{
  const auto src = static_cast<const Word *> (p->src);
  const auto dst = static_cast<Word *> (p->dst);

  for (int64_t j = 0; j < p->cols; j++)
    for (int64_t i = 0; i < p->rows; i++)
      dst[j * p->dst_pitch + i] = src[i * p->src_pitch + j];
  return GK_OK;
}

// Computes the problem once.  Elements are moved bit for bit: only their size
// matters.
int
launch (const gk_host *host, const void *problem, void *, void *)
{
  const auto p = static_cast<const gk_transpose *> (problem);

  switch (p->element) {
  case 1:
    return transpose<uint8_t> (p);
  case 2:
    return transpose<uint16_t> (p);
  case 4:
    return transpose<uint32_t> (p);
  case 8:
    return transpose<uint64_t> (p);
  case 16:
    return transpose<Wide> (p);
  }
  host->error (host, "there is no code for elements of %u bytes", p->element);
  return GK_SKIP;
}

// From the simplest on.
const gk_variant variants[] = {
  {
      .family = "transpose",
      .name = "@NAME@",
      .summary = "writes dst row by row",
      .device = GK_CPU,
      .launch = launch,
      .problem_size = sizeof (gk_transpose),
  },
};

} // namespace

GK_PLUGIN ("@NAME@", "0.1", "a variant of transpose", nullptr, variants)
