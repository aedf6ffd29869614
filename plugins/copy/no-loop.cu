/* SPDX-License-Identifier: BSD-3-Clause
 *
 * No grid-stride loop: the shortest way from the start of a kernel to its
 * loads.
 *
 * `vector`, `aligned` and `hinted` walk on by the size of the grid (a
 * grid-stride loop), and count in 64 bits, so that any grid copies any matrix.
 * Each of these steps comes before the first load: half a microsecond, which is
 * a twentieth of what 12 MB take and nearly all that a small copy takes.  Here
 * the grid covers the matrix, a thread's words are at one 32-bit offset, and
 * rows that no grid covers are left to the rungs before.
 *
 * The bytes behind a row's last whole word are items behind the words, with
 * threads of their own: they are read while the words are, not after these
 * were written.
 *
 * How much a thread reads at a time (`words`) and how many threads share a
 * block decide with how many blocks a copy starts.  A device starts 1.6 blocks
 * a nanosecond (H200), so 12 MB in blocks of 2 KB take 3.7 us of their 8.8 to
 * be started: four words a thread are the fastest there.  From some 20 MB on
 * memory hides the starts, and one word a thread mixes reads and writes most
 * finely: 256 MB take 126.1 us so, 130.5 with four.
 *
 * Nothing is evicted first, as `vector` asks for.  It gains no more than
 * 1 % at 12 MB when the cache is cold; but L2 then keeps what it held before,
 * drops the lines of the copy for each other, and never gets warm: 7.2 us
 * against 5.3 when the same matrices are copied over and over.
 */
#include <cuda_runtime.h>

#include "cuda/prepared.cuh"
#include "make.h"
#include "move/kernel.cuh"
#include "no-loop.h"

static const int most_threads = 512;

struct no_loop_task {
  const unsigned char *src;
  unsigned char *dst;
  int64_t src_pitch, dst_pitch;
  unsigned rows, words, items; /* items: the words and bytes of a row */
};

/* fast: one row, and no bytes behind its words.  Most small copies are, and
 * each instruction before the load counts there. */
template <typename Word, int words, bool fast>
static __global__ void
__launch_bounds__ (most_threads) no_loop_copy (const struct no_loop_task task)
{
  const unsigned at = blockIdx.x * (blockDim.x * words) + threadIdx.x;
  const unsigned row = fast ? 0 : blockIdx.y * blockDim.y + threadIdx.y;
  /* Not an early return: it would come before all else. */
  const unsigned n = fast || row < task.rows ? task.words : 0;
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
    else if (!fast && i < items)
      rest[k] = src[byte + i];
  }
#pragma unroll
  for (int k = 0; k < words; k++) {
    const unsigned i = at + k * blockDim.x;

    if (i < n)
      ((Word *)dst)[i] = held[k];
    else if (!fast && i < items)
      dst[byte + i] = rest[k];
  }
}

template <typename Word, int words>
static int
no_loop_make_typed (const gk_host *host, const struct copy_span *span,
                    int threads, void **state)
{
  const int word = (int)sizeof (Word);
  const struct no_loop_task task = { span->src,
                                     span->dst,
                                     span->src_pitch,
                                     span->dst_pitch,
                                     (unsigned)span->rows,
                                     (unsigned)(span->bytes / word),
                                     (unsigned)copy_span_items (span, word) };
  const bool fast = task.rows == 1 && task.items == task.words;
  struct copy_no_loop_grid g;
  struct prepared_shape shape = {};

  if (!copy_no_loop_grid (span, word, words, threads, &g)) {
    host->error (host, "no grid covers so many rows, or so long ones; use "
                       "the variant vector");
    return GK_SKIP;
  }
  shape.grid = dim3 (g.wide, g.high);
  shape.block = dim3 (g.across, g.down);
  return prepared_make (host,
                        fast ? no_loop_copy<Word, words, true>
                             : no_loop_copy<Word, words, false>,
                        shape, task, state);
}

extern "C" int
copy_no_loop_make (const gk_host *host, const struct copy_span *span, int words,
                   int threads, void **state)
{
  return move_by_element ((uint32_t)copy_span_word (span), [=] (auto zero) {
    typedef decltype (zero) Word;

    switch (words) {
    case 1:
      return no_loop_make_typed<Word, 1> (host, span, threads, state);
    case 2:
      return no_loop_make_typed<Word, 2> (host, span, threads, state);
    default:
      return no_loop_make_typed<Word, 4> (host, span, threads, state);
    }
  });
}

static int
no_loop_prepare (const gk_host *host, const gk_device *, const void *problem,
                 const gk_value *values, void **state)
{
  const struct copy_span span = copy_span ((const gk_copy *)problem);

  return copy_no_loop_make (host, &span, 1 << values[0].i, 128 << values[1].i,
                            state);
}

extern "C" gk_variant
copy_no_loop_variant (void)
{
  static const char *const words[] = { "1", "2", "4", NULL };
  static const char *const threads[] = { "128", "256", "512", NULL };
  static const gk_option options[]
      = { cuda_choice ("words",
                       "words of 16 bytes, or narrower ones, that a thread "
                       "reads before it writes any: more are more bytes in "
                       "flight a thread, and fewer blocks to start; fewer mix "
                       "reads and writes more finely",
                       NULL, words, 0),
          cuda_choice ("threads", COPY_THREADS_HELP, NULL, threads, 1) };
  return prepared_variant (
      "no-loop",
      "one pass without a grid-stride loop, 32-bit offsets, a thread for each "
      "trailing byte: the shortest way to the first load",
      no_loop_prepare, GK_ARRAY (options));
}
