/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA variants of reduce, from the simplest on: V (middle of the
 * function's name, name, summary, tunables, NULL).  The plugin's table
 * (reduce-cuda.cu) and the family's list of companions (reduce.c) are made from
 * it.
 */
#ifndef REDUCE_CUDA_VARIANTS_H
#define REDUCE_CUDA_VARIANTS_H

#define REDUCE_CUDA_VARIANTS(V)                                                \
  V (interleaved, "interleaved",                                               \
     "a block adds 256 elements in shared memory, neighbours first: half of "  \
     "each warp's threads idle from the first step on",                        \
     NULL)                                                                     \
  V (sequential, "sequential",                                                 \
     "adds the upper half of a block's elements to the lower: whole warps "    \
     "become idle, instead of half of each",                                   \
     NULL)                                                                     \
  V (first_add, "first-add",                                                   \
     "a thread adds two elements as it reads them: half as many blocks, and "  \
     "no thread only reads",                                                   \
     NULL)                                                                     \
  V (shuffle, "shuffle",                                                       \
     "warps exchange sums by registers: one barrier for a block's sum "        \
     "instead of one a step",                                                  \
     NULL)                                                                     \
  V (vector, "vector",                                                         \
     "as many blocks as fit, whose threads read 16 bytes at a time, several "  \
     "of them in flight",                                                      \
     "threads", NULL)                                                          \
  V (one_pass, "one-pass",                                                     \
     "the block that ends last adds the sums of the others: one launch",       \
     "threads", NULL)                                                          \
  V (cluster, "cluster",                                                       \
     "one-pass, where the blocks of a cluster first add up in shared memory: " \
     "an eighth as many sums are left",                                        \
     "threads", "blocks", NULL)                                                \
  V (best, "best",                                                             \
     "selects the fastest of these by the rows and their length", NULL)

/* That of the peer, which has a plugin of its own. */
#define REDUCE_CUB_SUMMARY                                                     \
  "DeviceReduce of NVIDIA's CUB, or its DeviceSegmentedReduce"

#endif /* REDUCE_CUDA_VARIANTS_H */
