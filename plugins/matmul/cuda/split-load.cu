/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Makes the task of a kernel that splits operands.
 */
#include <limits.h>

#include "split-load.cuh"

static struct split_part
part_of (const struct split_matrix *m)
{
  const int down = (int)tiles_over (m->lines, split_lines);
  const int across = (int)tiles_over (m->inner, split_steps);

  return { m->from,
           m->to,
           m->scales,
           m->pitch,
           split_plane (m->inner),
           (int)m->lines,
           (int)m->inner,
           down,
           across,
           divisor_of ((uint32_t)(m->mn_major ? down : across)),
           m->mn_major,
           m->b };
}

int
split_task_of (const gk_host *host, const struct split_matrix matrices[2],
               unsigned *nonzero, bool early, struct split_task *task,
               unsigned *blocks)
{
  int64_t n[2];

  for (int i = 0; i < 2; i++) {
    task->parts[i] = part_of (&matrices[i]);
    n[i] = (int64_t)task->parts[i].down * task->parts[i].across;
  }
  if (n[0] + n[1] > INT_MAX) {
    host->error (host, "the operands have more tiles than a grid has blocks; "
                       "make the sizes smaller");
    return GK_SKIP;
  }
  task->first = (int)n[0];
  task->early = early;
  task->nonzero = nonzero;
  *blocks = (unsigned)(n[0] + n[1]);
  return GK_OK;
}
