/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How groups are described to cuBLAS: a stand-in for its function multiplies by
 * the description, and the result is compared with cpu-naive's.
 */
#include <config.h>

#include <math.h>
#include <stdbool.h>

#include "fake-host.h"
#include "matmul/batch.h"
#include "matmul/cpu/cpu.h"
#include "matmul/cuda/cublas-groups.h"
#include "cuda/upload.h"
#include "matmul/cuda/group-lines.h"
#include "tests/unit/unit.h"

enum { M = 40, N = 9, K = 23, PAD = 2, GROUPS = 6, STATUS = 15 };

/* Of the last call. */
static int status, calls, groups_told;

static int
multiply_grouped (void *handle, const int *op_a, const int *op_b, const int *m,
                  const int *n, const int *k, const float *alpha,
                  const float *const *a, int type_a, const int *ld_a,
                  const float *const *b, int type_b, const int *ld_b,
                  const float *beta, float *const *c, int type_c,
                  const int *ld_c, int groups, const int *sizes, int compute)
{
  int at = 0;

  assert_ptr_equal (handle, &status);
  assert_int_equal (type_a | type_b | type_c, CUBLAS_R_32F);
  assert_int_equal (compute, 68);
  calls++;
  groups_told = groups;
  for (int g = 0; g < groups; g++) {
    assert_true (m[g] > 0 && n[g] > 0 && k[g] > 0 && sizes[g] > 0);
    assert_true (alpha[g] > 0.5F && fabsf (beta[g]) < 0.5F);
    for (int end = at + sizes[g]; at < end; at++)
      for (int i = 0; i < m[g]; i++)
        for (int j = 0; j < n[g]; j++) {
          float sum = 0;

          for (int l = 0; l < k[g]; l++)
            sum += a[at][op_a[g] ? l + i * ld_a[g] : i + l * ld_a[g]]
                   * b[at][op_b[g] ? j + l * ld_b[g] : l + j * ld_b[g]];
          c[at][i + j * ld_c[g]] = sum;
        }
  }
  return status;
}

/* Stand-ins for the library's loader, and for the device, whose memory is the
 * host's. */
bool
cublas_find (const gk_host *host, const cublas *blas,
             const struct cublas_symbol *wanted, size_t n, void *table)
{
  typeof (multiply_grouped) *const function = multiply_grouped;

  (void)host, (void)blas;
  assert_int_equal (n, 1);
  assert_string_equal (wanted[0].name, "cublasGemmGroupedBatchedEx");
  memcpy ((char *)table + wanted[0].slot, &function, sizeof function);
  return true;
}

void *
cublas_handle (const cublas *blas)
{
  (void)blas;
  return &status;
}

int
cublas_use_stream (const gk_host *host, const cublas *blas, void *stream)
{
  (void)host, (void)blas, (void)stream;
  return GK_OK;
}

int
group_lines_read (const gk_host *host, const gk_device *device,
                  const gk_matmul *problem, int32_t **lines)
{
  const size_t bytes = (size_t)(problem->groups + 1) * sizeof **lines;

  (void)device;
  *lines = host->alloc (host, bytes);
  memcpy (*lines, problem->group_lines, bytes);
  return GK_OK;
}

static void *uploaded[3];
static int n_uploaded;

int
upload_array (const gk_host *host, const gk_device *device, const void *here,
              size_t bytes, const void **there)
{
  void *to = fake_host_memory (bytes);

  (void)host, (void)device;
  memcpy (to, here, bytes);
  *there = uploaded[n_uploaded++] = to;
  return GK_OK;
}

static float *
numbers (int64_t n)
{
  float *p = fake_host_memory ((size_t)n * sizeof *p);

  for (int64_t i = 0; i < n; i++)
    p[i] = (float)(i * 7919 % 17 - 8);
  return p;
}

/* A problem of f32, with operands of its own. */
static gk_matmul
problem_of (gk_layout a, gk_layout b, gk_layout c, const int32_t *lines)
{
  const bool rows = c == GK_ROW_MAJOR;
  const int of_a = rows ? 1 : GROUPS, of_b = rows ? GROUPS : 1;
  gk_matmul p = { .size = sizeof p,
                  .dtype = GK_F32,
                  .dtype_b = GK_F32,
                  .dtype_c = GK_F32,
                  .layout_a = a,
                  .layout_b = b,
                  .layout_c = c,
                  .m = M,
                  .n = N,
                  .k = K,
                  .batch = 1,
                  .alpha = 1,
                  .groups = GROUPS,
                  .group_lines = lines };

  p.lda = (a == GK_ROW_MAJOR ? N : M) + PAD;
  p.ldb = (b == GK_ROW_MAJOR ? K : N) + PAD;
  p.ldc = (rows ? K : M) + PAD;
  p.stride_a = p.lda * (a == GK_ROW_MAJOR ? M : N);
  p.stride_b = p.ldb * (b == GK_ROW_MAJOR ? N : K);
  p.stride_c = p.ldc * (rows ? M : K);
  p.a = numbers (p.stride_a * of_a);
  p.b = numbers (p.stride_b * of_b);
  p.c = numbers (p.stride_c);
  return p;
}

