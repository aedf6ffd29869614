/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The judge of batches: each product is judged in each launch.  A result in
 * which a single product is wrong, whichever it is, is wrong.
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "tests/unit/unit.h"
#include "judged-product.h"
#include "trials.h"
#include "matmul/batch.h"
#include "matmul/number.h"
#include "matmul/check/varied.h"

static const gk_dtype dtypes[]
    = { GK_F32,     GK_BF16,    GK_I8,  GK_F64, GK_TF32,
        GK_F8_E4M3, GK_F8_E5M2, GK_I32, GK_F16 };
static const gk_layout layouts[]
    = { GK_ROW_MAJOR, GK_COL_MAJOR, GK_TN, GK_NT, GK_TT };
static const gk_data kinds[]
    = { GK_DATA_RANDOM, GK_DATA_EXACT,       GK_DATA_WIDE,
        GK_DATA_NORMAL, GK_DATA_SPARSE,      GK_DATA_HEAVY,
        GK_DATA_GRADED, GK_DATA_PERMUTATION, GK_DATA_ZERO };
/* Of whole columns, and of columns and folds or Freivalds' check. */
static const struct matmul_sizes shapes[]
    = { { .m = 16, .n = 16, .k = 16, .batch = 20 },
        { .m = 13, .n = 33, .k = 41, .batch = 7 },
        { .m = 1, .n = 40, .k = 3, .batch = 2 },
        { .m = 35, .n = 5, .k = 17, .batch = 33 },
        { .m = 64, .n = 70, .k = 66, .batch = 16 } };
enum { DTYPES = 9, LAYOUTS = 5, KINDS = 9, SHAPES = 5, PLACES = 3 };

static bool
is_judged (const struct product *p, gk_data data)
{
  return (p->setup.verify_data & GK_BIT (data)) != 0;
}

/* Computes the batch of these inputs, and keeps it. */
static void
make_right (struct product *p)
{
  product_compute (p, p->problem->a, p->problem->b);
  memcpy (p->right, p->problem->c, product_bytes (p));
}

/* To be freed. */
static char *
copy_right (const struct product *p)
{
  char *copy = fake_host_memory (product_bytes (p));

  memcpy (copy, p->right, product_bytes (p));
  return copy;
}

/* A batch, on random data that changed once. */
static void
make (struct product *p, const struct matmul_sizes *sizes, gk_dtype dtype,
      gk_layout layout)
{
  product_make_batch (p, sizes, dtype, layout);
  product_fill (p, GK_DATA_RANDOM);
  product_vary (p);
  make_right (p);
}

static size_t
matrix_bytes (const struct product *p)
{
  return product_bytes (p) / (size_t)p->problem->batch;
}

/* The first product, one in the middle, and the last. */
static int64_t
place (const struct product *p, int which)
{
  return which * (p->problem->batch - 1) / (PLACES - 1);
}

static char *
matrix_c (const struct product *p, int64_t z)
{
  return (char *)p->problem->c + (size_t)z * matrix_bytes (p);
}

static const char *
right_c (const struct product *p, int64_t z)
{
  return (const char *)p->right + (size_t)z * matrix_bytes (p);
}

static void
is_wrong_in (struct product *p, int64_t z, const char *what)
{
  char name[40];

  snprintf (name, sizeof name, "c[%lld]", (long long)z);
  product_is_wrong (p, 0, name, what, NULL);
}

TEST (right_batches_pass_on_all_data)
{
  struct product p;

  for (int i = 0; i < DTYPES * KINDS * SHAPES; i += trial_stride (4)) {
    const gk_data data = kinds[i / DTYPES % KINDS];

    product_make_batch (&p, &shapes[i / DTYPES / KINDS], dtypes[i % DTYPES],
                        layouts[i % LAYOUTS]);
    if (is_judged (&p, data))
      product_generations_are_right (&p, data);
    product_free (&p);
  }
}

TEST (a_product_that_was_not_computed_is_found)
{
  struct product p;

  for (int i = 0; i < DTYPES * SHAPES; i++) {
    make (&p, &shapes[i / DTYPES], dtypes[i % DTYPES], layouts[i % LAYOUTS]);
    for (int which = 0; which < PLACES; which++) {
      const int64_t z = place (&p, which);

      memset (matrix_c (&p, z), PRODUCT_POISON, matrix_bytes (&p));
      is_wrong_in (&p, z, "[0][0] was never written");
      assert_true ((p.check.flags & GK_UNWRITTEN) != 0);
    }
    product_free (&p);
  }
}

