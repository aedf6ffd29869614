/* SPDX-License-Identifier: BSD-3-Clause
 *
 * row-blocks: several blocks hold a long row, so that it is read once, and tell
 * each other what they have of it in global memory.
 *
 * Each block has an equal part of the row's words, and finds both steps of it
 * at once: the sum is relative to the part's own shift, as in online.  It
 * publishes these two numbers in one access, waits until all blocks of the row
 * have, joins what they have, and writes.  So blocks wait for each other once a
 * row, not twice, and need not be neighbours as those of a cluster: a
 * multiprocessor has several, of different rows, and while one waits others
 * load or write.
 *
 * A thread holds half of its words in registers and half in shared memory: a
 * block waits longer than one that has a row to itself, so that more of them
 * must be at work to keep memory busy.  A thread reads no other thread's words,
 * and needs no barrier.
 *
 * Blocks stay, and take parts in the order of tickets (ticket.cuh).  Those of
 * one row have tickets that follow each other, and are fewer than the blocks
 * that run: so while a block waits for some that have not begun, others are in
 * earlier rows, which end.  A block draws its next ticket when it has seen all
 * parts of its row, which are drawn then: so that none is of the same row,
 * which would wait for itself.
 *
 * While blocks add up, wait and write, memory has the parts of a quarter of the
 * tickets behind theirs to load into L2, whichever blocks will draw these.
 * Further ahead it harms: L2 then has no room to gather what is written.
 */
#include "cuda/cp-async.cuh"
#include "cuda/prefetch.cuh"
#include "cuda/prepared.cuh"
#include "cuda/ticket.cuh"
#include "make.h"
#include "part.cuh"
#include "row.cuh"

/* Words that a thread holds in registers and in shared memory; threads of a
 * multiprocessor, by their registers, and the most of a block; and cycles in
 * which memory loads a KiB for each multiprocessor. */
enum {
  IN_REGISTERS = 8,
  IN_SHARED = 8,
  RESIDENT = 1024,
  MOST_THREADS = 512,
  WORDS_LINE = 8, /* of 128 bytes */
  CYCLES_KIB = 60
};

struct blocks_task {
  softmax_task of;
  published<uint64_t> *published;
  unsigned long long *tickets;
  unsigned parts;   /* of all rows */
  int blocks, each; /* of a row; words of each of them, at most */
  unsigned ahead;   /* tickets from a block's to the one it prefetches */
  unsigned units;   /* multiprocessors */
  int turn;         /* cycles from one block's begin to the next one's, or 0 */
};

/* ---- What blocks tell each other ---- */

static __device__ __forceinline__ void
publish_part (published<uint64_t> *to, unsigned launch, const online_part &x)
{
  publish_sum (to, launch, OWN,
               (uint64_t)__float_as_uint (x.sum) << 32
                   | __float_as_uint (x.shift));
}

/* Waits for a part, of which the elements are known. */
static __device__ __forceinline__ online_part
wait_for_part (const published<uint64_t> *from, unsigned launch, int64_t n)
{
  uint64_t bits;

  while (read_sum (from, launch, &bits) == NONE)
    __nanosleep (PAUSE);
  return { __uint_as_float ((uint32_t)bits),
           __uint_as_float ((uint32_t)(bits >> 32)), (float)n };
}

/* Returns the words of a block's part of a row. */
static __device__ __forceinline__ int
words_of_part (const blocks_task &t, int64_t words, int block)
{
  const int64_t rest = words - (int64_t)block * t.each;

  return rest < 0 ? 0 : rest < t.each ? (int)rest : t.each;
}

/* Returns the elements of a part of so many words: the first block has the
 * single ones at both ends. */
template <typename T>
static __device__ __forceinline__ int64_t
elements_of_part (const row_span<T> &r, int words, int block)
{
  const int64_t edges = block == 0 ? r.cols - r.words * r.each : 0;

  return (int64_t)words * r.each + edges;
}

/* By a warp: joins the parts of a row. */
template <typename T, int op>
static __device__ __forceinline__ online_part
join_row (const blocks_task &t, const row_span<T> &r, struct ticket first)
{
  online_part x = part_zero<op> ();

  for (int i = (int)threadIdx.x; i < t.blocks; i += 32) {
    const int64_t n = elements_of_part (r, words_of_part (t, r.words, i), i);

    x = join_parts<op> (
        x, wait_for_part (&t.published[first.number + i], first.launch, n));
  }
  return join_all_parts<op, true> (x, NULL);
}

/* ---- The kernel ---- */

