/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cublasGemmGroupedBatchedEx, which cuBLAS has since 12.5: each of its groups
 * is of products of one size.  Neighbours of one size become one of these, and
 * groups without lines none.  Sizes are in host memory, which the library reads
 * during the call; the matrices' addresses are in memory of the device.
 */
#include <config.h>

#include <string.h>

#include "cublas-groups.h"
#include "cuda/upload.h"
#include "group-lines.h"
#include "matmul/batch.h"

typedef int gemm_grouped_fn (void *handle, const int *op_a, const int *op_b,
                             const int *m, const int *n, const int *k,
                             const void *alpha, const void *const *a,
                             int type_a, const int *ld_a, const void *const *b,
                             int type_b, const int *ld_b, const void *beta,
                             void *const *c, int type_c, const int *ld_c,
                             int groups, const int *sizes, int compute);

/* What a group of the library has, in arrays of one number each. */
enum { OP_A, OP_B, ROWS, COLS, INNER, LD_A, LD_B, LD_C, SIZE, ARRAYS };

/* A scalar factor, of f32 or f64. */
enum { SCALAR_BYTES = 8 };

struct cublas_groups {
  gemm_grouped_fn *gemm;
  struct cublas_product product; /* the types of each */
  const void **a, **b;           /* of products; device memory */
  void **c;
  int n; /* of the library's groups */
  int *array[ARRAYS];
  char *one, *zero;
};

static bool
is_supported (const gk_matmul *p)
{
  switch (p->dtype) {
  case GK_F16:
  case GK_BF16:
    return p->dtype_c == p->dtype;
  case GK_TF32:
  case GK_F32:
  case GK_F64:
    return true;
  default:
    return false;
  }
}

/* Whether the library's kernels for tensor cores can read a matrix from there:
 * other addresses fault (13.1). */
static bool
is_aligned (const gk_matmul *p, const void *at)
{
  return p->dtype == GK_F32 || p->dtype == GK_F64 || (uintptr_t)at % 16 == 0;
}

static int
refuse_alignment (const gk_host *host)
{
  host->error (host, "cuBLAS has groups of f16, bf16 and tf32 only where each "
                     "group's matrices begin at multiples of 16 bytes");
  return GK_SKIP;
}

/* Adds a product to the library's last group, or to a new one. */
static void
add_product (const struct cublas_product *p, struct cublas_groups *g)
{
  const int of[ARRAYS] = { p->a.op,      p->b.op,       (int)p->rows,
                           (int)p->cols, (int)p->inner, (int)p->a.ld,
                           (int)p->b.ld, (int)p->ldc,   1 };
  const size_t scalar = p->scale == CUBLAS_R_64F ? 8 : 4;
  const size_t n = (size_t)g->n;

  if (n > 0 && g->array[COLS][n - 1] == p->cols) {
    g->array[SIZE][n - 1]++;
    return;
  }
  for (int i = 0; i < ARRAYS; i++)
    g->array[i][n] = of[i];
  memcpy (g->one + n * scalar, p->one, scalar);
  memcpy (g->zero + n * scalar, p->zero, scalar);
  g->n++;
}

/* Allocates the arrays on the host, for so many groups.  False without
 * memory. */
static bool
allocate_arrays (const gk_host *host, size_t groups, struct cublas_groups *g)
{
  int *const all = host->alloc (host, groups * ARRAYS * sizeof *all);

  g->array[0] = all;
  g->one = host->alloc (host, 2 * groups * SCALAR_BYTES);
  if (all == NULL || g->one == NULL)
    return false;
  for (size_t i = 1; i < ARRAYS; i++)
    g->array[i] = all + i * groups;
  g->zero = g->one + groups * SCALAR_BYTES;
  return true;
}

/* Copies the addresses of so many products, of each of three matrices. */
static int
upload_addresses (const gk_host *host, const gk_device *device,
                  const void **addresses, size_t groups, size_t products,
                  struct cublas_groups *g)
{
  const void *there[3];
  int r = GK_OK;

