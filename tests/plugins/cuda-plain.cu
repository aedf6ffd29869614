/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernels that the ladders begin with, as plainly as an article has them:
 * one size of element, int for all offsets, no padding, no more bounds than the
 * experiment needs.  A rung is held against its kernel here
 * (tests/cuda-plain.sh): what it does besides must not make it slow.  Those of
 * reduce, scan, softmax and stream are in files of their own.
 */
#include <gkhost/copy.h>
#include <gkhost/matmul.h>
#include <gkhost/transpose.h>

#include "cuda-plain.h"

/* A thread an element. */
static __global__ void
copy_simple_kernel (const float *src, float *dst, int width)
{
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 32 + threadIdx.y;

  dst[y * width + x] = src[y * width + x];
}

/* Four elements a thread. */
static __global__ void
copy_tiled_kernel (const float *src, float *dst, int width)
{
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 32 + threadIdx.y;

  for (int j = 0; j < 32; j += 8)
    dst[(y + j) * width + x] = src[(y + j) * width + x];
}

static __global__ void
copy_tiled_increment_kernel (const float *src, float *dst, int width)
{
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 32 + threadIdx.y;
  int at = y * width + x;

  for (int j = 0; j < 32; j += 8) {
    dst[at] = src[at];
    at += 8 * width;
  }
}

static __global__ void
copy_tiled_shared_kernel (const float *src, float *dst, int width)
{
  __shared__ float tile[32][32];
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 32 + threadIdx.y;

  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = src[(y + j) * width + x];
  __syncthreads ();
  for (int j = 0; j < 32; j += 8)
    dst[(y + j) * width + x] = tile[threadIdx.y + j][threadIdx.x];
}

typedef void copy_kernel (const float *, float *, int);

static int
copy_by (const gk_host *host, const void *problem, void *stream,
         copy_kernel *kernel, int down)
{
  const gk_copy *p = (const gk_copy *)problem;
  const dim3 grid ((unsigned)(p->cols / 32), (unsigned)(p->rows / 32));

  kernel<<<grid, dim3 (32, down), 0, (cudaStream_t)stream>>> (
      (const float *)p->src, (float *)p->dst, (int)p->cols);
  return launched (host);
}

static int
copy_prepare (const gk_host *host, const gk_device *, const void *problem,
              const gk_value *, void **)
{
  const gk_copy *p = (const gk_copy *)problem;

  if (p->element == 4 && p->rows % 32 == 0 && p->cols % 32 == 0
      && p->src_pitch == p->cols && p->dst_pitch == p->cols)
    return GK_OK;
  host->error (host, "only whole tiles of 32 x 32 elements of 4 bytes");
  return GK_SKIP;
}

static int
copy_simple (const gk_host *host, const void *problem, void *, void *stream)
{
  return copy_by (host, problem, stream, copy_simple_kernel, 32);
}

static int
copy_tiled (const gk_host *host, const void *problem, void *, void *stream)
{
  return copy_by (host, problem, stream, copy_tiled_kernel, 8);
}

static int
copy_tiled_increment (const gk_host *host, const void *problem, void *,
                      void *stream)
{
  return copy_by (host, problem, stream, copy_tiled_increment_kernel, 8);
}

static int
copy_tiled_shared (const gk_host *host, const void *problem, void *,
                   void *stream)
{
  return copy_by (host, problem, stream, copy_tiled_shared_kernel, 8);
}

static __global__ void
transpose_direct_kernel (const int *src, int *dst, int rows, int cols)
{
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 32 + threadIdx.y;

  if (x < cols && y < rows)
    dst[x * rows + y] = src[y * cols + x];
}

static __global__ void
transpose_shared_kernel (const int *src, int *dst, int rows, int cols)
{
  __shared__ int tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 32 + threadIdx.y;
  const int u = blockIdx.y * 32 + threadIdx.x;
  const int v = blockIdx.x * 32 + threadIdx.y;

  if (x < cols && y < rows)
    tile[threadIdx.y][threadIdx.x] = src[y * cols + x];
  __syncthreads ();
  if (u < rows && v < cols)
    dst[v * rows + u] = tile[threadIdx.x][threadIdx.y];
}

typedef void transpose_kernel (const int *, int *, int, int);

