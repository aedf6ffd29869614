/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "engine-groups.h"

int
engine_group_tiles (const int32_t *lines, int64_t groups, int rows,
                    int of_cluster, struct engine_group_rows *to)
{
  const int64_t together = (int64_t)rows * of_cluster;
  int n = 0;

  for (int64_t g = 0; g < groups; g++)
    for (int64_t cluster = lines[g]; cluster < lines[g + 1];
         cluster += together)
      for (int64_t i = 0; i < of_cluster; i++, n++)
        if (to != NULL)
          to[n] = (struct engine_group_rows){ (int)(cluster + i * rows),
                                              lines[g + 1], (int)g, 0 };
  return n;
}

bool
engine_groups_begin_at (const int32_t *lines, int64_t groups, int multiple)
{
  for (int64_t g = 0; g < groups; g++)
    if (lines[g] % multiple != 0 && lines[g] < lines[g + 1])
      return false;
  return true;
}