/* What a block has of a row: its words from `from` on. */
template <typename T> struct held_words {
  uint4 word[IN_REGISTERS];
  uint4 *more; /* in shared memory, of this thread: each blockDim.x apart */
  const uint4 *from;
  uint4 *to;
  int n;
  float edge;
  int64_t edge_at; /* or -1 */
};

/* Copies without a register in between where the device can. */
static __device__ __forceinline__ void
copy_ahead (uint4 *to, const uint4 *from)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  cp_async_vector (cp_async_shared (to), from);
#else
  *to = *from;
#endif
}

template <typename T>
static __device__ __forceinline__ void
load_part (const blocks_task &t, const row_span<T> &r, int block,
           held_words<T> &held)
{
  const int index = (int)threadIdx.x, threads = (int)blockDim.x;

  held.n = words_of_part (t, r.words, block);
  held.from = r.from () + (int64_t)block * t.each;
  held.to = r.to () + (int64_t)block * t.each;
  held.edge_at = block == 0 ? r.edge (index) : -1;
#pragma unroll 4
  for (int k = 0; k < IN_SHARED; k++)
    if (index + (k + IN_REGISTERS) * threads < held.n)
      copy_ahead (held.more + k * threads,
                  held.from + index + (k + IN_REGISTERS) * threads);
#pragma unroll
  for (int k = 0; k < IN_REGISTERS; k++)
    if (index + k * threads < held.n)
      held.word[k] = held.from[index + k * threads];
  held.edge = held.edge_at >= 0 ? as_float (r.src[held.edge_at]) : 0;
  cp_async_wait_all ();
}

/* Has the part of a ticket loaded into L2. */
template <typename T>
static __device__ __forceinline__ void
prefetch_part (const blocks_task &t, unsigned ticket)
{
  const unsigned row = ticket / (unsigned)t.blocks;
  const int block = (int)(ticket - row * (unsigned)t.blocks);

  if (ticket >= t.parts)
    return;
  const row_span<T> r (t.of, row);
  const int n = words_of_part (t, r.words, block);
  const uint4 *const from = r.from () + (int64_t)block * t.each;

  for (int i = (int)threadIdx.x * WORDS_LINE; i < n;
       i += (int)blockDim.x * WORDS_LINE)
    prefetch_l2 (from + i);
}

/* Calls f (word, its place in the part) for each word of this thread. */
template <typename T, typename F>
static __device__ __forceinline__ void
for_each_word (const held_words<T> &held, const F &f)
{
  const int index = (int)threadIdx.x, threads = (int)blockDim.x;

#pragma unroll
  for (int k = 0; k < IN_REGISTERS; k++)
    if (index + k * threads < held.n)
      f (held.word[k], index + k * threads);
#pragma unroll 2
  for (int k = 0; k < IN_SHARED; k++)
    if (index + (k + IN_REGISTERS) * threads < held.n)
      f (held.more[k * threads], index + (k + IN_REGISTERS) * threads);
}

/* Returns both steps of the part, in all threads. */
template <typename T, int op>
static __device__ __forceinline__ online_part
sum_part (const held_words<T> &held, int64_t n, float *room)
{
  online_part x = { first_zero<op> (), 0, (float)n };

  if (held.edge_at >= 0)
    x.shift = first_join<op> (x.shift, held.edge);
  for_each_word (held, [&] (uint4 word, int) {
    x.shift = first_join<op> (x.shift, first_of_word<op, T> (word));
  });
  x.shift = join_block<first_join<op>> (x.shift, first_zero<op> (), room);
  x.shift = n > 0 ? shift_of<op> (x.shift, n) : x.shift;

  if (held.edge_at >= 0)
    x.sum = second_of<op> (held.edge, x.shift);
  for_each_word (held, [&] (uint4 word, int) {
    x.sum += second_of_word<op, T> (word, x.shift);
  });
  x.sum = join_block<add_two> (x.sum, 0, room + 32);
  return x;
}

template <typename T, int op>
static __device__ __forceinline__ void
write_part (const row_span<T> &r, const held_words<T> &held,
            const online_part &row)
{
  const float factor = factor_of<op> (row.sum, r.cols);

  for_each_word (held, [&] (uint4 word, int at) {
    held.to[at] = result_of_word<op, T> (word, row.shift, factor);
  });
  store_edge<op> (r, held.edge_at, held.edge, row.shift, factor);
}

/* Where each has many parts, the blocks of a multiprocessor begin one after the
 * other: together they would all load, then all compute, and memory would idle
 * meanwhile. */
static __device__ __forceinline__ void
wait_for_turn (const blocks_task &t)
{
  const long long begin = clock64 ();

  while (clock64 () - begin < (long long)(blockIdx.x / t.units) * t.turn)
    continue;
}

