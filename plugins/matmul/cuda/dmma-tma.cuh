/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernels of dmma that load operands by TMA (sm_90a).
 *
 * Over those with cp.async: warps that multiply start no copies and compute no
 * addresses for them, which leaves registers for two groups of fragments: all
 * fragments of the next group are read before this group's instructions have
 * ended.  And C goes through shared memory to TMA, which writes it while the
 * next tile is computed.
 *
 * TMA's swizzle: of each 128 bytes, 16 elements, of a row, pair p of row r of a
 * box is at p ^ (r % 8).  A box is 16 elements of some lines of a K-major
 * operand, 16 x 16 elements of an MN-major one: both take 128 bytes a line, and
 * are read without bank conflicts.
 *
 * An instruction takes, of the left operand, whose lines are its rows, two
 * lines of one step in neighbouring registers, and of the right operand two
 * steps of one line.  So the left should be MN-major, the right K-major: then
 * 16 bytes are read at once, and no register is moved.  Row-major matrices are
 * so with B at the left.  If only A is MN-major, the kernel is transposed.  If
 * both are MN-major, the right one is read element by element; if both are
 * K-major, both are; in an order without conflicts.  As both operands must have
 * the same steps in the same registers, those of thread t of a group of four
 * are
 *
 * - 2 t, 2 t + 1 of each 8 if any operand is read by pairs,
 * - t, t + 4 if both are K-major.
 */
#ifndef MATMUL_DMMA_TMA_CUH
#define MATMUL_DMMA_TMA_CUH

#include <type_traits>

#include "cuda/async-copy.cuh"
#include "cuda/only-if.cuh"
#include "cuda/stage.cuh"
#include "dmma-finish.cuh"

struct dmma_tma_task {
  CUtensorMap left, right, c;
  bool boxes; /* TMA stores C, as it always does in a batch */
  struct dmma_task task;
};

struct dmma_tma_update_task : dmma_tma_task {
  struct dmma_update update;
};

/* A slab is 16 elements along the inner dimension of a tile's lines, 128 bytes
 * of each; a stage has one slab for each of the warps that share the inner
 * dimension.  C is stored by boxes of 32 rows x 16 columns, dmma_box bytes; a
 * warp has room for two. */
enum { dmma_slab = 16, dmma_box_rows = 32, dmma_box = 4096, dmma_boxes = 2 };

static constexpr bool
dmma_is_transposed (bool mn_major_a, bool mn_major_b)
{
  return mn_major_a && !mn_major_b;
}

/* The compile-time shape of a tile and of a warp's part: lines of the left by
 * lines of the right. */
template <int tile_left_, int tile_right_, int warp_left_, int warp_right_,
          int warps_inner_, bool mn_major_a, bool mn_major_b,
          enum dmma_form form_ = DMMA_PLAIN, int blocks_ = 1>
struct dmma_tma_shape {
  using task = std::conditional_t<form_ == DMMA_UPDATED, dmma_tma_update_task,
                                  dmma_tma_task>;
  static const enum dmma_form form = form_;
  static const bool batched = form == DMMA_BATCHED;
  static const int blocks = blocks_; /* per multiprocessor, at least */
  static const int tile_left = tile_left_, tile_right = tile_right_;
  static const int warp_left = warp_left_, warp_right = warp_right_;
  static const int warps_inner = warps_inner_;
  static const bool transposed = dmma_is_transposed (mn_major_a, mn_major_b);
  static const bool mn_major_left = transposed ? mn_major_a : mn_major_b;
  static const bool mn_major_right = transposed ? mn_major_b : mn_major_a;
  static const bool pairs_left = mn_major_left;
  static const bool pairs_right = mn_major_left && !mn_major_right;
  static const enum dmma_column_layout order = mn_major_right ? DMMA_BEHIND
                                               : pairs_right  ? DMMA_SPREAD
                                                              : DMMA_BESIDE;
  static const int rows = transposed ? tile_left : tile_right;
  static const int cols = transposed ? tile_right : tile_left;
  static const int warp_rows = transposed ? warp_left : warp_right;
  static const int warp_cols = transposed ? warp_right : warp_left;

  static const int warps_beside = tile_right / warp_right;
  static const int warps_of_tile = tile_left / warp_left * warps_beside;
  static const int threads_of_tile = warps_of_tile * 32;
  static const int threads = threads_of_tile * warps_inner; /* that multiply */
  static const int high = warp_left / 16, wide = warp_right / 16;
  static const int sums = high * wide * 2 * 4; /* per thread */
  /* A producer of one warp leaves the others 168 registers, as three warps
   * share a scheduler.  A kernel that needs more takes them from a producer
   * warpgroup, of which three warps are idle: 256 threads have 240 and 128 have
   * 24, for 168 each. */
  static const bool hands_over = sums > 32;
  static const int producers = hands_over ? 128 : 32;

