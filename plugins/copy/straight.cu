/* SPDX-License-Identifier: BSD-3-Clause
 *
 * No loop: the shortest way from the start of a kernel to its loads.
 *
 * The rungs before walk on by the size of the grid, and count in 64 bits, so
 * that any grid copies any matrix.  Each of these steps comes before the first
 * load: half a microsecond, which is a twentieth of what 12 MB take and nearly
 * all that a small copy takes.  Here the grid covers the matrix, a thread's
 * words are at one 32-bit number from it, and rows that no grid covers are left
 * to the rungs before.
 *
 * The bytes behind a row's last whole word are items behind the words, with
 * threads of their own: they are read while the words are, not after these
 * were written.
 *
 * How much a thread reads at a time (`words`) and how many threads share a
 * block decide with how many blocks a copy starts.  A device starts 1.6 blocks
 * a nanosecond (H200), so 12 MB in blocks of 2 KB take 3.7 us of their 8.8 to
 * be started: four words a thread are the fastest there.  From some 20 MB on
 * starts hide behind memory, and one word a thread mixes reads and writes most
 * finely: 256 MB take 126.1 us so, 130.5 with four.
 *
 * Nothing is marked as evicted first, as `vector` does.  It gains no more than
 * 1 % at 12 MB when the cache is cold; but L2 then keeps what it held before,
 * drops the lines of the copy for each other, and never gets warm: 7.2 us
 * against 5.3 when the same matrices are copied over and over.
 */
#include <cuda_runtime.h>

#include "move/kernel.cuh"
#include "straight.h"
#include "tunables.h"
#include "variants-cuda.h"

static const int most_threads = 512;

struct state {
  int words, threads;
};

struct straight_task {
  const unsigned char *src;
  unsigned char *dst;
  int64_t src_pitch, dst_pitch;
  unsigned rows, words, items; /* items: the words and bytes of a row */
};

/* plain: one row, and no bytes behind its words.  Most small copies are, and
 * each instruction before the load counts there. */
template <typename Word, int words, bool plain>
static __global__ void
__launch_bounds__ (most_threads) straight (const struct straight_task task)
{
  const unsigned at = blockIdx.x * (blockDim.x * words) + threadIdx.x;
  const unsigned row = plain ? 0 : blockIdx.y * blockDim.y + threadIdx.y;
  /* Not an early return: it would come before all else. */
  const unsigned n = plain || row < task.rows ? task.words : 0;
  const unsigned items = row < task.rows ? task.items : 0;
  const unsigned char *src = task.src + row * task.src_pitch;
  unsigned char *dst = task.dst + row * task.dst_pitch;
  /* From the place of an item, were it a word, to the place of its byte. */
  const uint64_t byte = task.words * (uint64_t)(sizeof (Word) - 1);
  unsigned char rest[words];
  Word held[words];

#pragma unroll
  for (int k = 0; k < words; k++) {
    const unsigned i = at + k * blockDim.x;

    if (i < n)
      held[k] = ((const Word *)src)[i];
    else if (!plain && i < items)
      rest[k] = src[byte + i];
  }
#pragma unroll
  for (int k = 0; k < words; k++) {
    const unsigned i = at + k * blockDim.x;

    if (i < n)
      ((Word *)dst)[i] = held[k];
    else if (!plain && i < items)
      dst[byte + i] = rest[k];
  }
}

template <typename Word, int words>
static int
launch (const gk_host *host, const struct copy_span *span,
        const struct state *state, cudaStream_t stream)
{
  const int word = (int)sizeof (Word);
  const struct straight_task task = { span->src,
                                      span->dst,
                                      span->src_pitch,
                                      span->dst_pitch,
                                      (unsigned)span->rows,
                                      (unsigned)(span->bytes / word),
                                      (unsigned)copy_span_items (span, word) };
  struct copy_straight_grid g;
  dim3 grid, block;

  /* As prepare has seen. */
  copy_straight_grid (span, word, words, state->threads, &g);
  grid = dim3 (g.wide, g.high);
  block = dim3 (g.across, g.down);
  if (task.rows == 1 && task.items == task.words)
    straight<Word, words, true><<<grid, block, 0, stream>>> (task);
  else
    straight<Word, words, false><<<grid, block, 0, stream>>> (task);
  return cuda_launched (host, cudaGetLastError ());
}

extern "C" int
copy_straight_prepare (const gk_host *host, const gk_device *,
                       const void *problem, const gk_value *values,
                       void **state)
{
  const struct copy_span span = copy_span ((const gk_copy *)problem);
  const int words = 1 << values[COPY_STRAIGHT_WORDS].i;
  const int threads = 128 << values[COPY_STRAIGHT_THREADS].i;
  struct copy_straight_grid grid;
  struct state *s;

  if (!copy_straight_grid (&span, copy_span_word (&span), words, threads,
                           &grid)) {
    host->error (host, "no grid covers so many rows, or so long ones; the "
                       "variant vector walks over them");
    return GK_SKIP;
  }
  s = (struct state *)host->alloc (host, sizeof *s);
  if (!s)
    return GK_FAIL;
  s->words = words;
  s->threads = threads;
  *state = s;
  return GK_OK;
}

extern "C" int
copy_straight (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  const struct copy_span span = copy_span ((const gk_copy *)problem);
  const struct state *s = (const struct state *)state;

  return move_by_element ((uint32_t)copy_span_word (&span), [&] (auto zero) {
    typedef decltype (zero) Word;

    switch (s->words) {
    case 1:
      return launch<Word, 1> (host, &span, s, (cudaStream_t)stream);
    case 2:
      return launch<Word, 2> (host, &span, s, (cudaStream_t)stream);
    default:
      return launch<Word, 4> (host, &span, s, (cudaStream_t)stream);
    }
  });
}

extern "C" void
copy_straight_release (const gk_host *host, void *state)
{
  host->free (host, state);
}