TEST (the_result_of_a_neighbour_is_found)
{
  struct product p;

  for (int i = 0; i < DTYPES * SHAPES; i++) {
    make (&p, &shapes[i / DTYPES], dtypes[i % DTYPES], layouts[i % LAYOUTS]);
    for (int which = 0; which < PLACES; which++) {
      const int64_t z = place (&p, which);
      const int64_t other = z > 0 ? z - 1 : 1;

      memcpy (matrix_c (&p, z), right_c (&p, other), matrix_bytes (&p));
      is_wrong_in (&p, z, "");
      memcpy (matrix_c (&p, z), right_c (&p, other), matrix_bytes (&p));
      memcpy (matrix_c (&p, other), right_c (&p, z), matrix_bytes (&p));
      is_wrong_in (&p, z < other ? z : other, "");
    }
    product_free (&p);
  }
}

/* The bits that remain: f32 in those of TF32, f64 in those of f32, others
 * without the last one; of TF32, whose bounds are wide, three of the fraction.
 */
static uint64_t
bits_that_remain (gk_dtype dtype)
{
  switch (dtype) {
  case GK_F32:
    return 0xffffe000;
  case GK_TF32:
    return 0xfff00000;
  case GK_F64:
    return ~UINT64_C (0x1fffffff);
  default:
    return ~UINT64_C (1);
  }
}

static void
coarsen (gk_dtype dtype, void *matrix, size_t bytes)
{
  const size_t element = number_bytes (dtype);

  for (size_t at = 0; at < bytes; at += element) {
    uint64_t bits = 0;

    memcpy (&bits, (char *)matrix + at, element);
    bits &= bits_that_remain (dtype);
    memcpy ((char *)matrix + at, &bits, element);
  }
}

TEST (a_product_in_fewer_bits_is_found)
{
  struct product p;

  for (int i = 0; i < DTYPES * SHAPES; i++) {
    const gk_dtype dtype = dtypes[i % DTYPES];

    /* The rounding of few elements may hide it. */
    if (shapes[i / DTYPES].m == 1)
      continue;
    make (&p, &shapes[i / DTYPES], dtype, layouts[i % LAYOUTS]);
    for (int which = 0; which < PLACES; which++) {
      const int64_t z = place (&p, which);
      const size_t bytes = p.setup.buffers[MATMUL_A].bytes;
      char *a = fake_host_memory (bytes);

      memcpy (a, p.problem->a, bytes);
      coarsen (dtype, matmul_matrix (a, dtype, p.problem->stride_a, z),
               bytes / (size_t)p.problem->batch);
      product_compute (&p, a, p.problem->b);
      is_wrong_in (&p, z, "");
      free (a);
    }
    product_free (&p);
  }
}

/* The bytes of a row (column-major: a column) of C. */
static size_t
line_bytes (const struct product *p)
{
  return (size_t)p->problem->ldc * product_element (p);
}

TEST (products_of_an_earlier_launch_are_found)
{
  struct product p;

  for (int i = 0; i < DTYPES * KINDS * SHAPES; i += trial_stride (4)) {
    const gk_data data = kinds[i / DTYPES % KINDS];

    product_make_batch (&p, &shapes[i / DTYPES / KINDS], dtypes[i % DTYPES],
                        layouts[i % LAYOUTS]);
    if (is_judged (&p, data)) {
      char *earlier;

      product_fill (&p, data);
      product_vary (&p);
      earlier = copy_right (&p);
      product_is_wrong (&p, 0, "c[0]", NULL);
      make_right (&p);
      for (int which = 0; which < PLACES; which++) {
        const int64_t z = place (&p, which);
        const size_t first = (size_t)z * matrix_bytes (&p);

        memcpy (matrix_c (&p, z), earlier + first, matrix_bytes (&p));
        is_wrong_in (&p, z, "");
      }
      free (earlier);
    }
    product_free (&p);
  }
}

TEST (a_last_row_of_an_earlier_launch_is_found)
{
  struct product p;

  for (int i = 0; i < DTYPES * SHAPES; i++) {
    char *earlier;

    /* The rounding of a single element may hide it. */
    if (shapes[i / DTYPES].m == 1)
      continue;
    make (&p, &shapes[i / DTYPES], dtypes[i % DTYPES], layouts[i % LAYOUTS]);
    earlier = copy_right (&p);
    product_vary (&p);
    make_right (&p);
    for (int which = 0; which < PLACES; which++) {
      const int64_t z = place (&p, which);
      const size_t last = (size_t)(z + 1) * matrix_bytes (&p) - line_bytes (&p);

      memcpy ((char *)p.problem->c + last, earlier + last, line_bytes (&p));
      is_wrong_in (&p, z, "");
    }
    free (earlier);
    product_free (&p);
  }
}