static int
transpose_by (const gk_host *host, const void *problem, void *stream,
              transpose_kernel *kernel)
{
  const gk_transpose *p = (const gk_transpose *)problem;
  const dim3 grid ((unsigned)((p->cols + 31) / 32),
                   (unsigned)((p->rows + 31) / 32));

  kernel<<<grid, dim3 (32, 32), 0, (cudaStream_t)stream>>> (
      (const int *)p->src, (int *)p->dst, (int)p->rows, (int)p->cols);
  return launched (host);
}

static int
transpose_prepare (const gk_host *host, const gk_device *, const void *problem,
                   const gk_value *, void **)
{
  const gk_transpose *p = (const gk_transpose *)problem;

  if (p->element == 4 && p->src_pitch == p->cols && p->dst_pitch == p->rows)
    return GK_OK;
  host->error (host, "only elements of 4 bytes without padding");
  return GK_SKIP;
}

static int
transpose_direct (const gk_host *host, const void *problem, void *,
                  void *stream)
{
  return transpose_by (host, problem, stream, transpose_direct_kernel);
}

static int
transpose_shared (const gk_host *host, const void *problem, void *,
                  void *stream)
{
  return transpose_by (host, problem, stream, transpose_shared_kernel);
}

/* Of f64 in column-major order, as LAPACK has matrices: element (i, j) is at
 * i + j * n.  A thread an element, columns by threadIdx.x: not coalesced. */
static __global__ void
naive_kernel (const double *a, const double *b, double *c, int n)
{
  const int i = blockIdx.y * 16 + threadIdx.y;
  const int j = blockIdx.x * 16 + threadIdx.x;
  double sum = 0;

  if (i >= n || j >= n)
    return;
  for (int k = 0; k < n; k++)
    sum += a[i + k * n] * b[k + j * n];
  c[i + j * n] = sum;
}

