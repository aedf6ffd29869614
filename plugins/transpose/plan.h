/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How one transpose is to be done: which kernel, with which tunables.
 */
#ifndef TRANSPOSE_PLAN_H
#define TRANSPOSE_PLAN_H

#include <stdbool.h>

#include <gkhost/transpose.h>

#ifdef __cplusplus
extern "C" {
#endif

enum transpose_kernel {
  TRANSPOSE_SMALL,
  TRANSPOSE_VECTOR,
  TRANSPOSE_SLANTED,
  TRANSPOSE_TMA,
  TRANSPOSE_FLAT
};

/* Bytes of a tile's row in src, and in dst, of the kernel `vector`. */
enum transpose_tile {
  TILE_128,
  TILE_256,
  TILE_512,
  TILE_512_256,
  TILE_256_512
};

/* What becomes of a line in the second-level cache after it was used.  (There
 * is also a way to have it replaced last.  Such lines outlive the problem: they
 * slow down who comes next, and a second run over the same memory would find
 * them even where its caches were to be cold.) */
enum transpose_keep {
  KEEP_NORMAL, /* what the device does untold */
  KEEP_FIRST   /* the first to be replaced */
};

/* What does not apply to a kernel is 0. */
struct transpose_plan {
  enum transpose_kernel kernel;
  int tile;    /* of vector: transpose_tile; of small and slanted: elements */
  int squares; /* of vector: 1, 2, 4 for each thread */
  int band;    /* tiles down before the next column of tiles; 0: rows of tiles,
                  one after the other */
  bool slant;  /* of slanted */
  enum transpose_keep reads, writes;
  int resident; /* blocks on a multiprocessor; 0: as many as it holds */
  int stages;   /* of tma: tiles under way in a block */
  void *encode; /* of tma: the driver's cuTensorMapEncodeTiled */
  bool overlap; /* blocks may start before the kernel before has ended */
};

/* The best plan known for a problem on a device.  A pure function. */
struct transpose_plan transpose_choose (const gk_transpose *p,
                                        const gk_device *device);

/* Whether rows of src, or of dst, all start at multiples of 16 bytes. */
bool transpose_src_aligned (const gk_transpose *p);
bool transpose_dst_aligned (const gk_transpose *p);

/* Whether both do, and 32 bits count elements and the bytes of a row. */
bool transpose_vector_takes (const gk_transpose *p);

/* Whether the copy engine can move both. */
bool transpose_tma_takes (const gk_transpose *p);

/* Whether src and dst are the same bytes in the same order. */
bool transpose_is_flat (const gk_transpose *p);

#ifdef __cplusplus
}
#endif

#endif /* TRANSPOSE_PLAN_H */
