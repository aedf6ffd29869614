/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a problem is described to cuBLAS, and which problems are not: a
 * description of other types or of another layout would be a wrong product or
 * an error of the library.
 */
#include <config.h>

#include <limits.h>
#include <string.h>

#include "cublas/choice-cache.h"
#include "tests/unit/fake-host.h"
#include "tests/unit/unit.h"

enum { BATCH = 3 };

/* m x n times n x k with layout = tn: both K-major, C column-major. */
static gk_matmul
problem_of (gk_dtype dtype, gk_dtype dtype_b, gk_dtype dtype_c)
{
  return (gk_matmul){
    .size = sizeof (gk_matmul),
    .dtype = dtype,
    .dtype_b = dtype_b,
    .dtype_c = dtype_c,
    .layout_a = GK_ROW_MAJOR,
    .layout_b = GK_COL_MAJOR,
    .layout_c = GK_COL_MAJOR,
    .m = 24,
    .n = 32,
    .k = 5,
    .lda = 48,
    .ldb = 32,
    .ldc = 40,
    .alpha = 1,
    .batch = 1,
    .stride_a = 24 * 48,
    .stride_b = 5 * 32,
    .stride_c = 5 * 40,
  };
}

static gk_matmul
bytes_of (gk_dtype dtype, gk_dtype dtype_b)
{
  return problem_of (dtype, dtype_b, GK_BF16);
}

/* The message of a problem that is skipped; empty if it is none. */
static const char *
refusal_of (const gk_matmul *problem)
{
  static struct fake_host fake;
  struct cublas_product fp8, fast;
  int r;

  fake_host_init (&fake);
  r = cublas_product_make_fp8 (&fake.host, problem, &fp8);
  assert_int_equal (cublas_product_make_fp8_fast (&fake.host, problem, &fast),
                    r);
  assert_int_equal (r, fake.said[0] == '\0' ? GK_OK : GK_SKIP);
  return fake.said;
}

TEST (f32_results_of_16_bits)
{
  const gk_matmul m = problem_of (GK_F16, GK_F16, GK_F32);
  struct fake_host fake;
  struct cublas_product p;

  fake_host_init (&fake);
  assert_int_equal (cublas_product_make (&fake.host, &m, &p), GK_OK);
  assert_int_equal (p.a.type, CUBLAS_R_16F);
  assert_int_equal (p.b.type, CUBLAS_R_16F);
  assert_int_equal (p.type_c, CUBLAS_R_32F);
  assert_string_equal (p.math, "COMPUTE_32F");
  assert_false (p.fast);
}

TEST (each_kind_of_float_has_its_function)
{
  const gk_matmul bytes = bytes_of (GK_F8_E4M3, GK_F8_E4M3);
  const gk_matmul halves = problem_of (GK_F16, GK_F16, GK_F16);
  struct fake_host fake;
  struct cublas_product p;

  fake_host_init (&fake);
  assert_int_equal (cublas_product_make (&fake.host, &bytes, &p), GK_SKIP);
  assert_string_equal (refusal_of (&halves),
                       "cuBLAS multiplies no elements of this dtype");
}

TEST (floats_of_8_bits_keep_their_types)
{
  const gk_matmul m = problem_of (GK_F8_E5M2, GK_F8_E4M3, GK_F16);
  struct fake_host fake;
  struct cublas_product p;

  fake_host_init (&fake);
  assert_int_equal (cublas_product_make_fp8 (&fake.host, &m, &p), GK_OK);
  assert_int_equal (p.a.type, CUBLAS_R_8F_E5M2);
  assert_int_equal (p.b.type, CUBLAS_R_8F_E4M3);
  assert_int_equal (p.type_c, CUBLAS_R_16F);
  assert_int_equal (p.scale, CUBLAS_R_32F);
  assert_int_equal (cublas_element (p.a.type), 1);
  assert_int_equal (cublas_element (p.b.type), 1);
  assert_false (p.fast);
  assert_int_equal (cublas_product_make_fp8_fast (&fake.host, &m, &p), GK_OK);
  assert_true (p.fast);
  assert_string_equal (p.math, "COMPUTE_32F, FAST_ACCUM");
}