/* An element that has the wrong sign, wherever it is. */
TEST (a_wrong_element_is_found)
{
  struct product p;

  for (int i = 0; i < DTYPES * SHAPES; i++) {
    make (&p, &shapes[i / DTYPES], dtypes[i % DTYPES], layouts[i % LAYOUTS]);
    for (int which = 0; which < PLACES; which++) {
      const gk_matmul *q = p.problem;
      const int64_t z = place (&p, which);
      const gk_matmul one = matmul_product (q, z);
      const bool rows = q->layout_c == GK_ROW_MAJOR;
      const int64_t length = rows ? q->k : q->m;
      const int64_t at
          = (rows ? q->m : q->k) / 2 * q->ldc + which * (length - 1) / 2;
      char *element = (char *)one.c + (size_t)at * product_element (&p);

      number_put (q->dtype_c, element, -number_at (q->dtype_c, element) + 1);
      is_wrong_in (&p, z, "");
    }
    product_free (&p);
  }
}

TEST (padding_of_each_product_is_judged)
{
  struct product p;

  for (int i = 0; i < DTYPES * SHAPES; i++) {
    make (&p, &shapes[i / DTYPES], dtypes[i % DTYPES], layouts[i % LAYOUTS]);
    for (int which = 0; which < PLACES; which++) {
      const int64_t z = place (&p, which);

      matrix_c (&p, z + 1)[-1] ^= 1;
      is_wrong_in (&p, z, "was written: that is padding");
      assert_true ((p.check.flags & GK_OUTSIDE) != 0);
    }
    product_free (&p);
  }
}

/* Planted numbers widen the bounds of the product that they are in, and of no
 * other. */
TEST (products_without_planted_numbers_have_their_own_bounds)
{
  struct product p;

  product_make_batch (&p, &shapes[0], GK_F32, GK_ROW_MAJOR);
  product_fill (&p, GK_DATA_RANDOM);
  p.plants = true;
  product_vary (&p);
  make_right (&p);
  for (int64_t z = 0; z < shapes[0].batch; z++) {
    const gk_matmul one = matmul_product (p.problem, z);
    const float *a = one.a, *b = one.b;
    double magnitude = 0;

    for (int64_t l = 0; l < one.n; l++)
      magnitude += fabs ((double)a[l] * (double)b[l * one.ldb]);
    *(float *)one.c += (float)(14 * 0x1p-24 * magnitude);
    if (z
        != varied_planted (&p.fake.host, PRODUCT_SEED, p.generation, p.problem))
      is_wrong_in (&p, z, "off by");
    product_restore (&p);
  }
  product_free (&p);
}

/* What a launch that is repeated changed is compared in the product that it is
 * in, in columns that are not drawn, too. */
TEST (elements_that_differ_are_compared)
{
  static const struct matmul_sizes sizes
      = { .m = 40, .n = 300, .k = 300, .batch = 3 };
  struct product p;
  int passed = 0;

  make (&p, &sizes, GK_F32, GK_ROW_MAJOR);
  for (int64_t column = 0; column < sizes.k; column += 7) {
    const gk_matmul one = matmul_product (p.problem, 2);
    float *element = (float *)one.c + 20 * one.ldc + column;

    *element += 0.0005F;
    passed += product_passes (&p, 0);
    p.differing = (gk_range){ .buffer = MATMUL_C,
                              .offset = (uint64_t)((char *)element
                                                   - (char *)p.problem->c),
                              .bytes = sizeof *element };
    is_wrong_in (&p, 2, "");
    p.differing.bytes = 0;
  }
  assert_true (passed > 0);
  product_free (&p);
}

/* No two products have the same inputs, and each changes in each generation, at
 * places of its own. */
TEST (each_product_has_inputs_of_its_own)
{
  struct product p;

  for (int k = 0; k < KINDS - 1; k++) {
    product_make_batch (&p, &shapes[1], GK_F32, layouts[k % LAYOUTS]);
    product_fill (&p, kinds[k]);
    for (int b = 0; b < 2; b++) {
      const size_t bytes = p.setup.buffers[b].bytes / 7;
      const char *at = b == 0 ? p.problem->a : p.problem->b;
      char *before = fake_host_memory (7 * bytes);

      for (size_t z = 1; z < 7; z++)
        assert_memory_not_equal (at, at + z * bytes, bytes);
      memcpy (before, at, 7 * bytes);
      product_vary (&p);
      for (size_t z = 0; z < 7; z++)
        assert_memory_not_equal (at + z * bytes, before + z * bytes, bytes);
      free (before);
    }
    product_free (&p);
  }
}
