/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine on Hopper's tensor cores: its kernels' parameters (engine.cuh),
 * and the preparation of a launch (engine.cu).
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
  engine_most_cluster = 8 /* blocks; every device of 9.0 supports it */
};

/* A block's part of an operand's tile: so many lines, or, of an MN-major
 * operand, all lines for so many elements of the inner dimension (0: K-major).
 * ranks: the mask of the blocks that receive it, in the cluster's first row (A)
 * or column (B), which blocks of others shift by their own
 * (engine_produce_operands); 0: this block alone. */
struct engine_share {
  int lines, inner;
  unsigned ranks;
};

/* An operand in memory, for prefetches. */
struct engine_source {
  const unsigned char *at;
  int64_t pitch; /* bytes from one row in memory to the next */
};

/* Rows of C of one group that a tile is of (engine-groups.h); none where end is
 * not behind first. */
struct engine_group_rows {
  int first, end; /* end: of the group */
  int group;
  int reserved; /* 0; they are loaded as 16 bytes */
};

/* A kernel's parameter.  It computes C, or C transposed. */
struct engine_task {
  CUtensorMap a, b, c;
  void *c_at;
  int64_t ldc;
  int64_t stride_c;      /* elements from one product's C to the next one's */
  int rows, cols;        /* of what is computed */
  int element_c;         /* bytes */
  bool c_is_bf16;        /* 16 bits of C are bf16, not f16 */
  struct stream_k tiles; /* of clusters, which are its blocks; a step is of 128
                            bytes along the inner dimension */
  int cluster_rows, cluster_cols; /* blocks of a cluster, in tiles */
  int splits_log2; /* of the blocks that share a tile's inner dimension; if
                      there are several, they are a cluster of one tile, and
                      compute no other (engine-parts.h) */
  struct engine_share of_a, of_b;
  struct engine_source a_at, b_at;
  int same_rows, same_cols; /* blocks at work at the same time that need the
                               same of a, and of b */
  int inner;                /* elements */
  int stages;
  int loaded; /* bytes that arrive in a stage: less than the tiles' if C has
                 fewer rows or columns than a tile */
  bool store_boxes;    /* by TMA; else element by element */
  bool last_in_stages; /* the last tile is stored from the stages' memory */
  const struct stream_k_tile_run *tile_runs; /* of the clusters that share */
  uint32_t *partials; /* partial sums of each block that shares tiles */
  unsigned *left;     /* for each of its consumers: 1 when its partial sums are
                         there; 0 between launches */
  /* Scales of floats of 8 bits, of the rows' and of the columns' operand (NULL:
   * none); and those of a line of blocks, padding included. */
  const float *row_scale, *col_scale;
  int64_t scale_pitch;
  /* For digits (digits.h), whose products' steps follow each other. */
  struct digits digits;
  int plane_steps; /* of one product; for residues, too */
  struct split_signals *signals;
  const struct digits_scale *row_scales, *col_scales; /* for floats */
  /* For residues: the moduli, and the rows of C in each plane. */
  struct residues_modulus moduli[residues_moduli];
  int plane_rows;
  /* Of C = alpha A B + beta C + bias (engine-update.cuh). */
  float alpha, beta;
  const void *bias; /* one of each column; NULL: none */
  /* For groups: the rows of each tile down. */
  const struct engine_group_rows *group_rows;
};

#ifdef __cplusplus
/* Of kernels whose tiles have as many columns as fit the problem.  Others are
 * not passed these: with a longer parameter they become other code. */
struct engine_fitted_task : engine_task {
  int width; /* columns of a tile */
  int stage; /* bytes */
};
#endif

/* Tiles: the choices of the tunable, in this order. */
enum engine_tile_choice {
  ENGINE_AUTO,
  ENGINE_128x256,
  ENGINE_128x192,
  ENGINE_128x160,
  ENGINE_128x128,
  ENGINE_128x64,
  ENGINE_64x256,
  ENGINE_64x128,
  ENGINE_64x64,
  ENGINE_64x32,
  ENGINE_64x16,
  ENGINE_128xN, /* see engine_fit_columns */
  ENGINE_64xN,
  ENGINE_TILES
};
#define ENGINE_TILE_NAMES                                                      \
  "auto", "128x256", "128x192", "128x160", "128x128", "128x64", "64x256",      \
      "64x128", "64x64", "64x32", "64x16", "128xN", "64xN"

/* Whether tiles have as many columns as fit the problem. */
static inline bool
engine_is_fitted (int tile)
{
  return tile == ENGINE_128xN || tile == ENGINE_64xN;
}

/* The columns of a tile that is fitted to the problem: multiples of 8, between
 * these. */
enum { engine_fewest_columns = 24, engine_most_columns = 248 };

/* The lines of a K-major tile that each of so many blocks loads: those of a box
 * have to begin where the pattern of the swizzle does, and none is beyond the
 * tile's end.  So the last blocks may load none: of 48 columns, four blocks
 * load 16, 16, 16 and 0. */
