/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The rung that best takes for a product, on rungs that only note that they
 * were prepared: the next one where a rung skips the problem, and of those that
 * are timed the fastest.
 */
#include <config.h>

#include <stdbool.h>

#include "matmul/cuda/cuda.h"
#include "matmul/cuda/persistent.h"
#include "matmul/cuda/ways.h"
#include "tests/unit/fake-host.h"
#include "tests/unit/unit.h"

gk_variant matmul_best_variant (void);

/* Nearly in the order of best's table, which has dmma before cp_async. */
#define RUNGS(R)                                                               \
  R (small)                                                                    \
  R (few_rows)                                                                 \
  R (gemv)                                                                     \
  R (persistent)                                                               \
  R (mma_sync)                                                                 \
  R (digits)                                                                   \
  R (residues)                                                                 \
  R (bf16x6)                                                                   \
  R (tma)                                                                      \
  R (cp_async)                                                                 \
  R (dmma)                                                                     \
  R (register_tile)

#define ENUMERATOR(name) name,
enum rung { RUNGS (ENUMERATOR) N_RUNGS };

/* What prepare returns, the rung that was prepared last, and those that were
 * not released. */
static int answers[N_RUNGS];
static int prepared, not_released;

/* The way that is said to be the fastest, how many there are, how often they
 * were timed, and the value that the engine's rung got. */
static int fastest, n_ways, times_timed;
static int64_t tile;

int
ways_fastest (const gk_host *host, const gk_device *device,
              const gk_matmul *problem, const struct way *ways, int n,
              int *timed)
{
  (void)host, (void)device, (void)problem, (void)ways;
  *timed = n_ways = n;
  times_timed++;
  return fastest;
}

/* Its own choice, and tiles 1 and 2. */
int
matmul_persistent_ways (const gk_matmul *p, const gk_device *device,
                        struct way *ways, int most)
{
  (void)p, (void)device;
  assert_true (most >= 3);
  for (int i = 0; i < 3; i++) {
    ways[i] = way_by_default ("persistent", matmul_persistent_variant ());
    ways[i].values[0].i = i;
  }
  return 3;
}

gk_variant matmul_bf16x6_variant (void);
gk_variant matmul_cp_async_variant (void);
gk_variant matmul_dmma_variant (void);
gk_variant matmul_tma_variant (void);

/* Two. */
int
matmul_bf16x6_ways (const gk_matmul *p, const gk_device *device,
                    struct way *ways, int most)
{
  (void)p, (void)device;
  assert_true (most >= 2);
  ways[0] = ways[1] = way_by_default ("bf16x6", matmul_bf16x6_variant ());
  return 2;
}

/* Two. */
int
matmul_dmma_ways (const gk_matmul *p, const gk_device *device, struct way *ways,
                  int most)
{
  (void)p, (void)device;
  assert_true (most >= 2);
  ways[0] = ways[1] = way_by_default ("dmma", matmul_dmma_variant ());
  return 2;
}

/* Three. */
int
matmul_cp_async_ways (const gk_matmul *p, const gk_device *device,
                      struct way *ways, int most)
{
  (void)p, (void)device;
  assert_true (most >= 3);
  for (int i = 0; i < 3; i++)
    ways[i] = way_by_default ("cp-async", matmul_cp_async_variant ());
  return 3;
}

/* Two. */
int
matmul_tma_ways (const gk_matmul *p, const gk_device *device, struct way *ways,
                 int most)
{
  (void)p, (void)device;
  assert_true (most >= 2);
  ways[0] = ways[1] = way_by_default ("tma", matmul_tma_variant ());
  return 2;
}

static int
note_rung (enum rung rung, const gk_value *values)
{
  prepared = (int)rung;
  if (rung == persistent)
    tile = values[0].i;
  not_released += rung != register_tile && answers[rung] == GK_OK;
  return answers[rung];
}

