/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The judge of products whose factors are floats of 8 bits: of one type or
 * both, with each type of C.  Sums in fewer bits than f32 pass as they are
 * declared, and no others.
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "tests/unit/unit.h"
#include "judged-product.h"
#include "trials.h"
#include "matmul/number.h"

static const struct mix {
  gk_dtype dtype;
  const char *dtype_b, *dtype_c;
} mixes[] = {
  { GK_F8_E4M3, "same", "usual" },  { GK_F8_E4M3, "f8_e5m2", "f32" },
  { GK_F8_E5M2, "f8_e4m3", "f16" }, { GK_F8_E5M2, "same", "f32" },
  { GK_F8_E4M3, "f8_e4m3", "f16" },
};
enum { MIXES = sizeof mixes / sizeof mixes[0] };

static const gk_data kinds[]
    = { GK_DATA_RANDOM, GK_DATA_EXACT, GK_DATA_WIDE,   GK_DATA_NORMAL,
        GK_DATA_SPARSE, GK_DATA_HEAVY, GK_DATA_GRADED, GK_DATA_PERMUTATION };
enum { KINDS = sizeof kinds / sizeof kinds[0] };

enum { ROWS = 13, COLS = 9 };

static void
make (struct product *p, const struct mix *mix, gk_data data, int64_t n)
{
  product_make_mixed (p, ROWS, n, COLS, mix->dtype, mix->dtype_b, mix->dtype_c);
  product_fill (p, data);
}

/* A sum that keeps so many bits, and cuts off the rest. */
static double
cut_off (double sum, int bits)
{
  const double place = sum == 0 ? 1 : ldexp (1, ilogb (sum) + 1 - bits);

  return trunc (sum / place) * place;
}

/* How sums are made: every `step` products they are cut off to so many bits,
 * and after `piece` products added to one of f32; 0: never. */
struct sums {
  int bits;
  int64_t step, piece;
};
static const struct sums f32 = { 24, 1, 0 };

/* Row-major C, but for products [first, last). */
static void
compute (struct product *p, const struct sums *of, int64_t first, int64_t last)
{
  const gk_matmul *q = p->problem;
  const char *a = q->a, *b = q->b;

  for (int64_t i = 0; i < q->m; i++)
    for (int64_t j = 0; j < q->k; j++) {
      double sum = 0, all = 0;

      for (int64_t l = 0; l < q->n; l++) {
        if (l < first || l >= last)
          sum += number_at (q->dtype, a + i * q->lda + l)
                 * number_at (q->dtype_b, b + l * q->ldb + j);
        if (l % of->step == of->step - 1)
          sum = cut_off (sum, of->bits);
        if (of->piece > 0 && l % of->piece == of->piece - 1) {
          all = cut_off (all + sum, 24);
          sum = 0;
        }
      }
      number_put (q->dtype_c, product_at (p, i, j), all + sum);
    }
}

TEST (right_products_pass_on_all_data)
{
  static const int64_t lengths[] = { 1, 2, 37, 300, 3000 };
  struct product p;

  for (int i = 0; i < MIXES * KINDS; i += trial_stride (3))
    for (int l = 0; l < 5; l++) {
      make (&p, &mixes[i % MIXES], kinds[i / MIXES], lengths[l]);
      product_is_right (&p, 0);
      compute (&p, &f32, 0, 0);
      product_is_right (&p, 0);
      for (int g = 0; g < 4; g++) {
        p.plants = g % 2 != 0 && kinds[i / MIXES] == GK_DATA_RANDOM;
        product_vary (&p);
        compute (&p, &f32, 0, 0);
        product_is_right (&p, 0);
      }
      product_free (&p);
    }
}

/* As a Hopper's matrix unit adds 32 products at a time.  Losses are towards
 * zero and add up, but where sums are moved after 128 products. */