  static const int step = dmma_slab * warps_inner;
  static const int left_bytes = tile_left * 128;
  static const int slab = (tile_left + tile_right) * 128;
  static const int stage = slab * warps_inner;
  /* Warps that share the inner dimension exchange their sums here, the others
   * have boxes. */
  static const bool has_boxes = warps_inner == 1;
  static const int buffers = warp_rows * warp_cols == dmma_box_rows * dmma_slab
                                 ? 1
                                 : dmma_boxes; /* of a warp */
  static const int besides = has_boxes ? threads / 32 * buffers * dmma_box
                                       : threads * sums * (int)sizeof (double);
};

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* Loads an operand's part of a slab, from some line and step on. */
template <class S, bool mn_major, int lines>
static __device__ __forceinline__ void
dmma_load_slab (unsigned char *to, const CUtensorMap *map, int line, int k,
                const tile_position<S::batched> &place, uint64_t *full)
{
  if (!mn_major)
    tile_load_box<S::batched> (to, map, k, line, place, full);
  else
#pragma unroll 1
    for (int l = 0; l < lines; l += 16)
      tile_load_box<S::batched> (to + l * 128, map, line + l, k, place, full);
}

template <class S>
static __device__ __forceinline__ void
dmma_load_stage (const struct dmma_tma_task &task,
                 const tile_position<S::batched> &place, int step,
                 unsigned char *to, uint64_t *full)
{
  const int left
      = S::transposed ? place.down * S::rows : place.across * S::cols;
  const int right
      = S::transposed ? place.across * S::cols : place.down * S::rows;

  mbarrier_expect (full, S::stage);
#pragma unroll 1
  for (int s = 0; s < S::warps_inner; s++, to += S::slab) {
    const int k = step * S::step + s * dmma_slab;

    dmma_load_slab<S, S::mn_major_left, S::tile_left> (to, &task.left, left, k,
                                                       place, full);
    dmma_load_slab<S, S::mn_major_right, S::tile_right> (
        to + S::left_bytes, &task.right, right, k, place, full);
  }
}

/* Starts to load the old values of a tile to L2, if the block has its end: a
 * row a lane. */
template <class S>
static __device__ __forceinline__ void
dmma_prefetch_old_rows (const struct dmma_tma_update_task &t,
                        const struct stream_k_part &part,
                        const struct bands_position &place)
{
  const struct dmma_task &task = t.task;
  const int row = place.down * S::rows, col = place.across * S::cols;
  const int rows = min (S::rows, task.a.lines - row);
  /* Pairs, whose number of bytes is a multiple of 16. */
  const int pairs = min (S::cols, task.b.lines - col) / 2;

  if (t.update.beta == 0 || part.end < task.tiles.steps || !task.aligned)
    return;
#pragma unroll 1
  for (int r = threadIdx.x % 32; r < rows; r += 32)
    async_prefetch_l2 (task.c + (row + r) * task.ldc + col, pairs * 16);
}

/* The producer: a warp. */
template <class S>
static __device__ __forceinline__ void
dmma_produce (const typename S::task &task, unsigned char *memory,
              uint64_t *full, uint64_t *empty)
{
  const struct stream_k *const tiles = &task.task.tiles;
  const bool elected = async_elected ();
  struct stage_turn turn = { 0, 1 };
  struct stream_k_walk walk = tile_walk<S::batched> (tiles);

  for (; walk.part.tile >= 0; tile_walk_on<S::batched> (tiles, &walk)) {
    const tile_position<S::batched> place
        = tile_position_of<S::batched> (tiles, walk.part.tile);

#pragma unroll 1
    for (int step = walk.part.first; step < walk.part.end; step++) {
      mbarrier_wait (&empty[turn.stage], turn.phase);
      if (elected)
        dmma_load_stage<S> (task, place, step, memory + turn.stage * S::stage,
                            &full[turn.stage]);
      stage_next (turn, task.task.stages);
    }
    /* The others are a few stages behind. */
    if constexpr (S::form == DMMA_UPDATED)
      dmma_prefetch_old_rows<S> (task, walk.part, place);
  }
}