static void
release_rung (const gk_host *host, void *state)
{
  (void)host, (void)state;
  not_released--;
}

/* As the rungs declare themselves. */
static gk_variant
declare_rung (enum rung rung)
{
  static const gk_dtype f32_i32 = GK_BIT (GK_F32) | GK_BIT (GK_I32);
  static const char *const choices[] = { "auto", "a", "b", NULL };
  static const gk_option tiles
      = { .name = "tile", .type = GK_CHOICE, .choices = choices };
  gk_variant v = { 0 };

  v.layouts = rung == register_tile ? 0 : MATMUL_LAYOUTS;
  v.dtypes = rung == gemv       ? MATMUL_PLAIN_DTYPES
             : rung <= mma_sync ? MATMUL_MATRIX_DTYPES
             : rung == digits   ? f32_i32
             : rung == bf16x6   ? GK_BIT (GK_F32)
             : rung == residues ? GK_BIT (GK_F64)
             : rung == dmma     ? GK_BIT (GK_F64)
                                : MATMUL_PLAIN_DTYPES;
  v.capability = rung == register_tile || rung == gemv ? 0 : 80;
  if (rung == persistent || (rung >= digits && rung <= tma))
    v.capability = v.capability_max = 90;
  if (rung == small || rung == persistent || rung == mma_sync
      || rung == cp_async)
    v.forms = GK_MATMUL_TYPES | GK_MATMUL_BATCH;
  if (rung == bf16x6 || rung == tma || rung == dmma)
    v.forms = GK_MATMUL_BATCH;
  if (rung == persistent || rung == bf16x6 || rung == tma || rung == cp_async
      || rung == dmma)
    v.forms |= GK_MATMUL_UPDATE;
  if (rung == persistent) {
    v.options = &tiles;
    v.n_options = 1;
  }
  return v;
}

