/* SPDX-License-Identifier: BSD-3-Clause
 *
 * look-back: one pass.  A block loads a tile, publishes its sum, adds what the
 * tiles before it have published, publishes that, too, and writes its tile.
 * Each element is read once and written once, as a copy would.
 *
 * The idea is that of Merrill and Garland, Single-pass Parallel Prefix Scan
 * with Decoupled Look-back.  A tile does not wait until the one before it knows
 * all of its prefix: the sum of that tile is enough, added to what the next one
 * before it has, and so on to one that has the sum of all before it.  A warp
 * looks at 32 tiles at once.
 *
 * Blocks draw their tiles from a counter, so that none waits for one that can't
 * start, and what tiles publish has the launch's number in it (ticket.cuh).
 */
#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"
#include "look-back.cuh"

enum { MOST_THREADS = 512 };

/* By the first warp: publishes a tile's sum, and replaces what each warp has by
 * the sum of all before it. */
template <typename T>
static __device__ __forceinline__ void
look_back (T *of_warp, published<bits_of<T>> *tiles, struct ticket ticket)
{
  const int lane = lane_of_thread ();
  const bool is_warp = lane < (int)blockDim.x / WARP;
  const T scanned = scan_lanes (is_warp ? of_warp[lane] : T (0));
  const T own = __shfl_sync (all_lanes, scanned, WARP - 1);
  const T warps = lanes_before (scanned);
  T before = 0;

  if (ticket.number > 0) {
    if (lane == 0)
      publish_sum (&tiles[ticket.number], ticket.launch, OWN, own);
    before = sum_before<T> (tiles, ticket);
  }
  if (lane == 0)
    publish_sum (&tiles[ticket.number], ticket.launch, ALL, before + own);
  if (is_warp)
    of_warp[lane] = before + warps;
}

/* Registers for 1024 threads on a multiprocessor, where they will do. */
template <typename T, int words>
static __global__ void
__launch_bounds__ (MOST_THREADS, sizeof (T) * words > 32 ? 1 : 2)
    look_back_kernel (const look_back_task task)
{
  __shared__ T of_warp[MOST_THREADS / WARP];
  __shared__ struct ticket drawn;
  tile<T, words> held;
  int64_t begin;
  T own;

  pdl_wait ();
  if (threadIdx.x == 0)
    drawn = draw_ticket (task.tickets, gridDim.x - 1);
  __syncthreads ();
  begin = (int64_t)drawn.number * tile_elements<T, words> ((int)blockDim.x);
  load_tile (held, (const T *)task.of.src, begin, task.of.n);
  own = scan_warp (held);
  if (lane_of_thread () == 0)
    of_warp[warp_of_thread ()] = own;
  __syncthreads ();
  if (warp_of_thread () == 0)
    look_back<T> (of_warp, (published<bits_of<T>> *)task.published, drawn);
  __syncthreads ();
  store_tile (held, of_warp[warp_of_thread ()], task.of, begin);
}

/* ---- Prepare ---- */

template <typename T, int words>
static int
make_typed (const gk_host *host, const gk_device *device, const gk_scan *p,
            int threads, void **state)
{
  const int64_t each = tile_elements<T, words> (threads);
  const int64_t tiles = (p->n + each - 1) / each;
  look_back_task task;
  struct prepared_shape shape = {};
  const int r = make_look_back_task<T> (host, device, p, tiles, &task);

  if (r != GK_OK)
    return r;
  shape.grid = dim3 ((unsigned)tiles);
  shape.block = dim3 ((unsigned)threads);
  shape.pdl = true;
  return prepared_make (host, look_back_kernel<T, words>, shape, task, state);
}

int
scan_look_back_make (const gk_host *host, const gk_device *device,
                     const gk_scan *p, int threads, int words, void **state)
{
  return scan_by_type (p, [=] (auto element) {
    typedef decltype (element) T;

    return (words == 2   ? make_typed<T, 2>
            : words == 4 ? make_typed<T, 4>
                         : make_typed<T, 8>)(host, device, p, threads, state);
  });
}

static int
look_back_prepare (const gk_host *host, const gk_device *device,
                   const void *problem, const gk_value *values, void **state)
{
  return scan_look_back_make (host, device, (const gk_scan *)problem,
                              128 << values[0].i, 2 << values[1].i, state);
}

extern "C" gk_variant
scan_look_back_variant (void)
{
  static const char *const threads[] = { "128", "256", "512", NULL };
  static const char *const words[] = { "2", "4", "8", NULL };
  static const gk_option options[] = {
    cuda_choice ("threads",
                 "threads per block: with more, a tile is larger, so that "
                 "fewer sums are looked at; with fewer, more blocks load while "
                 "others wait",
                 NULL, threads, 1),
    cuda_choice ("words",
                 "words of 16 bytes that a thread holds: more make a tile "
                 "larger, but leave registers for fewer threads",
                 NULL, words, 2),
  };

  return prepared_variant (look_back_prepare, options, GK_COUNT (options));
}