static __device__ __forceinline__ double2
dmma_fetch_pair (uint32_t at)
{
  double2 v;

  asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];"
               : "=d"(v.x), "=d"(v.y)
               : "r"(at));
  return v;
}

static __device__ __forceinline__ double
dmma_fetch (uint32_t at)
{
  double v;

  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(v) : "r"(at));
  return v;
}

/* The offset in an operand's slab where the warp's lines begin for this thread:
 * the addresses of its fragments differ from it by an XOR or a constant. */
template <class S>
static __device__ __forceinline__ uint32_t
dmma_first_of_left (int line)
{
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;

  return S::pairs_left
             ? line * 128 + 2 * t * 128 + (g ^ 2 * t) * 16
             : (line + 2 * g) * 128 + (t / 2 ^ 2 * g % 8) * 16 + t % 2 * 8;
}

template <class S>
static __device__ __forceinline__ uint32_t
dmma_first_of_right (int line)
{
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  const int row = dmma_line_of_right<S> (g, 0);

  if (S::mn_major_right)
    return line * 128 + 2 * t * 128 + (g / 2 ^ 2 * t) * 16 + g % 2 * 8;
  return S::pairs_right
             ? (line + row) * 128 + (t ^ row % 8) * 16
             : (line + row) * 128 + (t / 2 ^ row % 8) * 16 + t % 2 * 8;
}

/* Reads a thread's elements of the i-th 16 lines of the left, in a group of 8
 * steps: of two lines, and of the same lines a step further. */
template <class S>
static __device__ __forceinline__ void
dmma_fetch_left (uint32_t first, int i, int group, double (&x)[4])
{
#pragma unroll
  for (int e = 0; e < 2; e++)
    if (S::pairs_left) {
      const double2 v = dmma_fetch_pair ((first ^ e * 16) + i * 2048
                                         + group * 1024 + e * 128);

      x[2 * e] = v.x;
      x[2 * e + 1] = v.y;
    } else {
#pragma unroll
      for (int l = 0; l < 2; l++)
        x[2 * e + l] = dmma_fetch ((first ^ (l * 16 + e * 32 + group * 64))
                                   + i * 2048 + l * 128);
    }
}

/* Likewise of the right: for each of two instructions two steps of a line. */
template <class S>
static __device__ __forceinline__ void
dmma_fetch_right (uint32_t first, int j, int group, double (&x)[2][2])
{
#pragma unroll
  for (int h = 0; h < 2; h++)
    if (S::pairs_right) {
      const double2 v = dmma_fetch_pair ((first ^ (h * 16 + group * 64))
                                         + j * 2048 + h * 128);

      x[h][0] = v.x;
      x[h][1] = v.y;
    } else {
#pragma unroll
      for (int e = 0; e < 2; e++)
        x[h][e] = dmma_fetch (S::mn_major_right
                                  ? (first ^ (e * 16 + h * 64)) + j * 2048
                                        + group * 1024 + e * 128
                                  : (first ^ (h * 16 + e * 32 + group * 64))
                                        + j * 2048 + h * 128);
    }
}

/* A thread's fragments: two groups of 8 steps. */
template <class S> struct dmma_tma_fragments {
  double left[2][S::high][4], right[2][S::wide][2][2];
};

/* The offsets in a stage that a thread reads from. */
struct dmma_reader {
  uint32_t left, right;
};

static __device__ __forceinline__ struct dmma_reader
dmma_in_stage (const struct dmma_reader &first, int stage, int bytes)
{
  return { first.left + stage * bytes, first.right + stage * bytes };
}

template <class S>
static __device__ __forceinline__ void
dmma_fetch_first (struct dmma_tma_fragments<S> &f,
                  const struct dmma_reader &from)
{
#pragma unroll
  for (int j = 0; j < S::wide; j++)
    dmma_fetch_right<S> (from.right, j, 0, f.right[0][j]);
#pragma unroll
  for (int i = 0; i < S::high; i++)
    dmma_fetch_left<S> (from.left, i, 0, f.left[0][i]);
}

/* Multiplies a group, and reads the other one. */
template <class S>
static __device__ __forceinline__ void
dmma_tma_group (struct dmma_tma_fragments<S> &f, int group,
                const struct dmma_reader &from, struct dmma_sums<S> &sums)
{
  const int other = 1 - group;

#pragma unroll
  for (int i = 0; i < S::high; i++) {
    dmma_fetch_left<S> (from.left, i, other, f.left[other][i]);
#pragma unroll
    for (int j = i * S::wide / S::high; j < (i + 1) * S::wide / S::high; j++)
      dmma_fetch_right<S> (from.right, j, other, f.right[other][j]);
#pragma unroll
    for (int j = 0; j < S::wide; j++)
#pragma unroll
      for (int half = 0; half < 2; half++)
        mma_f64_k8 (sums.c[i][j][half], f.left[group][i],
                    f.right[group][j][half]);
  }
}

