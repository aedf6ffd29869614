/* SPDX-License-Identifier: BSD-3-Clause
 *
 * All kernels of the engine for one type.  There is a source file per type, as
 * they take long to compile.
 */
#ifndef MATMUL_ENGINE_KERNELS_CUH
#define MATMUL_ENGINE_KERNELS_CUH

#include "engine.cuh"

template <typename S>
static struct engine_kernel
engine_kernel_of (void)
{
  return { (const void *)engine_matmul<S>,
           S::rows,
           S::cols,
           S::threads,
           S::element_c,
           S::stage,
           S::consumers * S::buffers * S::box,
           S::fixed,
           S::in_flight,
           S::ping_pong,
           S::splits,
           S::updated,
           S::fitted };
}

/* Ping-pong pays for bytes, where 32-bit sums take long to store and factors
 * are small. */
template <enum wgmma_type type, int wide_c = 0>
static struct engine_kernel
engine_kernel_ping_pong (int tile)
{
  if constexpr (wgmma_is_byte (type))
    if (tile == ENGINE_128x128)
      return engine_kernel_of<
          engine_shape<type, 2, 2, 128, 0, 0, 0, 1, ENGINE_NUMBERS, wide_c>> ();
  return {};
}

template <enum wgmma_type type, int mn_major_a, int mn_major_b,
          int transposed = 0>
static struct engine_kernel
engine_kernel_of_tile (int tile)
{
  switch (tile) {
  case ENGINE_128x256:
    return engine_kernel_of<
        engine_shape<type, 2, 1, 256, mn_major_a, mn_major_b, transposed>> ();
  case ENGINE_128x192:
    return engine_kernel_of<
        engine_shape<type, 2, 1, 192, mn_major_a, mn_major_b, transposed>> ();
  case ENGINE_128x160:
    /* Boxes of C are 32 columns of 32 bits, and 64 of 16. */
    if constexpr (!engine_is_fetched (type) || mn_major_a)
      return {};
    else
      return engine_kernel_of<
          engine_shape<type, 2, 1, 160, mn_major_a, mn_major_b, transposed>> ();
  case ENGINE_128x128:
    return engine_kernel_of<
        engine_shape<type, 2, 1, 128, mn_major_a, mn_major_b, transposed>> ();
  case ENGINE_128x64:
    return engine_kernel_of<
        engine_shape<type, 2, 1, 64, mn_major_a, mn_major_b, transposed>> ();
  case ENGINE_64x256:
    return engine_kernel_of<
        engine_shape<type, 1, 1, 256, mn_major_a, mn_major_b, transposed>> ();
  case ENGINE_64x128:
    return engine_kernel_of<
        engine_shape<type, 1, 1, 128, mn_major_a, mn_major_b, transposed>> ();
  case ENGINE_64x64:
    return engine_kernel_of<
        engine_shape<type, 1, 1, 64, mn_major_a, mn_major_b, transposed>> ();
  default:
    return {};
  }
}

/* Of forms that are less used, four tiles are compiled.  Old values of C need a
 * buffer for each box, for which a large tile of 32 bits has no room. */
template <enum wgmma_type type, int mn_major_a, int mn_major_b,
          enum engine_factors factors, int wide_c>
static struct engine_kernel
engine_kernel_of_four (int tile)
{
  switch (tile) {
  case ENGINE_128x256:
    if constexpr (factors != ENGINE_NUMBERS && factors != ENGINE_BATCH
                  && factors != ENGINE_GROUPS
                  && (factors != ENGINE_UPDATE || wide_c || type == WGMMA_TF32))
      return {};
    else
      return engine_kernel_of<engine_shape<
          type, 2, 1, 256, mn_major_a, mn_major_b, 0, 0, factors, wide_c>> ();
  case ENGINE_128x128:
    return engine_kernel_of<engine_shape<type, 2, 1, 128, mn_major_a,
                                         mn_major_b, 0, 0, factors, wide_c>> ();
  case ENGINE_64x128:
    return engine_kernel_of<engine_shape<type, 1, 1, 128, mn_major_a,
                                         mn_major_b, 0, 0, factors, wide_c>> ();
  case ENGINE_64x64:
    return engine_kernel_of<engine_shape<type, 1, 1, 64, mn_major_a, mn_major_b,
                                         0, 0, factors, wide_c>> ();
  default:
    return {};
  }
}

/* For integers and TF32: B is K-major.  With A in registers wgmma reaches its
 * full rate with two consumers at a time, or with 256 columns, so that
 * ping-pong gains nothing (i8 4096: 118 us for 128x128, 100 cooperative). */
