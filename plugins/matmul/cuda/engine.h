/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine on Hopper's tensor cores: what its kernels (engine.cuh) are told,
 * and how one is made ready (engine.cu).
 */
#ifndef MATMUL_ENGINE_H
#define MATMUL_ENGINE_H

#include <gkhost/matmul.h>

#include "cuda/tensor-map.h"
#include "digits.h"
#include "residues.h"
#include "stream-k.h"

enum {
  engine_most_stages = 16,
  engine_most_cluster = 8 /* blocks: what every device of 9.0 takes */
};

/* What a block loads of an operand's tile: so many lines.  Where it is one of
 * several that get them, the mask has these blocks' ranks in the cluster, for
 * the first that loads; else it is 0. */
struct engine_share {
  int lines;
  unsigned ranks;
};

/* An operand in memory, for who prefetches. */
struct engine_source {
  const unsigned char *at;
  int64_t pitch; /* bytes from one row in memory to the next */
};

/* A kernel's parameter.  What it computes is C, or C transposed. */
struct engine_task {
  CUtensorMap a, b, c;
  void *c_at;
  int64_t ldc;
  int rows, cols;        /* of what is computed */
  int element_c;         /* bytes */
  struct stream_k tiles; /* of clusters, which are its blocks; a step is of 128
                            bytes along the inner dimension */
  int cluster_rows, cluster_cols; /* blocks of a cluster, in tiles */
  struct engine_share of_a, of_b;
  struct engine_source a_at, b_at;
  int inner; /* elements */
  int stages;
  int loaded;          /* bytes that arrive in a stage: where C has fewer rows
                          or columns than a tile, no more than there are */
  bool store_boxes;    /* by TMA; else element by element */
  bool last_in_stages; /* the last tile leaves by way of the stages' memory */
  const struct stream_k_tile_run *tile_runs; /* of the clusters that share */
  uint32_t *partials; /* sums that consumers leave to others, of each block
                         that shares tiles */
  unsigned *left;     /* of each of its consumers: whether they lie there; zero
                         between launches */
  /* Of digits (digits.h), whose products' steps follow each other. */
  struct digits digits;
  int plane_steps; /* of one product; of residues, too */
  struct split_signals *signals;
  const struct split_scale *row_scales, *col_scales; /* of floats */
  /* Of residues: the moduli, and how many rows C has of each. */
  struct residues_modulus moduli[residues_moduli];
  int plane_rows;
};

/* What a tile is: the choices of the tunable, in this order. */
enum engine_tile_choice {
  ENGINE_AUTO,
  ENGINE_128x256,
  ENGINE_256x128,
  ENGINE_128x192,
  ENGINE_128x160,
  ENGINE_128x128,
  ENGINE_128x64,
  ENGINE_64x256,
  ENGINE_64x128,
  ENGINE_64x64,
  ENGINE_TILES
};
#define ENGINE_TILE_NAMES                                                      \
  "auto", "128x256", "256x128", "128x192", "128x160", "128x128", "128x64",     \
      "64x256", "64x128", "64x64"

/* How a block's warpgroups multiply: the choices of the tunable, in this
 * order. */
enum engine_schedule_choice {
  ENGINE_SCHEDULE_AUTO,
  ENGINE_COOPERATIVE, /* all of them a tile */
  ENGINE_PING_PONG    /* tiles in turns */
};

/* Which tiles clusters share: the choices of the tunable, in this order. */
enum engine_share_choice {
  ENGINE_SHARE_AUTO,
  ENGINE_SHARE_NONE,
  ENGINE_SHARE_LAST
};

/* One of the kernels. */
struct engine_kernel {
  const void *kernel;
  int rows, cols; /* of a tile */
  int threads;
  int element_c; /* bytes */
  /* Bytes of shared memory: of a stage, of what leaves, and what is static. */
  int stage, boxes, fixed;
  bool ping_pong; /* warpgroups that multiply take tiles in turns */
};

/* What a kernel is made for, besides the type. */
struct engine_traits {
  bool mn_major_a, mn_major_b; /* that operand lies across the inner dimension:
                              of 16 bits either may, of others A */
  bool transposed;             /* C is the transpose of what is computed; with
                              across_a, not of 16 bits */
  bool ping_pong;
};

/* The kernels of a type, a file each (engine-bf16.cu ...). */
typedef struct engine_kernel engine_find (int tile,
                                          struct engine_traits traits);
engine_find engine_find_bf16, engine_find_f16, engine_find_tf32, engine_find_i8,
    engine_find_u8;
/* Of 32 bits, as digits of 8, and of 64, as residues. */
engine_find engine_find_i32, engine_find_f32, engine_find_f64;

/* What a suite may set.  0: chosen by the problem. */
struct engine_settings {
  bool persistent;                /* no more blocks than run at once */
  int tile;                       /* enum engine_tile_choice */
  int schedule;                   /* enum engine_schedule_choice */
  int cluster_rows, cluster_cols; /* blocks that multicast what they share */
  int share;                      /* enum engine_share_choice */
  int band;                       /* clusters down before across */
  int stages;                     /* 0: as many as there is room and use for */
  int products;                   /* of planes of floats' digits: 6, 8 or 9 */
  bool from_registers; /* TF32 and bytes that lie across the inner dimension
                          are taken by way of registers, not repacked, one
                          operand of them */
};

/* The kernels that there are to choose from. */
struct engine_kernels {
  engine_find *find;
  struct engine_traits traits; /* but for the schedule */
};

/* Sets what is 0, by the task's rows, columns and steps. */
void engine_choose (const struct engine_task *task,
                    const struct engine_kernels *kernels,
                    const gk_device *device, struct engine_settings *settings);
/* Deals the task's tiles, which are set but for that, out to so many clusters.
 */
void engine_assign_tiles (struct engine_task *task,
                          const struct engine_kernels *kernels, int clusters,
                          const struct engine_settings *settings);

#ifdef __cplusplus
extern "C" {
#endif

/* For prepare; the state is for the other two. */
int engine_make (const gk_host *host, const gk_device *device,
                 const gk_matmul *problem,
                 const struct engine_settings *settings, void **state);
int engine_launch (const gk_host *host, const void *problem, void *state,
                   void *stream);
void engine_release (const gk_host *host, void *state);

/* Of floats that were split: where a launch leaves, in memory of the device,
 * whether they are so far apart that it has computed nothing. */
const unsigned *engine_unsplittable (const void *state);

/* Products of planes that make one; 1 where nothing is split. */
int engine_products (const void *state);

#ifdef __cplusplus
}
#endif

#endif /* MATMUL_ENGINE_H */