/* Tiles, row i by threadIdx.y: memory is read across columns. */
static __global__ void
shared_kernel (const double *a, const double *b, double *c, int n)
{
  __shared__ double as[16][16], bs[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.y * 16 + y, j = blockIdx.x * 16 + x;
  double sum = 0;

  for (int k = 0; k < n; k += 16) {
    as[y][x] = a[i + (k + x) * n];
    bs[y][x] = b[k + y + j * n];
    __syncthreads ();
    for (int l = 0; l < 16; l++)
      sum += as[y][l] * bs[l][x];
    __syncthreads ();
  }
  c[i + j * n] = sum;
}

/* Tiles, row i by threadIdx.x: memory is read along columns; that of b is
 * stored transposed, padded. */
static __global__ void
coalesced_kernel (const double *a, const double *b, double *c, int n)
{
  __shared__ double as[16][17], bs[16][17];
  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.x * 16 + x, j = blockIdx.y * 16 + y;
  double sum = 0;

  for (int k = 0; k < n; k += 16) {
    as[y][x] = a[i + (k + y) * n];
    bs[x][y] = b[k + x + j * n];
    __syncthreads ();
    for (int l = 0; l < 16; l++)
      sum += as[l][x] * bs[l][y];
    __syncthreads ();
  }
  c[i + j * n] = sum;
}

typedef void square_kernel (const double *, const double *, double *, int);

static int
square_by (const gk_host *host, const void *problem, void *stream,
           square_kernel *kernel)
{
  const gk_matmul *p = (const gk_matmul *)problem;
  const dim3 grid ((unsigned)(p->n / 16), (unsigned)(p->n / 16));

  kernel<<<grid, dim3 (16, 16), 0, (cudaStream_t)stream>>> (
      (const double *)p->a, (const double *)p->b, (double *)p->c, (int)p->n);
  return launched (host);
}

static int
square_prepare (const gk_host *host, const gk_device *, const void *problem,
                const gk_value *, void **)
{
  const gk_matmul *p = (const gk_matmul *)problem;

  if (p->dtype == GK_F64 && p->layout_c == GK_COL_MAJOR && p->n % 16 == 0
      && p->lda == p->n && p->ldb == p->n && p->ldc == p->n)
    return GK_OK;
  host->error (host, "only f64, column-major, whole tiles of 16 x 16");
  return GK_SKIP;
}

static int
square_naive (const gk_host *host, const void *problem, void *, void *stream)
{
  return square_by (host, problem, stream, naive_kernel);
}

static int
square_shared (const gk_host *host, const void *problem, void *, void *stream)
{
  return square_by (host, problem, stream, shared_kernel);
}

static int
square_coalesced (const gk_host *host, const void *problem, void *,
                  void *stream)
{
  return square_by (host, problem, stream, coalesced_kernel);
}

/* Of int32 in row-major order, of any size: tiles with guarded edges. */
template <int tile>
static __global__ void
rect_square_kernel (const int *a, const int *b, int *c, int m, int n, int k)
{
  __shared__ int as[tile][tile], bs[tile][tile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * tile + y, col = blockIdx.x * tile + x;
  int sum = 0;

  for (int t = 0; t < (n + tile - 1) / tile; t++) {
    as[y][x] = row < m && t * tile + x < n ? a[row * n + t * tile + x] : 0;
    bs[y][x] = col < k && t * tile + y < n ? b[(t * tile + y) * k + col] : 0;
    __syncthreads ();
    for (int i = 0; i < tile; i++)
      sum += as[y][i] * bs[i][x];
    __syncthreads ();
  }
  if (row < m && col < k)
    c[row * k + col] = sum;
}

/* Tiles of 16 x 64 and 64 x 16, four elements of each a thread. */
static __global__ void
rect_kernel (const int *a, const int *b, int *c, int m, int n, int k)
{
  __shared__ int as[16][64], bs[64][16];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
  int sum = 0;

  for (int t = 0; t < (n + 63) / 64; t++) {
    for (int j = 0; j < 64; j += 16) {
      const int l = t * 64 + j;

      as[y][x + j] = row < m && l + x < n ? a[row * n + l + x] : 0;
      bs[y + j][x] = col < k && l + y < n ? b[(l + y) * k + col] : 0;
    }
    __syncthreads ();
    for (int i = 0; i < 64; i++)
      sum += as[y][i] * bs[i][x];
    __syncthreads ();
  }
  if (row < m && col < k)
    c[row * k + col] = sum;
}

typedef void rectangle_kernel (const int *, const int *, int *, int, int, int);

static int
rectangle_by (const gk_host *host, const void *problem, void *stream,
              rectangle_kernel *kernel, int tile)
{
  const gk_matmul *p = (const gk_matmul *)problem;
  const dim3 grid ((unsigned)((p->k + tile - 1) / tile),
                   (unsigned)((p->m + tile - 1) / tile));

  kernel<<<grid, dim3 (tile, tile), 0, (cudaStream_t)stream>>> (
      (const int *)p->a, (const int *)p->b, (int *)p->c, (int)p->m, (int)p->n,
      (int)p->k);
  return launched (host);
}

static int
rectangle_prepare (const gk_host *host, const gk_device *, const void *problem,
                   const gk_value *, void **)
{
  const gk_matmul *p = (const gk_matmul *)problem;

  if (p->dtype == GK_I32 && p->layout_c == GK_ROW_MAJOR && p->lda == p->n
      && p->ldb == p->k && p->ldc == p->k)
    return GK_OK;
  host->error (host, "only i32, row-major, without padding");
  return GK_SKIP;
}

static int
rectangle_edges (const gk_host *host, const void *problem, void *, void *stream)
{
  return rectangle_by (host, problem, stream, rect_square_kernel<16>, 16);
}

static int
rectangle_square (const gk_host *host, const void *problem, void *,
                  void *stream)
{
  return rectangle_by (host, problem, stream, rect_square_kernel<32>, 32);
}

static int
rectangle_rect (const gk_host *host, const void *problem, void *, void *stream)
{
  return rectangle_by (host, problem, stream, rect_kernel, 16);
}

static const gk_variant variants[] = {
  plain ("copy", "plain-simple", copy_prepare, copy_simple),
  plain ("copy", "plain-tiled", copy_prepare, copy_tiled),
  plain ("copy", "plain-tiled-increment", copy_prepare, copy_tiled_increment),
  plain ("copy", "plain-tiled-shared", copy_prepare, copy_tiled_shared),
  plain ("transpose", "plain-direct", transpose_prepare, transpose_direct),
  plain ("transpose", "plain-shared", transpose_prepare, transpose_shared),
  plain ("matmul-square", "plain-naive", square_prepare, square_naive),
  plain ("matmul-square", "plain-shared", square_prepare, square_shared),
  plain ("matmul-square", "plain-coalesced", square_prepare, square_coalesced),
  plain ("matmul-square", "plain-shared-edges", rectangle_prepare,
         rectangle_edges),
  plain ("matmul-rect", "plain-shared-square", rectangle_prepare,
         rectangle_square),
  plain ("matmul-rect", "plain-shared-rect", rectangle_prepare, rectangle_rect)
};

GK_PLUGIN ("cuda-plain", "1", "the kernels that the ladders begin with", NULL,
           variants)