  for (size_t i = 0; i < 3 && r == GK_OK; i++)
    r = upload_array (host, device, addresses + i * groups,
                      products * sizeof *addresses, &there[i]);
  if (r != GK_OK)
    return r;
  g->a = (const void **)(uintptr_t)there[0];
  g->b = (const void **)(uintptr_t)there[1];
  g->c = (void **)(uintptr_t)there[2];
  return GK_OK;
}

/* all: with group_lines on the host. */
static int
describe_groups (const gk_host *host, const gk_device *device,
                 const gk_matmul *all, struct cublas_groups *g)
{
  const size_t groups = (size_t)all->groups;
  const void **addresses = host->alloc (host, 3 * groups * sizeof *addresses);
  size_t products = 0;
  int r = GK_OK;

  if (addresses == NULL || !allocate_arrays (host, groups, g))
    r = GK_FAIL;
  for (size_t z = 0; z < groups && r == GK_OK; z++) {
    const gk_matmul one = matmul_product (all, (int64_t)z);

    if (one.m == 0 || one.k == 0)
      continue;
    r = cublas_product_make (host, &one, &g->product);
    if (r == GK_OK
        && !(is_aligned (all, one.a) && is_aligned (all, one.b)
             && is_aligned (all, one.c)))
      r = refuse_alignment (host);
    addresses[products] = g->product.a.at;
    addresses[groups + products] = g->product.b.at;
    addresses[2 * groups + products++] = g->product.c;
    if (r == GK_OK)
      add_product (&g->product, g);
  }
  if (r == GK_OK)
    r = upload_addresses (host, device, addresses, groups, products, g);
  host->free (host, addresses);
  return r;
}

int
cublas_groups_make (const gk_host *host, const gk_device *device,
                    const gk_matmul *problem, const cublas *blas,
                    struct cublas_groups **groups)
{
  static const struct cublas_symbol wanted[]
      = { { "cublasGemmGroupedBatchedEx",
            offsetof (struct cublas_groups, gemm) } };
  struct cublas_groups *g = host->alloc (host, sizeof *g);
  gk_matmul all = *problem;
  int32_t *lines;
  int r;

  if (g == NULL)
    return GK_FAIL;
  memset (g, 0, sizeof *g);
  *groups = g;
  if (!is_supported (problem)) {
    host->error (host,
                 "cuBLAS has groups of f16, bf16, tf32, f32 and f64 only, "
                 "with the usual type of C");
    return GK_SKIP;
  }
  if (!cublas_find (host, blas, wanted, 1, g))
    return GK_SKIP;
  r = group_lines_read (host, device, problem, &lines);
  all.group_lines = lines;
  if (r == GK_OK)
    r = describe_groups (host, device, &all, g);
  host->free (host, lines);
  return r;
}

int
cublas_groups_multiply (const gk_host *host, const cublas *blas, void *stream,
                        const struct cublas_groups *g)
{
  const struct cublas_product *const p = &g->product;
  int *const *of = g->array;
  int r = cublas_use_stream (host, blas, stream);

  if (r != GK_OK)
    return r;
  r = g->gemm (cublas_handle (blas), of[OP_A], of[OP_B], of[ROWS], of[COLS],
               of[INNER], g->one, g->a, p->a.type, of[LD_A], g->b, p->b.type,
               of[LD_B], g->zero, g->c, p->type_c, of[LD_C], g->n, of[SIZE],
               p->compute);
  if (r == 0)
    return GK_OK;
  host->error (host,
               "cublasGemmGroupedBatchedEx failed with status %d: it has no "
               "kernel for this, or can't be captured in a graph; try launch = "
               "stream",
               r);
  return GK_SKIP;
}

void
cublas_groups_free (const gk_host *host, struct cublas_groups *groups)
{
  if (groups == NULL)
    return;
  host->free (host, groups->array[0]);
  host->free (host, groups->one);
  host->free (host, groups);
}