static void
free_problem (const gk_matmul *p)
{
  free ((void *)(uintptr_t)p->a);
  free ((void *)(uintptr_t)p->b);
  free (p->c);
}

/* Small integers: the sums are exact. */
static void
check (gk_layout a, gk_layout b, gk_layout c, const int32_t *lines, int told)
{
  const gk_matmul p = problem_of (a, b, c, lines);
  const size_t bytes = (size_t)p.stride_c * sizeof (float);
  float *right = numbers (p.stride_c);
  struct cublas_groups *groups = NULL;
  gk_matmul q = p;
  struct fake_host fake;

  fake_host_init (&fake);
  q.c = right;
  matmul_cpu_naive (&fake.host, &q, NULL, NULL);
  n_uploaded = status = 0;
  assert_int_equal (cublas_groups_make (&fake.host, NULL, &p, NULL, &groups),
                    GK_OK);
  assert_int_equal (cublas_groups_multiply (&fake.host, NULL, NULL, groups),
                    GK_OK);
  assert_int_equal (groups_told, told);
  assert_memory_equal (p.c, right, bytes);
  cublas_groups_free (&fake.host, groups);
  assert_int_equal (fake.live, 0);
  for (int i = 0; i < n_uploaded; i++)
    free (uploaded[i]);
  free (right);
  free_problem (&p);
}

/* Two of one size follow each other, and two have no lines. */
static const int32_t of_rows[GROUPS + 1] = { 0, 0, 7, 14, 14, 15, M };
static const int32_t of_columns[GROUPS + 1] = { 0, 0, 7, 14, 14, 15, K };

TEST (each_layout_is_described)
{
  check (GK_ROW_MAJOR, GK_ROW_MAJOR, GK_ROW_MAJOR, of_rows, 3);
  check (GK_COL_MAJOR, GK_COL_MAJOR, GK_COL_MAJOR, of_columns, 3);
  check (GK_ROW_MAJOR, GK_COL_MAJOR, GK_COL_MAJOR, of_columns, 3);
  check (GK_COL_MAJOR, GK_ROW_MAJOR, GK_COL_MAJOR, of_columns, 3);
  check (GK_ROW_MAJOR, GK_ROW_MAJOR, GK_COL_MAJOR, of_columns, 3);
}

static void
is_skipped (const gk_matmul *p)
{
  struct cublas_groups *groups = NULL;
  struct fake_host fake;

  fake_host_init (&fake);
  assert_int_equal (cublas_groups_make (&fake.host, NULL, p, NULL, &groups),
                    GK_SKIP);
  assert_non_null (strstr (fake.said, "cuBLAS has groups of"));
  cublas_groups_free (&fake.host, groups);
  assert_int_equal (fake.live, 0);
}

TEST (other_types_are_skipped)
{
  gk_matmul p
      = { .dtype = GK_I8, .dtype_b = GK_I8, .dtype_c = GK_I32, .groups = 2 };

  is_skipped (&p);
  p.dtype = p.dtype_b = GK_BF16;
  p.dtype_c = GK_F32;
  is_skipped (&p);
  p.dtype = p.dtype_b = GK_F8_E4M3;
  p.dtype_c = GK_BF16;
  is_skipped (&p);
}

/* The second group begins at 7 lines of an odd length. */
TEST (addresses_at_which_the_library_faults_are_skipped)
{
  gk_matmul p = problem_of (GK_ROW_MAJOR, GK_ROW_MAJOR, GK_ROW_MAJOR, of_rows);

  p.dtype = p.dtype_b = GK_TF32;
  is_skipped (&p);
  free_problem (&p);
}

/* As a library that can't be captured may. */
TEST (a_call_that_is_refused_is_a_skip)
{
  const gk_matmul p
      = problem_of (GK_ROW_MAJOR, GK_ROW_MAJOR, GK_ROW_MAJOR, of_rows);
  struct cublas_groups *groups = NULL;
  struct fake_host fake;

  fake_host_init (&fake);
  n_uploaded = 0;
  cublas_groups_make (&fake.host, NULL, &p, NULL, &groups);
  status = STATUS;
  assert_int_equal (cublas_groups_multiply (&fake.host, NULL, NULL, groups),
                    GK_SKIP);
  assert_non_null (strstr (fake.said, "status 15"));
  cublas_groups_free (&fake.host, groups);
  for (int i = 0; i < n_uploaded; i++)
    free (uploaded[i]);
  free_problem (&p);
}