template <typename T, int op>
static __global__ void
__launch_bounds__ (MOST_THREADS, RESIDENT / MOST_THREADS)
    row_blocks_kernel (const blocks_task t)
{
  extern __shared__ uint4 more[];
  __shared__ float room[64];
  __shared__ struct ticket drawn;
  __shared__ online_part of_row;
  const unsigned last = t.parts + gridDim.x - 1;
  held_words<T> held;

  held.more = more + threadIdx.x;
  wait_for_turn (t);
  if (threadIdx.x == 0)
    drawn = draw_ticket (t.tickets, last);
  for (;;) {
    __syncthreads ();
    const struct ticket is = drawn;
    if (is.number >= t.parts)
      return;
    const unsigned row = is.number / (unsigned)t.blocks;
    const struct ticket first = { is.launch, row * (unsigned)t.blocks };
    const int block = (int)(is.number - first.number);
    const row_span<T> r (t.of, row);

    load_part (t, r, block, held);
    prefetch_part<T> (t, is.number + t.ahead);
    const online_part own
        = sum_part<T, op> (held, elements_of_part (r, held.n, block), room);

    if (threadIdx.x < 32) {
      if (threadIdx.x == 0)
        publish_part (&t.published[is.number], is.launch, own);
      const online_part all = join_row<T, op> (t, r, first);
      if (threadIdx.x == 0)
        of_row = all;
    }
    __syncthreads ();
    if (threadIdx.x == 0)
      drawn = draw_ticket (t.tickets, last);
    write_part<T, op> (r, held, of_row);
  }
}

/* ---- Launches ---- */

/* The blocks of a row with so many threads each. */
static int64_t
blocks_of_row (const gk_softmax *p, int threads)
{
  const int64_t words = softmax_row_words (p);
  const int64_t each = (int64_t)threads * (IN_REGISTERS + IN_SHARED);

  return words > each ? (words + each - 1) / each : 1;
}

extern "C" bool
softmax_row_blocks_fit (const gk_device *device, const gk_softmax *p,
                        int threads)
{
  const int64_t blocks = blocks_of_row (p, threads);

  return blocks <= device->units && p->rows <= INT32_MAX / blocks;
}

extern "C" int
softmax_row_blocks_make (const gk_host *host, const gk_device *device,
                         const gk_softmax *p, int threads, void **state)
{
  const int64_t blocks = blocks_of_row (p, threads);
  const int64_t resident = (int64_t)device->units * (RESIDENT / threads);
  const int64_t words = softmax_row_words (p);
  prepared_shape shape = {};
  blocks_task t;
  int r;

  if (!softmax_row_blocks_fit (device, p, threads)) {
    host->error (host,
                 "a row needs %lld blocks, and there are %lld rows: more than "
                 "%u blocks may not all run at a time, and %d is the most of "
                 "all rows; best chooses another variant",
                 (long long)blocks, (long long)p->rows, device->units,
                 INT32_MAX);
    return GK_SKIP;
  }
  t.of = softmax_task_of (p);
  t.parts = (unsigned)(p->rows * blocks);
  t.blocks = (int)blocks;
  t.each = (int)((words + blocks - 1) / blocks);
  t.ahead = (unsigned)resident / 4;
  t.units = device->units;
  t.turn = t.parts < 2 * resident ? 0 : t.each * 16 / 1024 * CYCLES_KIB;
  r = make_tickets (host, device, t.parts, &t.published, &t.tickets);
  if (r != GK_OK)
    return r;
  shape.grid = dim3 ((unsigned)(t.parts < resident ? t.parts : resident));
  shape.block = dim3 ((unsigned)threads);
  shape.shared = threads * IN_SHARED * 16;
  return softmax_by_type (p, [&] (auto element, auto operation) {
    return prepared_make (
        host, row_blocks_kernel<decltype (element), decltype (operation)::op>,
        shape, t, state);
  });
}

static int
row_blocks_prepare (const gk_host *host, const gk_device *device,
                    const void *problem, const gk_value *values, void **state)
{
  return softmax_row_blocks_make (host, device, (const gk_softmax *)problem,
                                  128 << values[0].i, state);
}

extern "C" gk_variant
softmax_row_blocks_variant (void)
{
  static const char *const threads[] = { "128", "256", "512", NULL };
  static const gk_option options[] = { cuda_choice (
      "threads",
      "threads per block, each with up to 256 bytes of a row: with fewer, more "
      "blocks share a row, and a multiprocessor has more of them, which wait "
      "at different times",
      NULL, threads, 1) };

  return prepared_variant (row_blocks_prepare, options, GK_COUNT (options));
}