/* With C row-major the library's A is B. */
TEST (types_are_swapped_with_the_operands)
{
  gk_matmul m = bytes_of (GK_F8_E5M2, GK_F8_E4M3);
  struct fake_host fake;
  struct cublas_product p;

  fake_host_init (&fake);
  m.layout_c = GK_ROW_MAJOR;
  m.k = 8;
  assert_int_equal (cublas_product_make_fp8 (&fake.host, &m, &p), GK_OK);
  assert_int_equal (p.a.type, CUBLAS_R_8F_E4M3);
  assert_int_equal (p.b.type, CUBLAS_R_8F_E5M2);
  assert_int_equal (p.a.ld, m.ldb);
  assert_int_equal (p.rows, m.k);
}

TEST (batches_keep_their_strides)
{
  gk_matmul m = problem_of (GK_F16, GK_F16, GK_F16);
  struct fake_host fake;
  struct cublas_product p;

  fake_host_init (&fake);
  m.batch = BATCH;
  assert_int_equal (cublas_product_make (&fake.host, &m, &p), GK_OK);
  assert_int_equal (p.batch, BATCH);
  assert_int_equal (p.a.stride, m.stride_a);
  assert_int_equal (p.b.stride, m.stride_b);
  assert_int_equal (p.stride_c, m.stride_c);
  m.layout_c = GK_ROW_MAJOR;
  m.k = 8;
  assert_int_equal (cublas_product_make (&fake.host, &m, &p), GK_OK);
  assert_int_equal (p.batch, BATCH);
  assert_int_equal (p.a.stride, m.stride_b);
  assert_int_equal (p.b.stride, m.stride_a);
  assert_int_equal (p.stride_c, m.stride_c);
}

/* The library's A is B where C is row-major. */
TEST (scales_are_those_of_the_operands)
{
  static const float of_a[1], of_b[1];
  gk_matmul m = bytes_of (GK_F8_E4M3, GK_F8_E4M3);
  struct fake_host fake;
  struct cublas_product p;

  m.m = 136;
  m.n = 144;
  m.k = 16;
  m.lda = m.ldb = m.ldc = 144;
  fake_host_init (&fake);
  assert_int_equal (cublas_product_make_fp8 (&fake.host, &m, &p), GK_OK);
  assert_int_equal (p.a.n_scales, 0);
  m.scales = GK_SCALES_LINES_B;
  m.scale_a = of_a;
  m.scale_b = of_b;
  assert_int_equal (cublas_product_make_fp8 (&fake.host, &m, &p), GK_OK);
  assert_int_equal (p.a.scale_mode, CUBLAS_SCALE_BLOCKS);
  assert_int_equal (p.b.scale_mode, CUBLAS_SCALE_LINES);
  assert_int_equal (p.a.n_scales, 2 * 4);
  assert_int_equal (p.b.n_scales, 16 * 2);
  assert_ptr_equal (cublas_product_addresses (&p).scales_a, of_a);
  m.layout_c = GK_ROW_MAJOR;
  assert_int_equal (cublas_product_make_fp8 (&fake.host, &m, &p), GK_OK);
  assert_int_equal (p.a.scale_mode, CUBLAS_SCALE_LINES);
  assert_int_equal (p.b.scale_mode, CUBLAS_SCALE_BLOCKS);
  assert_ptr_equal (p.a.scales, of_b);
  assert_ptr_equal (p.b.scales, of_a);
}

TEST (sums_that_stay_in_the_tensor_cores_have_no_scales_of_blocks)
{
  gk_matmul m = bytes_of (GK_F8_E4M3, GK_F8_E4M3);
  struct fake_host fake;
  struct cublas_product p;

  fake_host_init (&fake);
  m.scales = GK_SCALES_TENSOR;
  assert_int_equal (cublas_product_make_fp8_fast (&fake.host, &m, &p), GK_OK);
  assert_int_equal (p.a.n_scales, 1);
  m.scales = GK_SCALES_LINES_A;
  assert_int_equal (cublas_product_make_fp8_fast (&fake.host, &m, &p), GK_SKIP);
  assert_non_null (strstr (fake.said, "use cublas-fp8"));
}

/* Both libraries count in int. */
TEST (batches_of_2_to_the_31_are_refused)
{
  gk_matmul halves = problem_of (GK_F16, GK_F16, GK_F16);
  gk_matmul bytes = bytes_of (GK_F8_E4M3, GK_F8_E4M3);
  struct fake_host fake;
  struct cublas_product p;

  fake_host_init (&fake);
  halves.batch = bytes.batch = INT_MAX;
  assert_int_equal (cublas_product_make (&fake.host, &halves, &p), GK_OK);
  assert_string_equal (refusal_of (&bytes), "");
  halves.batch = bytes.batch = (int64_t)INT_MAX + 1;
  assert_int_equal (cublas_product_make (&fake.host, &halves, &p), GK_SKIP);
  assert_string_equal (fake.said,
                       "cuBLAS counts in int: a batch of 2147483648 products "
                       "is more than 2147483647; make batch smaller");
  assert_string_equal (refusal_of (&bytes), fake.said);
}