/* Multiplies a stage; more: another stage of the same part follows. */
template <class S>
static __device__ __forceinline__ void
dmma_tma_step (int stages, const struct dmma_reader &first, uint64_t *full,
               uint64_t *empty, struct stage_turn &turn, bool more, bool active,
               struct dmma_tma_fragments<S> &f, struct dmma_sums<S> &sums)
{
  const int now = turn.stage;
  bool is_full;

  stage_next (turn, stages);
  /* Tested before it is needed, so that most waits are short. */
  is_full = !more || mbarrier_is_done (&full[turn.stage], turn.phase);
  dmma_tma_group<S> (f, 0, dmma_in_stage (first, now, S::stage), sums);
  if (!is_full)
    mbarrier_wait (&full[turn.stage], turn.phase);
  dmma_tma_group<S> (
      f, 1, dmma_in_stage (first, more ? turn.stage : now, S::stage), sums);
  dmma_release_stage<S> (&empty[now], active, sums);
}

template <class S>
static __device__ __forceinline__ void
dmma_store_box (const CUtensorMap *map, const unsigned char *from, int x, int y,
                const tile_position<S::batched> &place)
{
  if constexpr (S::batched)
    async_store_box_of (map, from, x, y, place.product);
  else
    async_store_box (map, from, x, y);
}

/* Stores boxes of 32 rows and 16 columns, each through one of the warp's
 * buffers, with TMA's swizzle. */
template <class S>
static __device__ __forceinline__ void
dmma_store_boxes (const struct dmma_tma_task &task,
                  const tile_position<S::batched> &place, int row, int col,
                  bool active, unsigned char *buffers,
                  const struct dmma_pairs<S> &pairs)
{
  const int across = S::warp_cols / 16;

#pragma unroll
  for (int b = 0; b < S::warp_rows / dmma_box_rows * across; b++) {
    const int down = b / across * dmma_box_rows, right = b % across * 16;
    unsigned char *const buffer = buffers + b % S::buffers * dmma_box;

    if (threadIdx.x % 32 == 0)
      async_drain<S::buffers - 1> ();
    __syncwarp ();
#pragma unroll
    for (int n = 0; n < 8; n++) {
      const int i = S::transposed ? down / 16 + n / 4 : right / 16;
      const int j = S::transposed ? right / 16 : down / 16 + n / 4;
      const int e = (i * S::wide + j) * 4 + n % 4;
      const int r = dmma_row_of<S> (e) - down, c = dmma_col_of<S> (e) - right;

      *reinterpret_cast<double2 *> (buffer + r * 128 + (c / 2 ^ r % 8) * 16)
          = pairs.v[e];
    }
    async_fence ();
    __syncwarp ();
    if (threadIdx.x % 32 == 0) {
      if (active)
        dmma_store_box<S> (&task.c, buffer, col + right, row + down, place);
      async_commit ();
    }
  }
}

/* A warp's position in a tile. */
struct dmma_warp_position {
  int left, right; /* its first lines */
};

/* The epilogue of a part. */
template <class S>
static __device__ __forceinline__ void
dmma_tma_finish (const typename S::task &task, const struct stream_k_part &part,
                 const struct dmma_warp_position &spot, bool active,
                 unsigned char *besides, const struct dmma_sums<S> &sums)
{
  const tile_position<S::batched> place
      = tile_position_of<S::batched> (&task.task.tiles, part.tile);
  const int row
      = place.down * S::rows + (S::transposed ? spot.left : spot.right);
  const int col
      = place.across * S::cols + (S::transposed ? spot.right : spot.left);
  struct dmma_pairs<S> pairs;

  if (!dmma_add_up<S> (task.task, part, besides, sums, pairs))
    return;
  if constexpr (S::form == DMMA_UPDATED)
    dmma_update_pairs<S> (task.task, task.update, row, col, active, pairs);
  if constexpr (S::has_boxes) {
    if (S::batched || !dmma_rarely (!task.boxes)) {
      dmma_store_boxes<S> (task, place, row, col, active,
                           besides + threadIdx.x / 32 * S::buffers * dmma_box,
                           pairs);
      return;
    }
  }
  dmma_store<S> (task.task, row, col, active, pairs);
}

