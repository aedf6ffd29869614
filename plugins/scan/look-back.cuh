/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What look-back and bulk have in common (look-back.cu explains it): the
 * numbers of tiles, and the sum of all tiles before one.
 */
#ifndef SCAN_LOOK_BACK_CUH
#define SCAN_LOOK_BACK_CUH

#include "cuda/prepared.cuh"
#include "cuda/ticket.cuh"
#include "make.h"
#include "tile.cuh"

struct look_back_task {
  scan_task of;
  void *published;
  unsigned long long *tickets; /* launch << 32 | the next tile */
};

/* Returns in each lane of a warp the sum of all tiles before this one, which is
 * not the first.  The first publishes nothing but ALL, so that the search ends
 * there at the latest. */
template <typename T>
static __device__ __forceinline__ T
sum_before (const published<bits_of<T>> *tiles, struct ticket ticket)
{
  T sum = 0;
  unsigned all;

  for (int64_t nearest = (int64_t)ticket.number - 1;; nearest -= WARP) {
    const int64_t at = nearest - lane_of_thread ();
    unsigned what, needed;
    T x = 0;

    for (;;) {
      what = at >= 0 ? read_sum (&tiles[at], ticket.launch, &x) : ALL;
      all = __ballot_sync (all_lanes, what == ALL);
      /* The lanes up to the first that has all. */
      needed = all == 0 ? all_lanes : (all & (0U - all)) * 2 - 1;
      if ((__ballot_sync (all_lanes, what != NONE) & needed) == needed)
        break;
      __nanosleep (PAUSE);
    }
    if ((needed >> lane_of_thread () & 1) != 0)
      sum += x;
    if (all != 0)
      return add_lanes (sum);
  }
}

template <typename T>
static int
make_look_back_task (const gk_host *host, const gk_device *device,
                     const gk_scan *p, int64_t tiles, look_back_task *task)
{
  published<bits_of<T>> *sums;
  const int r = make_tickets (host, device, tiles, &sums, &task->tickets);

  task->of = scan_task_of (p);
  task->published = sums;
  return r;
}

#endif /* SCAN_LOOK_BACK_CUH */
