/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Loads cuBLAS at run time, and calls it.
 */
#include <config.h>

#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cublas.h"

/* The part of the library's documented C interface that this file needs.  A
 * handle is opaque, a status is 0 on success, and the version has three parts.
 * Complex scalars are two numbers. */
enum { MAJOR = 0, MINOR = 1, PATCH = 2 };
enum { NOT_SUPPORTED = 15 };
enum { ALGORITHM_DEFAULT = -1 };
/* Without it partial sums may be rounded to 16 bits before they are added. */
enum { MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16 };

typedef int create_fn (void **handle);
typedef int destroy_fn (void *handle);
typedef int property_fn (int property, int *value);
typedef int set_stream_fn (void *handle, void *stream);
typedef int set_workspace_fn (void *handle, void *memory, size_t bytes);
typedef int set_math_mode_fn (void *handle, int mode);
typedef int geam_fn (void *handle, int op_a, int op_b, int m, int n,
                     const void *alpha, const void *a, int lda,
                     const void *beta, const void *b, int ldb, void *c,
                     int ldc);
typedef int gemm_ex_fn (void *handle, int op_a, int op_b, int m, int n, int k,
                        const void *alpha, const void *a, int type_a, int lda,
                        const void *b, int type_b, int ldb, const void *beta,
                        void *c, int type_c, int ldc, int compute,
                        int algorithm);
typedef int gemm_batched_fn (void *handle, int op_a, int op_b, int m, int n,
                             int k, const void *alpha, const void *a,
                             int type_a, int lda, long long stride_a,
                             const void *b, int type_b, int ldb,
                             long long stride_b, const void *beta, void *c,
                             int type_c, int ldc, long long stride_c, int batch,
                             int compute, int algorithm);

struct cublas {
  void *library;
  void *handle;
  void *workspace;
  size_t workspace_bytes;
  char name[64];         /* with the version */
  char description[320]; /* by cublas_library */

  create_fn *create;
  destroy_fn *destroy;
  property_fn *property;
  set_stream_fn *set_stream;
  set_workspace_fn *set_workspace;
  set_math_mode_fn *set_math_mode;
  geam_fn *sgeam, *dgeam, *cgeam, *zgeam;
  gemm_ex_fn *gemm_ex;
  gemm_batched_fn *gemm_batched;
};

static const struct cublas_symbol symbols[] = {
  { "cublasCreate_v2", offsetof (cublas, create) },
  { "cublasDestroy_v2", offsetof (cublas, destroy) },
  { "cublasGetProperty", offsetof (cublas, property) },
  { "cublasSetStream_v2", offsetof (cublas, set_stream) },
  { "cublasSetWorkspace_v2", offsetof (cublas, set_workspace) },
  { "cublasSetMathMode", offsetof (cublas, set_math_mode) },
  { "cublasSgeam", offsetof (cublas, sgeam) },
  { "cublasDgeam", offsetof (cublas, dgeam) },
  { "cublasCgeam", offsetof (cublas, cgeam) },
  { "cublasZgeam", offsetof (cublas, zgeam) },
  { "cublasGemmEx", offsetof (cublas, gemm_ex) },
  { "cublasGemmStridedBatchedEx", offsetof (cublas, gemm_batched) },
};

/* Newest first.  The system's loader searches for a plain name; a path is that
 * of the toolkit that the plugin was built with. */
static const char *const names[] = {
  "libcublas.so.13",
  "libcublas.so.12",
  "libcublas.so.11",
  "libcublas.so",
#ifdef GKHOST_CUDA_LIBDIR
  GKHOST_CUDA_LIBDIR "/libcublas.so.13",
  GKHOST_CUDA_LIBDIR "/libcublas.so.12",
  GKHOST_CUDA_LIBDIR "/libcublas.so.11",
#endif
};

static bool
find_symbols (const gk_host *host, const char *name, void *library,
              const struct cublas_symbol *wanted, size_t n, void *table)
{
  for (size_t i = 0; i < n; i++) {
    void *address = dlsym (library, wanted[i].name);

    if (address == NULL) {
      host->error (host, "%s has no %s; a newer cuBLAS is needed", name,
                   wanted[i].name);
      return false;
    }
    memcpy ((char *)table + wanted[i].slot, &address, sizeof address);
  }
  return true;
}

bool
cublas_find (const gk_host *host, const cublas *blas,
             const struct cublas_symbol *wanted, size_t n, void *table)
{
  return find_symbols (host, blas->name, blas->library, wanted, n, table);
}