#define RUNG(name)                                                             \
  static int prepare_##name (const gk_host *host, const gk_device *device,     \
                             const void *problem, const gk_value *values,      \
                             void **state)                                     \
  {                                                                            \
    (void)device, (void)problem, (void)state;                                  \
    host->error (host, #name " skips this");                                   \
    return note_rung (name, values);                                           \
  }                                                                            \
  gk_variant matmul_##name##_variant (void);                                   \
  gk_variant matmul_##name##_variant (void)                                    \
  {                                                                            \
    gk_variant v = declare_rung (name);                                        \
                                                                               \
    v.prepare = prepare_##name;                                                \
    v.release = name == register_tile ? NULL : release_rung;                   \
    return v;                                                                  \
  }
RUNGS (RUNG)

bool matmul_few_rows_suits (const gk_matmul *p, const gk_device *device);
bool
matmul_few_rows_suits (const gk_matmul *p, const gk_device *device)
{
  (void)device;
  return p->m <= 16;
}

bool matmul_gemv_suits (const gk_matmul *p, const gk_device *device);
bool
matmul_gemv_suits (const gk_matmul *p, const gk_device *device)
{
  (void)device;
  return p->m <= 8 || p->k <= 8;
}

bool matmul_small_suits (const gk_matmul *p, const gk_device *device);
bool
matmul_small_suits (const gk_matmul *p, const gk_device *device)
{
  (void)device;
  return p->m <= 64 && p->n <= 64;
}

static gk_matmul
product (gk_dtype dtype, gk_layout layout, int64_t size)
{
  const bool own = layout == GK_ROW_MAJOR || layout == GK_COL_MAJOR;
  const bool a_by_rows
      = layout == GK_TN || layout == GK_TT || layout == GK_ROW_MAJOR;
  const bool b_by_rows
      = layout == GK_NT || layout == GK_TT || layout == GK_ROW_MAJOR;

  return (gk_matmul){
    .dtype = dtype,
    .layout_a = a_by_rows ? GK_ROW_MAJOR : GK_COL_MAJOR,
    .layout_b = b_by_rows ? GK_ROW_MAJOR : GK_COL_MAJOR,
    .layout_c = own ? layout : GK_COL_MAJOR,
    .m = size,
    .n = size,
    .k = size,
    .lda = size,
    .ldb = size,
    .ldc = size,
    .dtype_b = dtype,
    .dtype_c = dtype == GK_I8     ? GK_I32
               : dtype == GK_TF32 ? GK_F32
                                  : dtype,
    .batch = 1,
    .alpha = 1,
  };
}

/* The rung that best ends at, or -1 where all skip; `skips` are those that do.
 */
static int
rung_of (gk_matmul p, uint32_t capability, unsigned skips)
{
  /* Another each time, of which nothing is known. */
  static int32_t ordinal;
  const gk_device device = { .kind = GK_CUDA,
                             .ordinal = ++ordinal,
                             .capability = capability,
                             .units = 132,
                             .memory = INT64_C (80) << 30 };
  const gk_variant best = matmul_best_variant ();
  struct fake_host fake;
  void *state = NULL;
  int r;

  for (int i = 0; i < N_RUNGS; i++)
    answers[i] = (skips >> i & 1) != 0 ? GK_SKIP : GK_OK;
  prepared = -1;
  fake_host_init (&fake);
  r = best.prepare (&fake.host, &device, &p, NULL, &state);
  if (r == GK_OK)
    best.release (&fake.host, state);
  assert_int_equal (fake.live, 0);
  assert_int_equal (not_released, 0);
  assert_true (r == GK_OK || r == GK_SKIP);
  return r == GK_OK ? prepared : -1;
}

TEST (the_next_rung_runs_what_one_skips)
{
  const gk_matmul few = product (GK_BF16, GK_TN, 16);
  const gk_matmul bytes = product (GK_I8, GK_ROW_MAJOR, 4096);

  assert_int_equal (rung_of (few, 120, 0), small);
  assert_int_equal (rung_of (few, 120, 1 << small), few_rows);
  assert_int_equal (rung_of (few, 120, 1 << small | 1 << few_rows), mma_sync);
  /* Built for 9.0 without 90a. */
  assert_int_equal (rung_of (bytes, 90, 1 << persistent), mma_sync);
  assert_int_equal (rung_of (bytes, 90, 1 << persistent | 1 << mma_sync), -1);
}

TEST (the_fastest_way_runs)
{
  gk_matmul p = product (GK_BF16, GK_TN, 512);

  fastest = 4;
  assert_int_equal (rung_of (p, 90, 0), persistent);
  assert_int_equal (tile, 2);
  /* The engine's own choice, small, few-rows, and the engine's other ways. */
  assert_int_equal (n_ways, 5);
  fastest = 1;
  assert_int_equal (rung_of (p, 90, 0), small);
  /* Where it skips the problem, the first runs. */
  assert_int_equal (rung_of (p, 90, 1 << small), persistent);
  p.batch = 2;
  fastest = 0;
  assert_int_equal (rung_of (p, 90, 0), persistent);
  assert_int_equal (n_ways, 3);
  /* Groups are not timed. */
  times_timed = 0;
  p.batch = 1;
  p.groups = 4;
  rung_of (p, 90, 0);
  assert_int_equal (times_timed, 0);
}

TEST (splitting_is_timed_where_it_suits)
{
  assert_int_equal (rung_of (product (GK_F32, GK_TN, 4096), 90, 0), digits);
  /* gemv, bf16x6 and tma in two ways each, and cp-async in three. */
  assert_int_equal (n_ways, 9);
  fastest = 2;
  assert_int_equal (rung_of (product (GK_F32, GK_TN, 4096), 90, 0), bf16x6);
  fastest = 4;
  assert_int_equal (rung_of (product (GK_F32, GK_TN, 4096), 90, 0), tma);
  fastest = 0;
  assert_int_equal (rung_of (product (GK_F32, GK_TN, 576), 90, 0), bf16x6);
  assert_int_equal (n_ways, 8);
}

TEST (rungs_on_other_cores_are_timed_too)
{
  gk_matmul p = product (GK_F32, GK_TN, 512);

  fastest = 3;
  assert_int_equal (rung_of (p, 90, 0), tma);
  /* cp-async in three ways, gemv, and bf16x6 and tma in two. */
  assert_int_equal (n_ways, 8);
  p.batch = 200;
  fastest = 0;
  assert_int_equal (rung_of (p, 90, 0), bf16x6);
  /* bf16x6 and tma in two ways, and cp-async in three. */
  assert_int_equal (n_ways, 7);
  /* dmma, tma and cp_async in several ways, and gemv. */
  assert_int_equal (rung_of (product (GK_F64, GK_TN, 512), 90, 0), dmma);
  assert_int_equal (n_ways, 8);
}

/* Prepares best for a problem on one device, and releases it. */
static void
prepare_once (const gk_matmul *p)
{
  const gk_device device = { .kind = GK_CUDA, .capability = 90, .units = 132 };
  const gk_variant best = matmul_best_variant ();
  struct fake_host fake;
  void *made;

  fake_host_init (&fake);
  assert_int_equal (best.prepare (&fake.host, &device, p, NULL, &made), GK_OK);
  best.release (&fake.host, made);
}

TEST (ways_of_one_shape_are_timed_once)
{
  gk_matmul p = product (GK_BF16, GK_TN, 512);

  fastest = 4;
  times_timed = 0;
  for (int turn = 0; turn < 3; turn++) {
    p.a = p.b = p.c = &answers[turn];
    tile = 0;
    prepare_once (&p);
    assert_int_equal (tile, 2);
  }
  assert_int_equal (times_timed, 1);
  p.n = 520;
  prepare_once (&p);
  assert_int_equal (times_timed, 2);
  fastest = 0;
}

TEST (what_skips_a_shape_is_not_timed_for_it_again)
{
  gk_matmul p = product (GK_BF16, GK_ROW_MAJOR, 1001);

  p.batch = 200;
  answers[persistent] = GK_SKIP;
  answers[mma_sync] = GK_OK;
  times_timed = 0;
  for (int turn = 0; turn < 3; turn++) {
    prepare_once (&p);
    assert_int_equal (prepared, mma_sync);
  }
  assert_int_equal (times_timed, 1);
}

TEST (a_failure_is_not_skipped)
{
  const gk_device device = { .capability = 90, .units = 132 };
  const gk_matmul p = product (GK_I8, GK_TN, 4096);
  const gk_variant best = matmul_best_variant ();
  struct fake_host fake;
  void *made = NULL;

  fake_host_init (&fake);
  answers[persistent] = GK_FAIL;
  assert_int_equal (best.prepare (&fake.host, &device, &p, NULL, &made),
                    GK_FAIL);
  assert_int_equal (prepared, persistent);
  assert_string_equal (fake.said, "persistent skips this");
  assert_int_equal (fake.live, 0);
}

/* Each type, in each layout, of each size, from 8.0 on: also where all that a
 * build for 90a has is missing. */
TEST (each_type_has_a_rung_in_each_layout)
{
  static const gk_layout layouts[]
      = { GK_ROW_MAJOR, GK_COL_MAJOR, GK_TN, GK_NT, GK_TT };
  static const uint32_t devices[] = { 80, 89, 90, 100, 120 };
  const unsigned of_90a
      = 1 << persistent | 1 << digits | 1 << residues | 1 << bf16x6 | 1 << tma;

  for (gk_dtype dtype = 0; dtype < 32; dtype++)
    for (size_t l = 0; l < GK_COUNT (layouts); l++)
      for (size_t d = 0; d < GK_COUNT (devices); d++)
        for (int64_t size = 1; size < 20000; size += 1 + size / 2) {
          const gk_matmul p = product (dtype, layouts[l], size);

          if ((MATMUL_DTYPES & GK_BIT (dtype)) == 0)
            continue;
          assert_int_not_equal (rung_of (p, devices[d], 0), -1);
          assert_int_not_equal (rung_of (p, devices[d], of_90a), -1);
        }
}

TEST (floats_of_mixed_layouts_take_the_fast_rungs)
{
  assert_int_equal (rung_of (product (GK_F32, GK_TN, 4096), 90, 0), digits);
  assert_int_equal (rung_of (product (GK_F32, GK_TN, 4096), 90, 1 << digits),
                    bf16x6);
  assert_int_equal (
      rung_of (product (GK_F32, GK_TN, 4096), 90, 1 << digits | 1 << bf16x6),
      tma);
  assert_int_equal (rung_of (product (GK_F32, GK_TN, 4096), 80, 0), cp_async);
  assert_int_equal (rung_of (product (GK_F32, GK_TT, 100), 90, 0), cp_async);
  assert_int_equal (rung_of (product (GK_F64, GK_NT, 100), 90, 0), dmma);
}

TEST (products_are_split_from_where_others_are_slower)
{
  assert_int_equal (rung_of (product (GK_F32, GK_ROW_MAJOR, 384), 90, 0),
                    cp_async);
  assert_int_equal (rung_of (product (GK_F32, GK_ROW_MAJOR, 1024), 90, 0),
                    bf16x6);
  assert_int_equal (rung_of (product (GK_F32, GK_ROW_MAJOR, 1200), 90, 0),
                    digits);
  assert_int_equal (rung_of (product (GK_I32, GK_ROW_MAJOR, 512), 90, 0),
                    cp_async);
  assert_int_equal (rung_of (product (GK_I32, GK_ROW_MAJOR, 576), 90, 0),
                    digits);
  assert_int_equal (rung_of (product (GK_I32, GK_TN, 448), 90, 0), digits);
}

TEST (few_rows_are_not_split_first)
{
  gk_matmul p = product (GK_F32, GK_ROW_MAJOR, 4096);

  p.m = 31;
  assert_int_equal (rung_of (p, 90, 0), cp_async);
  p.m = 32;
  assert_int_equal (rung_of (p, 90, 0), bf16x6);
  p.k = 31;
  assert_int_equal (rung_of (p, 90, 0), cp_async);
}

TEST (a_matrix_times_vectors_takes_gemv)
{
  assert_int_equal (rung_of (product (GK_F32, GK_TN, 8), 80, 0), gemv);
  assert_int_equal (rung_of (product (GK_I32, GK_ROW_MAJOR, 1), 75, 0), gemv);
  assert_int_equal (rung_of (product (GK_F64, GK_NT, 2), 90, 0), gemv);
  assert_int_equal (rung_of (product (GK_F64, GK_NT, 6), 90, 0), gemv);
  assert_int_equal (rung_of (product (GK_BF16, GK_TN, 8), 90, 0), small);
}

TEST (batches_take_the_rungs_that_know_them)
{
  gk_matmul p = product (GK_BF16, GK_TN, 16);

  p.batch = 100;
  assert_int_equal (rung_of (p, 90, 0), small);
  p.m = 512;
  assert_int_equal (rung_of (p, 90, 0), persistent);
  assert_int_equal (rung_of (p, 80, 0), mma_sync);
  p = product (GK_F64, GK_ROW_MAJOR, 4);
  p.batch = 2;
  assert_int_equal (rung_of (p, 90, 0), dmma);
  p = product (GK_I32, GK_ROW_MAJOR, 4096);
  p.batch = 2;
  assert_int_equal (rung_of (p, 90, 0), cp_async);
}

TEST (batches_of_f64_take_tensor_cores)
{
  gk_matmul p = product (GK_F64, GK_ROW_MAJOR, 128);

  p.batch = 256;
  assert_int_equal (rung_of (p, 90, 0), dmma);
  assert_int_equal (rung_of (p, 80, 0), dmma);
  /* As where there is no code for 8.0. */
  assert_int_equal (rung_of (p, 90, 1 << dmma), cp_async);
  p.alpha = 0.5;
  assert_int_equal (rung_of (p, 90, 0), cp_async);
  p = product (GK_F64, GK_TN, 4);
  p.batch = 2;
  assert_int_equal (rung_of (p, 90, 0), dmma);
}

TEST (batches_of_f32_take_tma_or_bf16x6)
{
  gk_matmul p = product (GK_F32, GK_ROW_MAJOR, 64);

  p.batch = 512;
  assert_int_equal (rung_of (p, 90, 0), tma);
  assert_int_equal (rung_of (p, 90, 1 << tma), cp_async);
  assert_int_equal (rung_of (p, 80, 0), cp_async);
  p.batch = 256;
  assert_int_equal (rung_of (p, 90, 0), cp_async);
  p.batch = 4096;
  p.m = 31;
  assert_int_equal (rung_of (p, 90, 0), cp_async);
  p = product (GK_F32, GK_ROW_MAJOR, 127);
  p.batch = 256;
  assert_int_equal (rung_of (p, 90, 0), cp_async);
  p = product (GK_F32, GK_TN, 128);
  p.batch = 256;
  assert_int_equal (rung_of (p, 90, 0), bf16x6);
  /* Repacked. */
  assert_int_equal (rung_of (p, 90, 1 << bf16x6), tma);
  p.alpha = 0.5;
  assert_int_equal (rung_of (p, 90, 0), bf16x6);
  assert_int_equal (rung_of (p, 90, 1 << bf16x6), cp_async);
}

TEST (products_with_more_added_take_the_rungs_that_know_them)
{
  static const float bias[1];
  gk_matmul p = product (GK_F64, GK_ROW_MAJOR, 4096);

  assert_int_equal (rung_of (p, 90, 0), residues);
  p.beta = 0.25;
  assert_int_equal (rung_of (p, 90, 0), dmma);
  assert_int_equal (rung_of (p, 80, 0), dmma);
  p.batch = 2;
  assert_int_equal (rung_of (p, 90, 0), cp_async);
  p = product (GK_F64, GK_ROW_MAJOR, 4096);
  p.bias = bias;
  assert_int_equal (rung_of (p, 90, 0), dmma);
  p.k = 2;
  assert_int_equal (rung_of (p, 90, 0), dmma);
  p = product (GK_F64, GK_TN, 64);
  p.alpha = 0.5;
  assert_int_equal (rung_of (p, 90, 0), dmma);
  assert_int_equal (rung_of (p, 90, 1 << dmma), cp_async);

  p = product (GK_F32, GK_TN, 4096);
  p.alpha = 0.5;
  assert_int_equal (rung_of (p, 90, 0), bf16x6);
  assert_int_equal (rung_of (p, 90, 1 << bf16x6), tma);
  assert_int_equal (rung_of (p, 90, 1 << bf16x6 | 1 << tma), cp_async);
  assert_int_equal (rung_of (p, 80, 0), cp_async);
  p = product (GK_F32, GK_ROW_MAJOR, 4097);
  p.beta = -1;
  assert_int_equal (rung_of (p, 90, 0), bf16x6);
  assert_int_equal (rung_of (p, 90, 1 << bf16x6), cp_async);
  p = product (GK_BF16, GK_ROW_MAJOR, 4096);
  p.beta = -1;
  assert_int_equal (rung_of (p, 90, 0), persistent);
}

TEST (wide_results_of_short_floats_take_persistent)
{
  gk_matmul p = product (GK_F16, GK_TN, 512);

  p.dtype_c = GK_F32;
  assert_int_equal (rung_of (p, 90, 0), persistent);
}
