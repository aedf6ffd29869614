/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tickets: the parts of a problem in the order in which blocks take them.
 *
 * A block draws the number of its part from a counter when it starts.  So all
 * parts before it have blocks that run, or have ended, in whatever order the
 * device starts blocks: it may wait for what these publish (published.cuh).
 *
 * The counter has the launch's number in its upper half.  Who draws the last
 * ticket sets it to the next launch's first: all others have drawn theirs.  So
 * a launch leaves what the next one needs, also where a graph repeats it,
 * without a second kernel or a memset in each.  Nothing is left by a launch
 * that ended half-way: CUDA ends its context, and with that the memory; prepare
 * clears that of the next.  After 2^30 launches numbers come again; what each
 * part published 2^30 launches ago, it has overwritten since.
 */
#ifndef CUDA_TICKET_CUH
#define CUDA_TICKET_CUH

#include "cuda/cleared.cuh"
#include "cuda/published.cuh"

/* Nanoseconds until a thread looks again at what was not yet published: often
 * enough, but L2 has other work. */
enum { PAUSE = 20 };

struct ticket {
  unsigned launch, number;
};

/* last: the number of the launch's last ticket. */
static __device__ __forceinline__ struct ticket
draw_ticket (unsigned long long *tickets, unsigned last)
{
  const unsigned long long drawn = atomicAdd (tickets, 1ULL);
  const struct ticket is = { (unsigned)(drawn >> 32), (unsigned)drawn };

  if (is.number == last)
    *tickets = ((unsigned long long)is.launch + 1) << 32;
  return is;
}

/* For prepare: takes the room for what n parts publish, and a counter, both
 * cleared.  GK_SKIP: there is none. */
template <typename T>
static inline int
make_tickets (const gk_host *host, const gk_device *device, int64_t n,
              published<T> **sums, unsigned long long **tickets)
{
  const int r = cleared_workspace (host, device, (size_t)n, sums);

  return r == GK_OK ? cleared_workspace (host, device, 1, tickets) : r;
}

#endif /* CUDA_TICKET_CUH */
