/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The compile-time shape of the engine's kernels.
 */
#ifndef MATMUL_ENGINE_SHAPE_CUH
#define MATMUL_ENGINE_SHAPE_CUH

#include <type_traits>

#include "cuda/wgmma.cuh"
#include "engine.h"

/* Marks rare conditions, so that the compiler moves their code away: in a short
 * launch, whose code comes from memory, each line of code costs time. */
#define engine_rarely(what) __builtin_expect ((what), 0)

/* What is multiplied: numbers; the numbers of a batch of products, whose tiles
 * follow each other; those of groups of rows (engine-groups.h); numbers, with
 * more added to their sums than these (engine-update.cuh); numbers in steps,
 * whose sums are moved to f32 after each step of 128 bytes (engine-moved.cuh),
 * also of groups, or scaled; planes of digits of integers
 * or floats, of which several products make one; or planes of residues, each
 * product of which is reduced by its modulus. */
enum engine_factors {
  ENGINE_NUMBERS,
  ENGINE_BATCH,
  ENGINE_GROUPS,
  ENGINE_UPDATE,
  ENGINE_STEPS,
  ENGINE_STEPS_OF_GROUPS,
  ENGINE_SCALED_ROWS, /* scales of lines are those of the rows of C, */
  ENGINE_SCALED_COLS, /* or of the columns */
  ENGINE_INTEGERS,
  ENGINE_FLOATS,
  ENGINE_RESIDUES
};

/* Whether an MN-major A passes through registers, as wgmma can't read it from
 * shared memory. */
static constexpr bool
engine_is_fetched (enum wgmma_type type)
{
  return type != WGMMA_BF16 && type != WGMMA_F16;
}

/* Bytes of an element of C: of 16 bits where the factors are floats of 16 or 8,
 * unless it is wide. */
static constexpr int
engine_element_of (enum wgmma_type type, enum engine_factors factors,
                   int wide_c)
{
  return factors == ENGINE_RESIDUES                                ? 1
         : wide_c || type == WGMMA_TF32 || wgmma_is_integer (type) ? 4
                                                                   : 2;
}

/* A kernel's shape.  Consumers have their rows of one tile (cooperative) or,
 * ping-pong, alternate tiles: one multiplies while the other stores. */
template <enum wgmma_type type_, int consumers_, int high_, int cols_,
          int mn_major_a_, int mn_major_b_, int transposed_ = 0,
          int ping_pong_ = 0, enum engine_factors factors_ = ENGINE_NUMBERS,
          int wide_c_ = 0, int fitted_ = 0>
struct engine_shape {
  /* The task says how many of the columns a tile has (engine-fitted.cuh). */
  static const bool fitted = fitted_;
  using task = std::conditional_t<fitted_, engine_fitted_task, engine_task>;
  static const enum wgmma_type type = type_;
  static const bool integers = wgmma_is_integer (type_);
  static const bool bytes = wgmma_is_byte (type_); /* integers or floats */
  static const int consumers = consumers_;
  static const bool ping_pong = ping_pong_;
  static const int of_tile = ping_pong_ ? 1 : consumers_; /* consumers */
  static const int high = high_; /* times 64 rows for each consumer */
  static const int rows = of_tile * high_ * 64, cols = cols_; /* of a tile */
  /* Too narrow for a box of C: threads store their sums themselves. */
  static const bool narrow = cols_ < 64;
  /* More than 128 columns that are moved leave registers for one step's sums:
   * steps are multiplied one at a time. */
  static const bool by_single_steps = factors_ == ENGINE_STEPS && cols_ > 128;
  /* Steps that are multiplied before the first one's stage is released. */
  static const int in_flight = by_single_steps                      ? 1
                               : narrow && factors_ == ENGINE_STEPS ? 4
                                                                    : 2;
  static const int mn_major_a = mn_major_a_, mn_major_b = mn_major_b_;

  /* A is MN-major, and wgmma can't read it so: consumers load it to registers.
   */
  static const bool from_registers = mn_major_a_ && engine_is_fetched (type_);
  static const bool transposed = transposed_; /* C's transpose is computed */
  static const enum engine_factors factors = factors_;
  static const bool batched = factors_ == ENGINE_BATCH;
  static const bool updated = factors_ == ENGINE_UPDATE;
  static const bool grouped
      = factors_ == ENGINE_GROUPS || factors_ == ENGINE_STEPS_OF_GROUPS;
  static const bool scaled
      = factors_ == ENGINE_SCALED_ROWS || factors_ == ENGINE_SCALED_COLS;
  static const bool moved = scaled || factors_ == ENGINE_STEPS
                            || factors_ == ENGINE_STEPS_OF_GROUPS;
  static const bool numbers
      = factors_ == ENGINE_NUMBERS || batched || updated || grouped || moved;
  static const bool split = !numbers;
  /* Whether a cluster's blocks can share the inner dimension.  Of larger tiles
   * shared memory does not hold the sums twice; smaller ones do not pay, but
   * of floats of 8 bits (fp8, 128 rows of 7168, 2112 columns: 12.8 us of two
   * blocks a tile, 13.7 of one). */
  static const int elements = rows * cols_;
  static const bool splits
      = numbers && !batched && !updated && !grouped && !ping_pong_ && !fitted_
        && (elements > 64 * 64 || narrow || (bytes && !integers))
        && elements <= 128 * 192;
  static const bool digits
      = factors_ == ENGINE_INTEGERS || factors_ == ENGINE_FLOATS;
  /* Bytes of static shared memory: for each column of a consumer scales or the
   * bias, and mbarriers. */
  static const int of_column
      = factors_ == ENGINE_FLOATS || factors_ == ENGINE_SCALED_COLS ? 8
        : updated                                                   ? 4
                                                                    : 0;
  static const int fixed = 1024 + consumers_ * cols_ * of_column;

  static const int threads = (1 + consumers) * 128;
  static const int element_c = engine_element_of (type_, factors_, wide_c_);
  static const int step = type_ == WGMMA_TF32     ? 32
                          : wgmma_is_byte (type_) ? 128
                                                  : 64; /* elements in 128
                                                           bytes */
  /* Lines of a box of an MN-major operand. */
  static const int side = wgmma_is_byte (type_) ? 64 : step;
  static const int a_bytes = rows * 128, b_bytes = cols * 128;
  static const int stage = a_bytes + b_bytes;
  static const int box_cols = 128 / element_c; /* of C */
  static const int box = 64 * 128;             /* bytes of one, 64 rows high */
  /* A consumer's boxes of C, and the buffers that they are stored from.  With a
   * buffer for each box, a consumer waits only for the stores of the tile
   * before; for 32-bit results, another stage is worth more than that. */
  static const int boxes = high * cols / box_cols;
  static const int buffers = narrow                                ? 0
                             : boxes <= 4 && !(ping_pong && bytes) ? boxes
                                                                   : 2;
  static const int batch = buffers == boxes ? boxes : 1; /* stored together */
};

#endif /* MATMUL_ENGINE_SHAPE_CUH */