TEST (sums_of_fourteen_bits_pass_only_as_declared)
{
  static const struct sums moved = { 14, 32, 128 }, kept = { 14, 32, 0 };
  struct product p;

  for (int i = 0; i < MIXES; i++)
    for (int64_t n = 256; n <= 16384; n *= 4) {
      /* The rounding of a C of 16 bits hides it, and of long sums f32, cut off
       * at each step, may lose as much. */
      const bool shows = strcmp (mixes[i].dtype_c, "f32") == 0;

      make (&p, &mixes[i], GK_DATA_RANDOM, n);
      compute (&p, &moved, 0, 0);
      assert_false (shows && n <= 1024 && product_passes (&p, 0));
      product_is_right (&p, 0x1.8p-13);
      compute (&p, &kept, 0, 0);
      assert_false (shows && product_passes (&p, 0));
      assert_false (shows && n > 4096 && product_passes (&p, 0x1.8p-13));
      product_is_right (&p, 0x1p-8);
      product_free (&p);
    }
}

TEST (incomplete_sums_are_found)
{
  struct product p;

  for (int i = 0; i < MIXES; i++) {
    make (&p, &mixes[i], GK_DATA_RANDOM, 4096);
    for (int64_t first = 0; first < 4096; first += 500 * trial_stride (7)) {
      compute (&p, &f32, first, first + 8);
      assert_false (product_passes (&p, 0));
      compute (&p, &f32, first, first + 32);
      assert_false (product_passes (&p, 0x1p-8));
    }
    product_free (&p);
  }
}

TEST (the_product_of_an_earlier_generation_is_found)
{
  struct product p;

  for (int i = 0; i < MIXES * KINDS; i += trial_stride (3))
    for (int64_t n = 1; n <= 4096; n *= 64) {
      make (&p, &mixes[i % MIXES], kinds[i / MIXES], n);
      product_vary (&p);
      assert_false (product_passes (&p, 0));
      product_vary (&p);
      assert_false (product_passes (&p, 0x1.8p-13));
      product_free (&p);
    }
}

TEST (each_element_of_exact_data_is_judged)
{
  struct product p;

  for (int i = 0; i < MIXES; i++)
    for (int64_t n = 9; n <= 20000; n *= 40) {
      make (&p, &mixes[i], GK_DATA_EXACT, n);
      product_is_right (&p, 0x1.8p-13);
      for (int64_t j = 0; j < ROWS; j += 3) {
        void *at = product_at (&p, j, j * COLS / ROWS);
        const gk_dtype dtype = p.problem->dtype_c;

        number_put (dtype, at, number_at (dtype, at) + 1);
        product_is_wrong (&p, 0x1.8p-13, "should be", NULL);
      }
      product_free (&p);
    }
}

TEST (faults_are_found)
{
  struct product p;

  for (int i = 0; i < MIXES; i++) {
    make (&p, &mixes[i], GK_DATA_RANDOM, 300);
    product_unwritten_is_found (&p);
    product_touched_padding_is_found (&p);
    product_not_finite_is_found (&p);
    product_free (&p);
  }
}

TEST (types_that_do_not_go_together_are_refused)
{
  static const struct mix refused[] = {
    { GK_F32, "f8_e4m3", "usual" }, { GK_BF16, "same", "f16" },
    { GK_F16, "same", "bf16" },     { GK_I8, "same", "f32" },
    { GK_F64, "same", "f32" },      { GK_BF16, "f8_e5m2", "usual" },
  };
  static const struct mix accepted[] = { { GK_BF16, "same", "f32" },
                                         { GK_F16, "same", "f16" },
                                         { GK_F32, "same", "f32" },
                                         { GK_F16, "same", "f32" } };

  for (int i = 0; i < 6; i++)
    product_refuses (refused[i].dtype, refused[i].dtype_b, refused[i].dtype_c);
  for (int i = 0; i < 4; i++) {
    struct product p;

    make (&p, &accepted[i], GK_DATA_RANDOM, 300);
    product_is_right (&p, 0);
    product_free (&p);
  }
}