/* Waits until the mbarriers are initialised; the producer does not wait for the
 * others. */
template <class S>
static __device__ __forceinline__ void
dmma_sync_barriers (void)
{
  asm volatile("bar.sync 0, %0;" : : "n"(S::threads + S::producers) : "memory");
}

/* The consumers.  Small tiles are for short launches, in which instructions are
 * fetched from memory when first used: while the first operands are in flight,
 * warps run once through this code to warm the instruction cache: one step of
 * whatever shared memory has, with nothing stored or signalled.  active: false
 * in that pass, which large tiles (hands_over) do not have. */
template <class S>
static __device__ __forceinline__ void
dmma_consume (const typename S::task &task, unsigned char *memory,
              uint64_t *full, uint64_t *empty)
{
  const struct stream_k *const tiles = &task.task.tiles;
  const int stages = task.task.stages;
  const int warp = threadIdx.x / 32 % S::warps_of_tile;
  const struct dmma_warp_position spot
      = { warp / S::warps_beside * S::warp_left,
          warp % S::warps_beside * S::warp_right };
  const uint32_t slab
      = async_shared (memory) + threadIdx.x / S::threads_of_tile * S::slab;
  const struct dmma_reader first
      = { slab + dmma_first_of_left<S> (spot.left),
          slab + S::left_bytes + dmma_first_of_right<S> (spot.right) };
  struct stream_k_walk walk = tile_walk<S::batched> (tiles);
  struct stage_turn turn = { 0, 0 };
  struct stream_k_part part = { walk.part.tile, 0, tiles->steps };
  int end = 1;
  bool active = S::hands_over;

  if (active) {
    dmma_sync_barriers<S> ();
    part = walk.part;
    end = part.end;
    tile_walk_on<S::batched> (tiles, &walk);
  }
  for (; part.tile >= 0; active = true) {
    struct dmma_tma_fragments<S> f;
    struct dmma_sums<S> sums = {
    };

    if (active)
      mbarrier_wait (&full[turn.stage], turn.phase);
    dmma_fetch_first<S> (f, dmma_in_stage (first, turn.stage, S::stage));
#pragma unroll 1
    for (int step = part.first; step < end; step++)
      dmma_tma_step<S> (stages, first, full, empty, turn, step + 1 < end,
                        active, f, sums);
    dmma_tma_finish<S> (task, part, spot, active, memory + stages * S::stage,
                        sums);
    if (!active) {
      dmma_sync_barriers<S> ();
      turn = { 0, 0 };
    }
    part = walk.part;
    end = part.end;
    if (part.tile >= 0)
      tile_walk_on<S::batched> (tiles, &walk);
  }
  if (S::has_boxes && threadIdx.x % 32 == 0)
    async_drain<0> ();
}

/* Called by the producer, which does not wait for the others. */
template <class S>
static __device__ __forceinline__ void
dmma_begin_barriers (const struct dmma_tma_task &task, uint64_t *full,
                     uint64_t *empty)
{
  const int lane = threadIdx.x % 32;

  if (lane == 0) {
    async_prefetch_map (&task.left);
    async_prefetch_map (&task.right);
  }
  if (lane < task.task.stages) {
    mbarrier_init_one (&full[lane], 1);
    mbarrier_init_one (&empty[lane], S::threads / 32);
    mbarrier_init_done ();
  }
  __syncwarp ();
}

#endif

template <class S>
static __global__ void
__launch_bounds__ (S::threads + S::producers, S::blocks)
    dmma_tma (const __grid_constant__ typename S::task task)
{
#if defined __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__ (1024) unsigned char memory[];
  __shared__ uint64_t full[dmma_most_stages], empty[dmma_most_stages];
  /* The shuffle shows the compiler that it is uniform in a warp. */
  const int warp = __shfl_sync (~0U, threadIdx.x / 32, 0);

  if (!only_if_computes (task.task.only_if))
    return;
  if (warp < S::threads / 32) {
    if constexpr (S::hands_over)
      asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
    dmma_consume<S> (task, memory, full, empty);
    return;
  }
  if (warp == S::threads / 32)
    dmma_begin_barriers<S> (task, full, empty);
  asm volatile("bar.arrive 0, %0;"
               :
               : "n"(S::threads + S::producers)
               : "memory");
  if constexpr (S::hands_over)
    asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
  if (warp == S::threads / 32)
    dmma_produce<S> (task, memory, full, empty);
#else
  (void)task;
#endif
}

#endif /* MATMUL_DMMA_TMA_CUH */
