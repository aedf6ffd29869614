/* SPDX-License-Identifier: BSD-3-Clause
 *
 * no-loop: no grid-stride loop, so that as few instructions as possible precede
 * the first load.
 *
 * What changes from `vector`, `aligned` and `hinted`: these have a grid-stride
 * loop and offsets of 64 bits, so that any grid copies any matrix.  All of that
 * precedes the first load and takes half a microsecond: 5 % of a copy of 12 MB,
 * and nearly all of a small one.  Here the grid covers the matrix, offsets have
 * 32 bits, and rows that no grid covers are left to those variants.
 *
 * The bytes after a row's last whole word are items after the words, with
 * threads of their own: they are read at the same time as the words, not after
 * these were written.
 *
 * The number of words per thread (`words`) and of threads per block set the
 * number of blocks.  A device starts 1.6 blocks per nanosecond (H200), so
 * starting 12 MB in blocks of 2 KB takes 3.7 of the 8.8 us: four words per
 * thread are the fastest there.  From some 20 MB on memory hides the starts,
 * and one word per thread mixes reads and writes most finely: 256 MB take 126.1
 * us, against 130.5 with four.
 *
 * No line is marked as evict first, as in `hinted`.  That would gain at most 1
 * % at 12 MB with a cold cache; but L2 then keeps what it held before, evicts
 * the lines of the copy for each other, and never gets warm: 7.2 us against 5.3
 * when the same matrices are copied again and again.
 */
#include <cuda_runtime.h>

#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"
#include "make.h"
#include "move/kernel.cuh"
#include "no-loop.h"

static const int most_threads = 512;

/* Copies of up to so many bytes, and blocks, start while the launch before ends
 * (pdl.cuh).  To ask for it makes blocks start more slowly: 134 MB take 82 us
 * in place of 66, a million rows of 3 bytes, with 15625 blocks, 12.8 in place
 * of 9.1 (H200). */
static const int64_t most_early_bytes = 16 << 20;
static const int64_t most_early_blocks = 1024;

struct no_loop_task {
  const unsigned char *src;
  unsigned char *dst;
  int64_t src_pitch, dst_pitch;
  unsigned rows, words, items; /* items: words and single bytes of a row */
  bool early;
};

/* fast: one row, and no bytes after its words.  Most small copies are like
 * that, and each instruction before the load counts. */
template <typename Word, int words, bool fast>
static __global__ void
__launch_bounds__ (most_threads) no_loop_copy (const struct no_loop_task task)
{
  const unsigned at = blockIdx.x * (blockDim.x * words) + threadIdx.x;
  const unsigned row = fast ? 0 : blockIdx.y * blockDim.y + threadIdx.y;
  /* Not an early return, which would precede everything else. */
  const unsigned n = fast || row < task.rows ? task.words : 0;
  const unsigned items = row < task.rows ? task.items : 0;
  const unsigned char *src = task.src + row * task.src_pitch;
  unsigned char *dst = task.dst + row * task.dst_pitch;
  /* From an item's index among the words to the offset of its byte. */
  const uint64_t byte = task.words * (uint64_t)(sizeof (Word) - 1);
  unsigned char rest[words];
  Word held[words];

  if (task.early)
    pdl_wait ();
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
  struct no_loop_task task = { span->src,
                               span->dst,
                               span->src_pitch,
                               span->dst_pitch,
                               (unsigned)span->rows,
                               (unsigned)(span->bytes / word),
                               (unsigned)copy_span_items (span, word),
                               false };
  const bool fast = task.rows == 1 && task.items == task.words;
  struct copy_no_loop_grid g;
  struct prepared_shape shape = {};

  if (!copy_no_loop_grid (span, word, words, threads, &g)) {
    host->error (host, "no grid covers so many rows, or so long ones; use "
                       "the variant vector");
    return GK_SKIP;
  }
  task.early = span->rows * span->bytes <= most_early_bytes
               && (int64_t)g.wide * g.high <= most_early_blocks;
  shape.grid = dim3 (g.wide, g.high);
  shape.block = dim3 (g.across, g.down);
  shape.pdl = task.early;
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
  static const gk_option options[] = {
    cuda_choice ("words",
                 "words of up to 16 bytes that a thread reads before it "
                 "writes: more are more bytes in flight per thread and fewer "
                 "blocks to start; fewer mix reads and writes more finely",
                 NULL, words, 0),
    cuda_choice ("threads", COPY_THREADS_HELP, NULL, threads, 1)
  };
  return prepared_variant (no_loop_prepare, options, GK_COUNT (options));
}
