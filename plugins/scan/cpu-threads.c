/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-threads: two passes on all cores.  Each core adds its part; then each
 * knows what came before its part, and scans it.  The elements are read twice,
 * yet no core waits for another's scan.
 */
#include <config.h>

#include "cpu/parts.h"
#include "run.h"

/* Bytes that are worth waking other cores for; elements of a run. */
enum { WORTH_THREADS = 1 << 18, RUN = 1 << 14 };

static int64_t
run_length (int64_t at, int64_t end)
{
  return end - at < RUN ? end - at : RUN;
}

static scan_sum
add_part (const gk_scan *p, int64_t begin, int64_t end)
{
  scan_sum sum = { 0 };

  for (int64_t at = begin; at < end; at += RUN)
    sum = scan_join (p, sum, scan_add_run (p, at, run_length (at, end)));
  return sum;
}

static void
scan_part (const gk_scan *p, int64_t begin, int64_t end, scan_sum before)
{
  for (int64_t at = begin; at < end; at += RUN)
    before
        = scan_join (p, before, scan_run (p, at, run_length (at, end), before));
}

int
scan_cpu_threads (const gk_host *host, const void *problem, void *state,
                  void *stream)
{
  const gk_scan *p = problem;
  const int parts
      = count_parts (p->n * (p->dtype == GK_I64 ? 8 : 4) >= WORTH_THREADS);
  scan_sum before[MOST_PARTS + 1] = { { 0 } };

  (void)host, (void)state, (void)stream;
  /* What the last part adds, nothing needs. */
#pragma omp parallel for schedule(static) num_threads(parts)
  for (int i = 0; i < parts - 1; i++)
    before[i + 1] = add_part (p, p->n * i / parts, p->n * (i + 1) / parts);
  for (int i = 1; i < parts; i++)
    before[i] = scan_join (p, before[i - 1], before[i]);
#pragma omp parallel for schedule(static) num_threads(parts)
  for (int i = 0; i < parts; i++)
    scan_part (p, p->n * i / parts, p->n * (i + 1) / parts, before[i]);
  return GK_OK;
}
