// SPDX-License-Identifier: BSD-3-Clause
//
// @NAME@: a variant of copy, dst[i][j] = src[i][j].
#include <algorithm>

#include <gkhost/copy.h>

namespace {

// Computes the problem once.  Writes every element of dst, but no padding
// between the end of a row and the beginning of the next.
int
launch (const gk_host *, const void *problem, void *, void *)
{
  const auto p = static_cast<const gk_copy *> (problem);
  const auto src = static_cast<const char *> (p->src);
  const auto dst = static_cast<char *> (p->dst);

  for (int64_t i = 0; i < p->rows; i++)
    std::copy_n (src + i * p->src_pitch * p->element, p->cols * p->element,
                 dst + i * p->dst_pitch * p->element);
  return GK_OK;
}

// From the simplest on.
const gk_variant variants[] = {
  {
      .family = "copy",
      .name = "@NAME@",
      .summary = "copies row by row",
      .device = GK_CPU,
      .launch = launch,
      .problem_size = sizeof (gk_copy),
  },
};

} // namespace

GK_PLUGIN ("@NAME@", "0.1", "a variant of copy", nullptr, variants)
