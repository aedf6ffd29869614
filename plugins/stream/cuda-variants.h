/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA variants of stream, from the simplest on: V (middle of the
 * function's name, name, summary, tunables, NULL).  The plugin's table
 * (stream-cuda.cu) and the family's list of companions (stream.c) are made from
 * it.
 */
#ifndef STREAM_CUDA_VARIANTS_H
#define STREAM_CUDA_VARIANTS_H

#define STREAM_CUDA_VARIANTS(V)                                                \
  V (element, "element",                                                       \
     "one element per thread: consecutive threads read and write "             \
     "consecutive elements",                                                   \
     NULL)                                                                     \
  V (grid_stride, "grid-stride",                                               \
     "as many blocks as fit on the device, whose threads go on by the grid's " \
     "size",                                                                   \
     NULL)                                                                     \
  V (vector, "vector",                                                         \
     "loads and stores of 16 bytes, marked as streaming: the fewest "          \
     "instructions per byte",                                                  \
     "words", NULL)                                                            \
  V (bulk, "bulk",                                                             \
     "the Tensor Memory Accelerator (TMA) loads kilobytes per instruction "    \
     "into a ring in shared memory",                                           \
     "stage", "stages", NULL)                                                  \
  V (best, "best", "selects the fastest of these by operation and size", NULL) \
  V (memcpy, "memcpy", "the driver's device-to-device copy; op = copy alone",  \
     NULL)                                                                     \
  V (cublas_dot, "cublas-dot",                                                 \
     "cublasSdot or cublasDdot, whose result stays on the device; op = dot "   \
     "alone",                                                                  \
     NULL)

#endif /* STREAM_CUDA_VARIANTS_H */
