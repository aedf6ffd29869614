/* SPDX-License-Identifier: BSD-3-Clause
 *
 * @NAME@: a variant of copy, dst[i][j] = src[i][j].
 */
#include <string.h>

#include <gkhost/copy.h>

/* Computes the problem once.  Writes every element of dst, but no padding
 * between the end of a row and the beginning of the next. */
static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_copy *p = problem;
  const int64_t src_row = p->src_pitch * p->element;
  const int64_t dst_row = p->dst_pitch * p->element;
  const char *src = p->src;
  char *dst = p->dst;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->rows; i++)
    memcpy (dst + i * dst_row, src + i * src_row,
            (size_t)p->cols * p->element);
  return GK_OK;
}

/* From the simplest on. */
static const gk_variant variants[] = {
  {
      .family = "copy",
      .name = "@NAME@",
      .summary = "copies row by row",
      .device = GK_CPU,
      .launch = launch,
      .problem_size = sizeof (gk_copy),
  },
};

GK_PLUGIN ("@NAME@", "0.1", "a variant of copy", NULL, variants)