template <enum wgmma_type type>
static struct engine_kernel
engine_kernel_fetched (int tile, struct engine_traits traits)
{
  const bool other = traits.batched || traits.grouped || traits.updated;

  if ((traits.mn_major_a || other) && traits.ping_pong)
    return {};
  if (traits.mn_major_a && other)
    return {};
  if constexpr (type == WGMMA_TF32)
    if (traits.updated)
      return engine_kernel_of_four<type, 0, 0, ENGINE_UPDATE, 0> (tile);
  if (traits.batched)
    return engine_kernel_of_four<type, 0, 0, ENGINE_BATCH, 0> (tile);
  if (traits.grouped)
    return engine_kernel_of_four<type, 0, 0, ENGINE_GROUPS, 0> (tile);
  if (traits.ping_pong)
    return engine_kernel_ping_pong<type> (tile);
  if (!traits.mn_major_a)
    return engine_kernel_of_tile<type, 0, 0> (tile);
  return traits.transposed ? engine_kernel_of_tile<type, 1, 0, 1> (tile)
                           : engine_kernel_of_tile<type, 1, 0> (tile);
}

/* For 32 bits, as digits. */
template <enum engine_factors factors, int cols, int consumers = 2>
static struct engine_kernel
engine_kernel_of_digits (void)
{
  return engine_kernel_of<
      engine_shape<WGMMA_S8, consumers, 1, cols, 0, 0, 0, 0, factors>> ();
}

/* For f64, as residues. */
template <int high, int cols, int consumers = 2, int ping_pong = 0>
static struct engine_kernel
engine_kernel_of_residues (void)
{
  return engine_kernel_of<engine_shape<WGMMA_S8, consumers, high, cols, 0, 0, 0,
                                       ping_pong, ENGINE_RESIDUES>> ();
}

/* For few columns, both operands K-major. */
template <enum wgmma_type type, int wide_c, enum engine_factors factors>
static struct engine_kernel
engine_kernel_of_narrow (int tile)
{
  return tile == ENGINE_64x32
             ? engine_kernel_of<
                 engine_shape<type, 1, 1, 32, 0, 0, 0, 0, factors, wide_c>> ()
             : engine_kernel_of<
                 engine_shape<type, 1, 1, 16, 0, 0, 0, 0, factors, wide_c>> ();
}

/* Floats of 8 bits, both K-major. */
template <enum wgmma_type type, int wide_c, enum engine_factors factors>
static struct engine_kernel
engine_kernel_of_floats (int tile)
{
  if (tile == ENGINE_64x32 || tile == ENGINE_64x16)
    return engine_kernel_of_narrow<type, wide_c, factors> (tile);
  if constexpr (type == WGMMA_E4M3) {
    if (tile == ENGINE_128x64)
      return engine_kernel_of<
          engine_shape<type, 2, 1, 64, 0, 0, 0, 0, factors, wide_c>> ();
    if constexpr (factors == ENGINE_NUMBERS || factors == ENGINE_STEPS)
      if (tile == ENGINE_128x192)
        return engine_kernel_of<
            engine_shape<type, 2, 1, 192, 0, 0, 0, 0, factors, wide_c>> ();
  }
  return engine_kernel_of_four<type, 0, 0, factors, wide_c> (tile);
}

/* Likewise of groups, with C of 16 bits. */
template <enum wgmma_type type, int wide_c>
static struct engine_kernel
engine_kernel_of_groups (int tile, struct engine_traits traits)
{
  if constexpr (wide_c)
    return {};
  else if (traits.ping_pong)
    return {};
  else
    return traits.moved
               ? engine_kernel_of_four<type, 0, 0, ENGINE_STEPS_OF_GROUPS, 0> (
                   tile)
               : engine_kernel_of_four<type, 0, 0, ENGINE_GROUPS, 0> (tile);
}

template <enum wgmma_type type, int wide_c>
static struct engine_kernel
engine_kernel_of_bytes (int tile, struct engine_traits traits)
{
  if (traits.mn_major_a || traits.batched || (traits.ping_pong && traits.moved))
    return {};
  if (traits.updated)
    return traits.moved || traits.ping_pong
               ? engine_kernel{}
               : engine_kernel_of_four<type, 0, 0, ENGINE_UPDATE, wide_c> (
                   tile);
  if (traits.grouped)
    return engine_kernel_of_groups<type, wide_c> (tile, traits);
  if (traits.ping_pong)
    return engine_kernel_ping_pong<type, wide_c> (tile);
  if (!traits.moved)
    return engine_kernel_of_floats<type, wide_c, ENGINE_NUMBERS> (tile);
  switch (traits.scales) {
  case GK_SCALES_LINES_A:
    return engine_kernel_of_floats<type, wide_c, ENGINE_SCALED_ROWS> (tile);
  case GK_SCALES_LINES_B:
    return engine_kernel_of_floats<type, wide_c, ENGINE_SCALED_COLS> (tile);
  default:
    return engine_kernel_of_floats<type, wide_c, ENGINE_STEPS> (tile);
  }
}

