/* SPDX-License-Identifier: BSD-3-Clause
 *
 * @NAME@: a variant of transpose, dst[j][i] = src[i][j].
 */
#include <string.h>

#include <gkhost/transpose.h>

/* Computes the problem once.  Writes every element of dst, but no padding
 * between the end of a row and the beginning of the next. */
static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *p = problem;
  const size_t element = p->element;
  const char *src = p->src;
  char *dst = p->dst;

  (void)host, (void)state, (void)stream;
  for (int64_t j = 0; j < p->cols; j++)
    for (int64_t i = 0; i < p->rows; i++)
      memcpy (dst + (size_t)(j * p->dst_pitch + i) * element,
              src + (size_t)(i * p->src_pitch + j) * element, element);
  return GK_OK;
}

/* From the simplest on. */
static const gk_variant variants[] = {
  {
      .family = "transpose",
      .name = "@NAME@",
      .summary = "writes dst row by row",
      .device = GK_CPU,
      .launch = launch,
      .problem_size = sizeof (gk_transpose),
  },
};

GK_PLUGIN ("@NAME@", "0.1", "a variant of transpose", NULL, variants)