static inline int
engine_lines_of_block (int lines, int blocks)
{
  int each = (lines + blocks * 8 - 1) / (blocks * 8) * 8;

  while (lines % each != 0)
    each += 8;
  return each;
}

/* How a block's warpgroups multiply: the choices of the tunable, in this order.
 */
enum engine_schedule_choice {
  ENGINE_SCHEDULE_AUTO,
  ENGINE_COOPERATIVE, /* all share a tile */
  ENGINE_PING_PONG    /* they alternate tiles */
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
  /* Bytes of shared memory: of a stage, of the buffers for C, and static ones.
   */
  int stage, boxes, fixed;
  int least_stages; /* where there are more steps: a stage is released only
                       when later ones are full */
  bool ping_pong;   /* the consumers alternate tiles */
  bool splits;      /* a cluster's blocks can share the inner dimension */
  bool updated; /* the buffers for C are in use while a tile is multiplied */
  bool fitted;  /* its tiles may have fewer columns (engine_fit_columns) */
};

/* What a kernel is compiled for, besides the type. */
struct engine_traits {
  bool mn_major_a, mn_major_b; /* that operand is MN-major: of 16 bits either
                                  may be, of others A */
  bool transposed; /* computes C's transpose: of 16 bits by fitted tiles only,
                      of others with mn_major_a only */
  bool ping_pong;
  bool wide_c;  /* C has 32 bits, of factors of 8 and 16 */
  bool moved;   /* of floats of 8 bits: sums are moved to f32 in each step */
  bool batched; /* several products */
  bool grouped; /* groups of rows */
  bool updated; /* alpha A B + beta C + bias: of floats and floats of 8 bits */
  gk_matmul_scales scales; /* of blocks, with moved; else none */
};

/* The kernels of a type. */
typedef struct engine_kernel engine_find (int tile,
                                          struct engine_traits traits);

/* The settings of a suite.  0: chosen by the problem. */
struct engine_settings {
  int tile;                       /* enum engine_tile_choice */
  int columns;                    /* of a fitted tile */
  int schedule;                   /* enum engine_schedule_choice */
  int cluster_rows, cluster_cols; /* blocks that multicast to each other */
  int splits;   /* blocks of a cluster that share the inner dimension of a tile;
                   if more than 1, tiles are not shared otherwise, and there is no
                   multicast */
  int share;    /* enum engine_share_choice */
  int band;     /* clusters of a band, numbered down before across */
  int stages;   /* 0: as many as fit and are useful */
  int products; /* the fewest of planes of floats' digits */
  bool moved;   /* as engine_traits */
  bool from_registers; /* one MN-major operand of TF32 or bytes is loaded to
                          registers, not repacked */
};

/* The kernels to choose from. */
struct engine_kernels {
  engine_find *find;
  struct engine_traits traits; /* except for the schedule */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Each type has its file (engine-bf16.cu ...). */
engine_find engine_find_bf16, engine_find_f16, engine_find_tf32, engine_find_i8,
    engine_find_u8, engine_find_e4m3, engine_find_e5m2, engine_find_e4m3_e5m2,
    engine_find_e5m2_e4m3;
/* For 32 bits, as digits of 8; for 64 bits, as residues. */
engine_find engine_find_i32, engine_find_f32, engine_find_f64;

/* Gives a fitted kernel so many columns. */
void engine_fit_columns (struct engine_kernel *kernel, int columns);

/* The cycles that the model expects, with what is 0 in the settings as it is
 * chosen; 0: no kernel is as the settings ask. */
double engine_cycles (const struct engine_task *task,
                      const struct engine_kernels *kernels,
                      const gk_device *device,
                      const struct engine_settings *settings);

/* Sets what is 0, by the task's rows, columns and steps. */
void engine_choose (const struct engine_task *task,
                    const struct engine_kernels *kernels,
                    const gk_device *device, struct engine_settings *settings);
/* Sets the tile, the cluster and which tiles are shared, where they are 0, for
 * groups of rows.  lines: as gk_matmul's group_lines, on the host. */
void engine_choose_for_groups (const struct engine_task *task,
                               const struct engine_kernels *kernels,
                               const gk_device *device, const int32_t *lines,
                               int64_t groups,
                               struct engine_settings *settings);
/* Distributes the task's tiles, which must be set otherwise, over so many
 * clusters. */
void engine_assign_tiles (struct engine_task *task,
                          const struct engine_kernels *kernels, int clusters,
                          const struct engine_settings *settings);

/* For prepare; engine_launch and engine_release take the state. */
int engine_make (const gk_host *host, const gk_device *device,
                 const gk_matmul *problem,
                 const struct engine_settings *settings, void **state);
int engine_launch (const gk_host *host, const void *problem, void *state,
                   void *stream);
void engine_release (const gk_host *host, void *state);

/* What the launches signal, in device memory; NULL if nothing is split. */
const struct split_signals *engine_signals (const void *state);

/* The number of products of planes that make one product; 1 if nothing is
 * split. */
int engine_products (const void *state);

#ifdef __cplusplus
}
#endif

#endif /* MATMUL_ENGINE_H */
