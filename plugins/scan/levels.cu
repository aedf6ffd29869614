/* SPDX-License-Identifier: BSD-3-Clause */
#include "levels.cuh"

/* A block leaves one sum of 1024 elements, of 2^40. */
enum { MOST_LEVELS = 4 };

static int64_t
count_blocks (int64_t n)
{
  return (n + LEVEL_ELEMENTS - 1) / LEVEL_ELEMENTS;
}

/* Sets the levels, from the elements up.  Returns their number; 0: there is no
 * memory for sums. */
static int
make_levels (const gk_host *host, const gk_scan *p, size_t bytes,
             scan_level level[MOST_LEVELS])
{
  scan_task of = scan_task_of (p);
  int n = 0;

  for (;;) {
    const int64_t blocks = count_blocks (of.n);

    level[n].of = of;
    level[n].sums = NULL;
    if (blocks == 1)
      return n + 1;
    level[n].sums = host->workspace (host, (size_t)blocks * bytes);
    if (level[n].sums == NULL)
      return 0;
    of = scan_task{ level[n].sums, level[n].sums, blocks, true };
    n++;
  }
}

int
scan_levels_make (const gk_host *host, const gk_scan *p,
                  scan_level_kernel *scan, scan_level_kernel *add,
                  unsigned threads, size_t bytes, void **state)
{
  scan_level level[MOST_LEVELS];
  int levels;
  launches *all;

  levels = make_levels (host, p, bytes, level);
  if (levels == 0)
    return GK_SKIP;
  all = launches_new (host);
  if (all == NULL)
    return GK_FAIL;
  for (int i = 0; i < levels; i++)
    launches_add (all, scan, dim3 ((unsigned)count_blocks (level[i].of.n)),
                  threads, level[i]);
  for (int i = levels - 2; i >= 0; i--)
    launches_add (all, add, dim3 ((unsigned)count_blocks (level[i].of.n)),
                  ADD_THREADS, level[i]);
  *state = all;
  return GK_OK;
}