template <enum wgmma_type type>
static struct engine_kernel
engine_kernel_of_either (int tile, struct engine_traits traits)
{
  return traits.wide_c ? engine_kernel_of_bytes<type, 1> (tile, traits)
                       : engine_kernel_of_bytes<type, 0> (tile, traits);
}

template <enum wgmma_type type, int mn_major_a, int mn_major_b>
static struct engine_kernel
engine_kernel_of_form (int tile, const struct engine_traits &traits)
{
  if (traits.updated)
    return traits.wide_c ? engine_kernel_of_four<type, mn_major_a, mn_major_b,
                                                 ENGINE_UPDATE, 1> (tile)
                         : engine_kernel_of_four<type, mn_major_a, mn_major_b,
                                                 ENGINE_UPDATE, 0> (tile);
  if ((traits.batched || traits.grouped) && traits.wide_c)
    return {};
  if (traits.batched)
    return engine_kernel_of_four<type, mn_major_a, mn_major_b, ENGINE_BATCH,
                                 0> (tile);
  if (traits.grouped)
    return engine_kernel_of_four<type, mn_major_a, mn_major_b, ENGINE_GROUPS,
                                 0> (tile);
  if constexpr (!mn_major_a && !mn_major_b)
    if (!traits.wide_c && (tile == ENGINE_64x32 || tile == ENGINE_64x16))
      return engine_kernel_of_narrow<type, 0, ENGINE_NUMBERS> (tile);
  return traits.wide_c
             ? engine_kernel_of_four<type, mn_major_a, mn_major_b,
                                     ENGINE_NUMBERS, 1> (tile)
             : engine_kernel_of_tile<type, mn_major_a, mn_major_b> (tile);
}

template <enum wgmma_type type, int mn_major_a, int transposed, int consumers,
          int ping_pong = 0>
static struct engine_kernel
engine_kernel_of_width (void)
{
  return engine_kernel_of<
      engine_shape<type, consumers, 1, 256, mn_major_a, 0, transposed,
                   ping_pong, ENGINE_NUMBERS, 0, 1>> ();
}

/* Ping-pong pays for tiles of 64 rows, of which one consumer has all. */
template <enum wgmma_type type, int mn_major_a, int transposed>
static struct engine_kernel
engine_kernel_of_widths (int tile, bool ping_pong)
{
  if (tile == ENGINE_64xN)
    return ping_pong
               ? engine_kernel_of_width<type, mn_major_a, transposed, 2, 1> ()
               : engine_kernel_of_width<type, mn_major_a, transposed, 1> ();
  if (ping_pong)
    return {};
  return engine_kernel_of_width<type, mn_major_a, transposed, 2> ();
}

/* Of forms that are less used there is none. */
template <enum wgmma_type type>
static struct engine_kernel
engine_kernel_fitted (int tile, const struct engine_traits &traits)
{
  if (traits.mn_major_b || traits.wide_c || traits.batched || traits.grouped
      || traits.updated)
    return {};
  if (traits.transposed)
    return traits.mn_major_a
               ? engine_kernel_of_widths<type, 1, 1> (tile, traits.ping_pong)
               : engine_kernel_of_widths<type, 0, 1> (tile, traits.ping_pong);
  return traits.mn_major_a
             ? engine_kernel_of_widths<type, 1, 0> (tile, traits.ping_pong)
             : engine_kernel_of_widths<type, 0, 0> (tile, traits.ping_pong);
}

/* For 16 bits. */
template <enum wgmma_type type>
static struct engine_kernel
engine_kernel_either_way (int tile, struct engine_traits traits)
{
  if (engine_is_fitted (tile))
    return engine_kernel_fitted<type> (tile, traits);
  if (traits.transposed)
    return {};
  if (traits.mn_major_a)
    return traits.mn_major_b ? engine_kernel_of_form<type, 1, 1> (tile, traits)
                             : engine_kernel_of_form<type, 1, 0> (tile, traits);
  return traits.mn_major_b ? engine_kernel_of_form<type, 0, 1> (tile, traits)
                           : engine_kernel_of_form<type, 0, 0> (tile, traits);
}

#endif /* MATMUL_ENGINE_KERNELS_CUH */
