/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA variants of softmax, from the simplest on: V (middle of the
 * function's name, name, summary, tunables, NULL).  The plugin's table
 * (softmax-cuda.cu) and the family's list of companions (softmax.c) are made
 * from it.
 */
#ifndef SOFTMAX_CUDA_VARIANTS_H
#define SOFTMAX_CUDA_VARIANTS_H

#define SOFTMAX_CUDA_VARIANTS(V)                                               \
  V (row_thread, "row-thread",                                                 \
     "a thread for each row: neighbouring threads read far from each other, "  \
     "three times",                                                            \
     NULL)                                                                     \
  V (row_block, "row-block",                                                   \
     "a block for each row, whose threads read neighbouring elements, in "     \
     "three passes",                                                           \
     NULL)                                                                     \
  V (online, "online",                                                         \
     "the greatest element and the sum in one pass over words of 16 bytes: "   \
     "two reads instead of three",                                             \
     "threads", NULL)                                                          \
  V (row_warp, "row-warp",                                                     \
     "some lanes of a warp hold each short row in registers: one read, and "   \
     "no barrier",                                                             \
     "lanes", NULL)                                                            \
  V (registers, "registers",                                                   \
     "a block for each row, which it holds in registers: one read", "threads", \
     NULL)                                                                     \
  V (cluster, "cluster",                                                       \
     "a cluster of blocks for each long row, which they hold in shared "       \
     "memory, and to which they add each other's sums",                        \
     "blocks", NULL)                                                           \
  V (row_blocks, "row-blocks",                                                 \
     "several blocks for each long row, which they hold in registers, and "    \
     "whose sums they publish in global memory",                               \
     "threads", NULL)                                                          \
  V (best, "best",                                                             \
     "selects the fastest of these by the rows and their length", NULL)        \
  V (cudnn, "cudnn",                                                           \
     "NVIDIA's cuDNN, for f32: cudnnSoftmaxForward, or a layernorm by a graph", \
     NULL)                                                                     \
  V (cudnn_bf16, "cudnn-bf16",                                                 \
     "the same for bf16, judged as arithmetic in bf16", NULL)

#endif /* SOFTMAX_CUDA_VARIANTS_H */