TEST (two_e5m2_are_refused)
{
  const gk_matmul m = bytes_of (GK_F8_E5M2, GK_F8_E5M2);

  assert_string_equal (refusal_of (&m),
                       "cuBLAS multiplies no f8_e5m2 by f8_e5m2; make dtype or "
                       "dtype_b f8_e4m3");
}

/* cuBLASLt would read the bias as bf16. */
TEST (a_bias_of_f32_is_refused)
{
  gk_matmul m = bytes_of (GK_F8_E4M3, GK_F8_E4M3);
  const float bias[1] = { 0 };

  m.bias = bias;
  assert_string_equal (refusal_of (&m), "");
  m.dtype_c = GK_F32;
  assert_string_equal (refusal_of (&m),
                       "cuBLAS's bias of floats of 8 bits is bf16 where C is "
                       "f32; make dtype_c usual, or bias no");
}

TEST (other_layouts_are_refused)
{
  const gk_layout row = GK_ROW_MAJOR, col = GK_COL_MAJOR;
  const gk_layout layouts[][3] = {
    { row, row, row }, { col, col, col }, { col, row, col }, { row, row, col }
  };

  for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
    gk_matmul m = bytes_of (GK_F8_E4M3, GK_F8_E4M3);

    m.layout_a = layouts[i][0];
    m.layout_b = layouts[i][1];
    m.layout_c = layouts[i][2];
    assert_string_equal (
        refusal_of (&m),
        "cuBLAS multiplies floats of 8 bits with layout = tn only");
  }
}

TEST (rows_that_are_no_multiple_of_16_bytes_are_refused)
{
  gk_matmul m = bytes_of (GK_F8_E4M3, GK_F8_E4M3);
  int64_t *const sizes[] = { &m.n, &m.lda, &m.ldb, &m.m, &m.ldc };

  assert_string_equal (refusal_of (&m), "");
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    *sizes[i] -= 4;
    assert_non_null (strstr (refusal_of (&m), "multiples of 8 (16 bytes)"));
    m.dtype_c = GK_F32;
    assert_true ((refusal_of (&m)[0] == '\0') == (i > 2));
    m.dtype_c = GK_BF16;
    *sizes[i] += 4;
  }
}

/* A choice of an algorithm is for these types and this way of adding alone. */
TEST (choices_are_not_for_other_types)
{
  const gk_matmul m = bytes_of (GK_F8_E4M3, GK_F8_E4M3);
  struct cublas_choice choice = { .timed = 1 };
  struct cublas_product p, other;
  struct fake_host fake;

  fake_host_init (&fake);
  cublas_product_make_fp8 (&fake.host, &m, &p);
  choice_cache_store (&p, 0, &choice);
  assert_true (choice_cache_find (&p, 0, &choice));
  cublas_product_make_fp8_fast (&fake.host, &m, &other);
  assert_false (choice_cache_find (&other, 0, &choice));
  other = p;
  other.b.type = CUBLAS_R_8F_E5M2;
  assert_false (choice_cache_find (&other, 0, &choice));
  other = p;
  other.type_c = CUBLAS_R_32F;
  assert_false (choice_cache_find (&other, 0, &choice));
  other = p;
  other.b.n_scales = 1;
  assert_false (choice_cache_find (&other, 0, &choice));
}

TEST (choices_are_not_for_other_batches)
{
  const gk_matmul m = problem_of (GK_F16, GK_F16, GK_F16);
  struct cublas_choice choice = { .timed = 1 };
  struct cublas_product p, other;
  int64_t *const of_batch[]
      = { &other.batch, &other.a.stride, &other.b.stride, &other.stride_c };
  struct fake_host fake;

  fake_host_init (&fake);
  cublas_product_make (&fake.host, &m, &p);
  choice_cache_store (&p, 0, &choice);
  for (size_t i = 0; i < sizeof of_batch / sizeof of_batch[0]; i++) {
    other = p;
    assert_true (choice_cache_find (&other, 0, &choice));
    ++*of_batch[i];
    assert_false (choice_cache_find (&other, 0, &choice));
  }
}