void *
cublas_handle (const cublas *blas)
{
  return blas->handle;
}

void *
cublas_workspace (const cublas *blas, size_t *bytes)
{
  *bytes = blas->workspace_bytes;
  return blas->workspace;
}

static void
set_name (cublas *blas)
{
  int part[] = { [MAJOR] = 0, [MINOR] = 0, [PATCH] = 0 };

  for (int i = MAJOR; i <= PATCH; i++)
    blas->property (i, &part[i]);
  snprintf (blas->name, sizeof blas->name, "cuBLAS %d.%d.%d", part[MAJOR],
            part[MINOR], part[PATCH]);
}

/* Makes a handle with an opened library.  False, after a message, if it can't.
 */
static bool
make_handle (const gk_host *host, const char *name, cublas *blas)
{
  int status;

  if (!find_symbols (host, name, blas->library, symbols,
                     sizeof symbols / sizeof symbols[0], blas))
    return false;
  status = blas->create (&blas->handle);
  if (status != 0) {
    host->error (host,
                 "cublasCreate_v2 of %s failed with status %d; does the driver "
                 "support that version, and is memory left on the device?",
                 name, status);
    return false;
  }
  /* Without TF32, too, which is the default. */
  blas->set_math_mode (blas->handle, MATH_DISALLOW_REDUCED_PRECISION_REDUCTION);
  set_name (blas);
  snprintf (blas->description, sizeof blas->description, "%s", blas->name);
  host->log (host, "%s from %s", blas->name, name);
  return true;
}

/* Opens one library of a list.  *found: a library was found, and a message says
 * what is wrong with it, which helps more than a list of missing ones. */
static bool
open_library (const gk_host *host, const char *name, cublas *blas, bool *found)
{
  /* RTLD_NODELETE: loading takes a second, and a library that has used the
   * device does not survive being unloaded. */
  blas->library = dlopen (name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (blas->library == NULL) {
    if (!*found)
      host->error (host,
                   "cuBLAS can't be opened (%s); install it, or set "
                   "GKHOST_CUBLAS to its path",
                   dlerror ());
    return false;
  }
  *found = true;
  if (make_handle (host, name, blas))
    return true;
  dlclose (blas->library);
  return false;
}

int
cublas_open (const gk_host *host, cublas **blas)
{
  const char *path = getenv ("GKHOST_CUBLAS");
  cublas *b = host->alloc (host, sizeof *b);
  bool ok = false, found = false;

  if (b == NULL)
    return GK_FAIL;
  memset (b, 0, sizeof *b);
  if (path != NULL && path[0] != '\0')
    ok = open_library (host, path, b, &found);
  else
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !ok; i++)
      ok = open_library (host, names[i], b, &found);
  if (!ok) {
    host->free (host, b);
    return GK_SKIP;
  }
  *blas = b;
  return GK_OK;
}

size_t
cublas_workspace_of (const gk_device *device)
{
  return (size_t)(device->capability >= 90 ? 32 : 8) << 20;
}

int
cublas_allocate_workspace (const gk_host *host, size_t bytes, cublas *blas)
{
  blas->workspace_bytes = bytes;
  blas->workspace = host->workspace (host, blas->workspace_bytes);
  return blas->workspace != NULL ? GK_OK : GK_SKIP;
}

void
cublas_set_settings (cublas *blas, const char *math, const char *algorithm)
{
  snprintf (blas->description, sizeof blas->description,
            "%s\n%s, workspace %zu MiB, %s", blas->name, math,
            blas->workspace_bytes >> 20, algorithm);
}

const char *
cublas_library (const gk_host *host, void *state)
{
  const cublas *blas = state;

  (void)host;
  return blas->description;
}

void
cublas_close (const gk_host *host, cublas *blas)
{
  if (blas == NULL)
    return;
  blas->destroy (blas->handle);
  dlclose (blas->library);
  host->free (host, blas);
}

/* First the stream, then the workspace, as setting a stream restores the
 * library's own workspace. */
int
cublas_use_stream (const gk_host *host, const cublas *blas, void *stream)
{
  int status = blas->set_stream (blas->handle, stream);

  if (status == 0 && blas->workspace != NULL)
    status = blas->set_workspace (blas->handle, blas->workspace,
                                  blas->workspace_bytes);
  if (status != 0) {
    host->error (host, "cuBLAS rejects the stream: status %d", status);
    return GK_FAIL;
  }
  return GK_OK;
}

