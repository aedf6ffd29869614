/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA variants of scan, from the simplest on: V (middle of the function's
 * name, name, summary, tunables, NULL).  The plugin's table (scan-cuda.cu) and
 * the family's list of companions (scan.c) are made from it.
 */
#ifndef SCAN_CUDA_VARIANTS_H
#define SCAN_CUDA_VARIANTS_H

#define SCAN_CUDA_VARIANTS(V)                                                  \
  V (hillis_steele, "hillis-steele",                                           \
     "each of a block's ten steps adds the element 1, 2, 4 ... places "        \
     "before: few steps, but ten additions an element",                        \
     NULL)                                                                     \
  V (blelloch, "blelloch",                                                     \
     "a block adds up a tree and comes down again: two additions an element, " \
     "as many steps as the tree has levels, twice",                            \
     NULL)                                                                     \
  V (three_kernels, "three-kernels",                                           \
     "adds tiles, scans their sums, and then scans each tile in registers: "   \
     "three accesses of memory an element instead of four",                    \
     NULL)                                                                     \
  V (look_back, "look-back",                                                   \
     "one pass: a tile's block sums what the tiles before it have published, " \
     "as they run",                                                            \
     "threads", "words", NULL)                                                 \
  V (bulk, "bulk",                                                             \
     "look-back whose steps are each some warps' own: TMA loads, one warp "    \
     "adds, one looks back, eight write",                                      \
     "words", "stages", NULL)                                                  \
  V (best, "best",                                                             \
     "selects: one block for few elements, else look-back with tiles that "    \
     "leave no multiprocessor idle",                                           \
     NULL)

/* That of the peer, which has a plugin of its own. */
#define SCAN_CUB_SUMMARY "DeviceScan of NVIDIA's CUB"

#endif /* SCAN_CUDA_VARIANTS_H */
