/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What look-back and bulk have in common (look-back.cu explains it): the
 * numbers of tiles, and the sum of all tiles before one.
 */
#ifndef SCAN_LOOK_BACK_CUH
#define SCAN_LOOK_BACK_CUH

#include "cuda/launched.cuh"
#include "cuda/prepared.cuh"
#include "make.h"
#include "published.cuh"
#include "tile.cuh"

/* Nanoseconds until a warp looks again at what was not yet published: often
 * enough, but L2 has other work. */
enum { PAUSE = 20 };

struct look_back_task {
  scan_task of;
  void *published;
  unsigned long long *tickets; /* launch << 32 | the next tile */
};

struct ticket {
  unsigned launch, tile;
};

/* last: the number of the launch's last ticket. */
static __device__ __forceinline__ struct ticket
draw_ticket (unsigned long long *tickets, unsigned last)
{
  const unsigned long long drawn = atomicAdd (tickets, 1ULL);
  const struct ticket is = { (unsigned)(drawn >> 32), (unsigned)drawn };

  if (is.tile == last)
    *tickets = ((unsigned long long)is.launch + 1) << 32;
  return is;
}

/* Returns in each lane of a warp the sum of all tiles before this one, which is
 * not the first.  The first publishes nothing but ALL, so that the search ends
 * there at the latest. */
template <typename T>
static __device__ __forceinline__ T
sum_before (const published<bits_of<T>> *tiles, struct ticket ticket)
{
  T sum = 0;
  unsigned all;

  for (int64_t nearest = (int64_t)ticket.tile - 1;; nearest -= WARP) {
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

/* Takes the room of so many tiles' sums and the counter of tickets, and clears
 * both.  GK_SKIP, after a message, where there is none. */
template <typename T>
static int
make_look_back_task (const gk_host *host, const gk_device *device,
                     const gk_scan *p, int64_t tiles, look_back_task *task)
{
  const size_t bytes = (size_t)tiles * sizeof (published<bits_of<T>>);
  cudaError_t e;

  *task = { scan_task_of (p), host->workspace (host, bytes), NULL };
  task->tickets
      = (unsigned long long *)host->workspace (host, sizeof *task->tickets);
  if (task->published == NULL || task->tickets == NULL)
    return GK_SKIP;
  e = cudaMemsetAsync (task->published, 0, bytes, (cudaStream_t)device->stream);
  if (e == cudaSuccess)
    e = cudaMemsetAsync (task->tickets, 0, sizeof *task->tickets,
                         (cudaStream_t)device->stream);
  return cuda_launched (host, e);
}

#endif /* SCAN_LOOK_BACK_CUH */