static int
check_status (const gk_host *host, const char *function, int status)
{
  if (status == 0)
    return GK_OK;
  host->error (host, "%s failed with status %d", function, status);
  return GK_FAIL;
}

static int
fits_int (const gk_host *host, int64_t most)
{
  if (most <= INT_MAX)
    return GK_OK;
  host->error (host,
               "cuBLAS counts in int: %lld rows, columns or pitch are more "
               "than %d",
               (long long)most, INT_MAX);
  return GK_SKIP;
}

static int64_t
larger (int64_t a, int64_t b)
{
  return a > b ? a : b;
}

int
cublas_transpose_fits (const gk_host *host, gk_dtype dtype, int64_t rows,
                       int64_t cols, int64_t src_pitch, int64_t dst_pitch)
{
  switch (dtype) {
  case GK_I32:
  case GK_F32:
  case GK_I64:
  case GK_F64:
  case GK_C64:
  case GK_C128:
    break;
  default:
    host->error (host, "cuBLAS transposes elements of 4, 8 or 16 bytes only");
    return GK_SKIP;
  }
  return fits_int (host,
                   larger (larger (rows, cols), larger (src_pitch, dst_pitch)));
}

int
cublas_transpose (const gk_host *host, cublas *blas, void *stream,
                  gk_dtype dtype, int64_t rows, int64_t cols, const void *src,
                  int64_t src_pitch, void *dst, int64_t dst_pitch)
{
  static const float one_s[2] = { 1, 0 }, zero_s[2] = { 0, 0 };
  static const double one_d[2] = { 1, 0 }, zero_d[2] = { 0, 0 };
  const bool is_d = dtype == GK_I64 || dtype == GK_F64 || dtype == GK_C128;
  const bool is_complex = dtype == GK_C64 || dtype == GK_C128;
  geam_fn *geam = is_d ? (is_complex ? blas->zgeam : blas->dgeam)
                       : (is_complex ? blas->cgeam : blas->sgeam);
  const void *one = is_d ? (const void *)one_d : one_s;
  const void *zero = is_d ? (const void *)zero_d : zero_s;
  int r = cublas_use_stream (host, blas, stream);

  if (r != GK_OK)
    return r;
  /* For the library, which is column-major, dst is rows x cols and src its
   * transpose.  The second operand has a factor of zero, and is not read. */
  return check_status (host, "cuBLAS geam",
                       geam (blas->handle, CUBLAS_TRANSPOSED, CUBLAS_AS_IS,
                             (int)rows, (int)cols, one, src, (int)src_pitch,
                             zero, dst, (int)dst_pitch, dst, (int)dst_pitch));
}

static int
multiply_one (const cublas *blas, const struct cublas_product *p)
{
  return blas->gemm_ex (blas->handle, p->a.op, p->b.op, (int)p->rows,
                        (int)p->cols, (int)p->inner, cublas_alpha (p), p->a.at,
                        p->a.type, (int)p->a.ld, p->b.at, p->b.type,
                        (int)p->b.ld, cublas_beta (p), p->c, p->type_c,
                        (int)p->ldc, p->compute, ALGORITHM_DEFAULT);
}

static int
multiply_batch (const cublas *blas, const struct cublas_product *p)
{
  return blas->gemm_batched (
      blas->handle, p->a.op, p->b.op, (int)p->rows, (int)p->cols, (int)p->inner,
      cublas_alpha (p), p->a.at, p->a.type, (int)p->a.ld, p->a.stride, p->b.at,
      p->b.type, (int)p->b.ld, p->b.stride, cublas_beta (p), p->c, p->type_c,
      (int)p->ldc, p->stride_c, (int)p->batch, p->compute, ALGORITHM_DEFAULT);
}

int
cublas_matmul (const gk_host *host, cublas *blas, void *stream,
               const struct cublas_product *p)
{
  const bool is_batch = p->batch > 1;
  int r = cublas_use_stream (host, blas, stream);

  if (r != GK_OK)
    return r;
  r = is_batch ? multiply_batch (blas, p) : multiply_one (blas, p);
  if (r != NOT_SUPPORTED)
    return check_status (
        host, is_batch ? "cublasGemmStridedBatchedEx" : "cublasGemmEx", r);
  host->error (host, "%s has no kernel for this type, layout and size",
               blas->name);
  return GK_SKIP;
}
