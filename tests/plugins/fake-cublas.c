/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A stand-in for cuBLAS and cuBLASLt, of the calls that peers make of products:
 * it computes on the stand-in for the driver, by plain loops, from nothing but
 * the numbers that it is given.  With -DALONE it is cuBLAS without cuBLASLt.
 *
 * Its heuristic names five algorithms, 10 to 14, of which 11 never runs, 13 is
 * marked as unfit, and 12 is the fastest.  There is another one, 15, which is
 * faster with tile 21, faster still with custom option 1, and wrong with two
 * splits.  A batch has 17, too, which is faster than these, but computes the
 * first product alone.  FAKE_CUBLAS_REFUSES=ANYTHING has none run;
 * FAKE_CUBLAS_KNOWS=NONE has the heuristic name none.  Each time that it is
 * asked adds a byte to the file FAKE_CUBLAS_ASKED, "f" where sums of 8-bit
 * floats may be fast, else ".".
 */
#include <config.h>

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gkhost/plugin.h>

#include "matmul/half.h"

enum { ALLOC_FAILED = 3, INVALID = 7, NOT_SUPPORTED = 15 };
enum {
  R_32F = 0,
  R_64F = 1,
  R_16F = 2,
  R_8I = 3,
  R_32I = 10,
  R_16BF = 14,
  R_8F_E4M3 = 28,
  R_8F_E5M2 = 29
};
enum { ID, TILE, SPLIT_K, REDUCTION, CUSTOM = 5, STAGES };

/* As many of them as products, `stride` elements from each other. */
struct matrix {
  int type, rows, cols, ld, batch;
  int64_t stride;
};

/* Scales of a factor, and the library's number for how they lie. */
struct scales {
  const float *at; /* NULL: none */
  int mode;
};

struct product {
  int op_a, op_b;
  struct matrix a, b, c;
  struct scales scales_a, scales_b;
  const char *a_at, *b_at;
  char *c_at;
  int batch;  /* products that are computed */
  int times;  /* that each of them is */
  int splits; /* of the sums, of which one is computed */
  struct product *next;
};

/* The launches so far: what is captured is done again later. */
static struct product *launches;
static void *stream_set;

static bool
is_fp8 (int type)
{
  return type == R_8F_E4M3 || type == R_8F_E5M2;
}

static int
size_of (int type)
{
  return type == R_8I || is_fp8 (type)     ? 1
         : type == R_16F || type == R_16BF ? 2
         : type == R_64F                   ? 8
                                           : 4;
}

static double
number_at (int type, const char *at)
{
  uint16_t half;
  float single;
  double real;

  switch (type) {
  case R_8I:
    return (int8_t)*at;
  case R_8F_E4M3:
    return (double)half_e4m3 ((uint8_t)*at);
  case R_8F_E5M2:
    return (double)half_e5m2 ((uint8_t)*at);
  case R_16F:
  case R_16BF:
    memcpy (&half, at, sizeof half);
    return (double)(type == R_16F ? half_f16 (half) : half_bf16 (half));
  case R_32F:
    memcpy (&single, at, sizeof single);
    return (double)single;
  default:
    memcpy (&real, at, sizeof real);
    return real;
  }
}

static void
put (int type, char *at, double number)
{
  const uint16_t half = type == R_16F ? half_to_f16 ((float)number)
                                      : half_to_bf16 ((float)number);
  const int32_t whole = type == R_32I ? (int32_t)number : 0;
  const float single = (float)number;
  const void *from = type == R_32I   ? (const void *)&whole
                     : type == R_32F ? (const void *)&single
                     : type == R_64F ? (const void *)&number
                                     : &half;

  memcpy (at, from, (size_t)size_of (type));
}

/* Where an element of a factor is, its row and column those of the product. */
static double
factor (const struct matrix *m, const char *at, int op, int row, int col)
{
  const int64_t place
      = op == 0 ? row + (int64_t)col * m->ld : col + (int64_t)row * m->ld;

  return number_at (m->type, at + place * size_of (m->type));
}

/* The scale of element l of a line, a row or column of the product: one for
 * all, one for each line and block of 128, or one for each 128 x 128. */
static double
scale_of (const struct scales *s, int lines, int inner, int line, int l)
{
  const int pitch = ((inner + 127) / 128 + 3) / 4 * 4;

  if (s->at == NULL)
    return 1;
  return (double)s->at[s->mode == 4   ? l / 128 * lines + line
                       : s->mode == 5 ? line / 128 * pitch + l / 128
                                      : 0];
}

/* The address of matrix z of a batch. */
static size_t
offset_of (const struct matrix *m, int z)
{
  return (size_t)(z * m->stride * size_of (m->type));
}

static double
sum (const struct product *p, int z, int row, int col)
{
  const char *a = p->a_at + offset_of (&p->a, z);
  const char *b = p->b_at + offset_of (&p->b, z);
  const int all = p->op_a == 0 ? p->a.cols : p->a.rows;
  const int inner = all / p->splits;
  double s = 0;

  for (int l = 0; l < inner; l++)
    s += factor (&p->a, a, p->op_a, row, l) * factor (&p->b, b, p->op_b, l, col)
         * scale_of (&p->scales_a, p->c.rows, all, row, l)
         * scale_of (&p->scales_b, p->c.cols, all, col, l);
  return s;
}

static void
compute_one (const struct product *p, int z)
{
  char *c = p->c_at + offset_of (&p->c, z);

  for (int col = 0; col < p->c.cols; col++)
    for (int row = 0; row < p->c.rows; row++)
      put (p->c.type, c + (row + (int64_t)col * p->c.ld) * size_of (p->c.type),
           sum (p, z, row, col));
}

static void
compute (void *product)
{
  const struct product *p = product;

  for (int t = 0; t < p->times; t++)
    for (int z = 0; z < p->batch; z++)
      compute_one (p, z);
}

/* Those of a batch may not overlap; one alone needs no stride. */
static bool
is_matrix (const struct matrix *m)
{
  return m->rows > 0 && m->cols > 0 && m->ld >= m->rows && m->batch > 0
         && (m->batch == 1 || m->stride >= (int64_t)m->cols * m->ld);
}

static int
enqueue (const struct product *product, void *stream)
{
  typedef int call_fn (void *, void (*) (void *), void *);
  union {
    void *object;
    call_fn *function;
  } call = { dlsym (dlopen ("libcuda.so.1", RTLD_NOW), "cuLaunchHostFunc") };
  struct product *p = malloc (sizeof *p);

  if (!is_matrix (&product->a) || !is_matrix (&product->b)
      || !is_matrix (&product->c) || product->a.batch != product->c.batch
      || product->b.batch != product->c.batch || p == NULL) {
    free (p);
    return INVALID;
  }
  if (getenv ("FAKE_CUBLAS_REFUSES") != NULL) {
    free (p);
    return NOT_SUPPORTED;
  }
  *p = *product;
  p->next = launches;
  launches = p;
  return call.function (stream, compute, p);
}

#define API(name, ...)                                                         \
  GK_EXPORT int name (__VA_ARGS__);                                            \
  int name (__VA_ARGS__)

API (cublasCreate_v2, void **handle)
{
  *handle = &stream_set;
  return 0;
}

API (cublasDestroy_v2, void *handle)
{
  return handle == &stream_set ? 0 : INVALID;
}

API (cublasGetProperty, int property, int *value)
{
  *value = property == 0 ? 13 : property;
  return 0;
}

API (cublasSetStream_v2, void *handle, void *stream)
{
  (void)handle;
  stream_set = stream;
  return 0;
}

API (cublasSetWorkspace_v2, void *handle, void *memory, size_t bytes)
{
  (void)handle;
  return memory != NULL && bytes > 0 ? 0 : INVALID;
}

/* Of what it can be set to, nothing but this keeps sums in parts precise. */
API (cublasSetMathMode, void *handle, int mode)
{
  (void)handle;
  return mode == 16 ? 0 : INVALID;
}

/* Of transposition, which no product calls. */
API (cublasSgeam, void)
{
  return NOT_SUPPORTED;
}

API (cublasDgeam, void)
{
  return NOT_SUPPORTED;
}

API (cublasCgeam, void)
{
  return NOT_SUPPORTED;
}

API (cublasZgeam, void)
{
  return NOT_SUPPORTED;
}

static const int computes[]
    = { [R_8I] = 72,  [R_16F] = 68,     [R_16BF] = 68,   [R_32F] = 68,
        [R_64F] = 70, [R_8F_E4M3] = 68, [R_8F_E5M2] = 68 };

static bool
is_compute (int compute, int type)
{
  return compute == computes[type] || (type == R_32F && compute == 77);
}

/* Whether they are 1 and 0, of the type that goes with the sums. */
static bool
is_scale (int compute_type, const void *alpha, const void *beta)
{
  static const int32_t one_i = 1, zero_i = 0;
  static const float one_s = 1, zero_s = 0;
  static const double one_d = 1, zero_d = 0;

  if (compute_type == 70)
    return memcmp (alpha, &one_d, 8) == 0 && memcmp (beta, &zero_d, 8) == 0;
  if (compute_type == 72)
    return memcmp (alpha, &one_i, 4) == 0 && memcmp (beta, &zero_i, 4) == 0;
  return memcmp (alpha, &one_s, 4) == 0 && memcmp (beta, &zero_s, 4) == 0;
}

API (cublasGemmStridedBatchedEx, void *handle, int op_a, int op_b, int m, int n,
     int k, const void *alpha, const void *a, int type_a, int lda,
     long long stride_a, const void *b, int type_b, int ldb, long long stride_b,
     const void *beta, void *c, int type_c, int ldc, long long stride_c,
     int batch, int compute_type, int algorithm)
{
  const struct product p = {
    .op_a = op_a,
    .op_b = op_b,
    .a = { type_a, op_a == 0 ? m : k, op_a == 0 ? k : m, lda, batch, stride_a },
    .b = { type_b, op_b == 0 ? k : n, op_b == 0 ? n : k, ldb, batch, stride_b },
    .c = { type_c, m, n, ldc, batch, stride_c },
    .a_at = a,
    .b_at = b,
    .c_at = c,
    .batch = batch,
    .times = 1,
    .splits = 1,
  };

  if (handle != &stream_set || !is_compute (compute_type, type_a)
      || !is_scale (compute_type, alpha, beta) || algorithm != -1)
    return INVALID;
  return enqueue (&p, stream_set);
}

API (cublasGemmEx, void *handle, int op_a, int op_b, int m, int n, int k,
     const void *alpha, const void *a, int type_a, int lda, const void *b,
     int type_b, int ldb, const void *beta, void *c, int type_c, int ldc,
     int compute_type, int algorithm)
{
  return cublasGemmStridedBatchedEx (
      handle, op_a, op_b, m, n, k, alpha, a, type_a, lda, 0, b, type_b, ldb, 0,
      beta, c, type_c, ldc, 0, 1, compute_type, algorithm);
}

#ifndef ALONE
/* By attribute. */
struct algorithm {
  uint64_t data[8];
};

struct result {
  struct algorithm algorithm;
  size_t workspace;
  int status;
  float waves;
  int reserved[4];
};

struct operation {
  int compute, op[2];
  bool fast;
  struct scales scales[2];
};

struct preference {
  uint64_t workspace;
  uint32_t reductions;
};

API (cublasLtMatmulDescCreate, struct operation **operation, int compute_type,
     int scale)
{
  (void)scale;
  *operation = calloc (1, sizeof **operation);
  if (*operation == NULL)
    return ALLOC_FAILED;
  (*operation)->compute = compute_type;
  return 0;
}

API (cublasLtMatmulDescSetAttribute, struct operation *operation, int attribute,
     const void *value, size_t bytes)
{
  if (attribute == 25 && bytes == 1) {
    operation->fast = *(const int8_t *)value == 1;
    return 0;
  }
  if ((attribute == 17 || attribute == 18) && bytes == sizeof (void *)) {
    memcpy (&operation->scales[attribute - 17].at, value, bytes);
    return 0;
  }
  if ((attribute == 31 || attribute == 32) && bytes == sizeof (int32_t)
      && getenv ("FAKE_CUBLAS_OLD") == NULL) {
    memcpy (&operation->scales[attribute - 31].mode, value, bytes);
    return 0;
  }
  if (attribute < 3 || attribute > 4 || bytes != sizeof (int32_t))
    return INVALID;
  memcpy (&operation->op[attribute - 3], value, bytes);
  return 0;
}

API (cublasLtMatmulDescDestroy, struct operation *operation)
{
  free (operation);
  return 0;
}

API (cublasLtMatrixLayoutCreate, struct matrix **layout, int type,
     uint64_t rows, uint64_t cols, int64_t ld)
{
  *layout = malloc (sizeof **layout);
  if (*layout == NULL)
    return ALLOC_FAILED;
  **layout = (struct matrix){ type, (int)rows, (int)cols, (int)ld, 1, 0 };
  return 0;
}

API (cublasLtMatrixLayoutSetAttribute, struct matrix *layout, int attribute,
     const void *value, size_t bytes)
{
  if (attribute == 5 && bytes == sizeof (int32_t))
    memcpy (&layout->batch, value, bytes);
  else if (attribute == 6 && bytes == sizeof layout->stride)
    memcpy (&layout->stride, value, bytes);
  else
    return INVALID;
  return 0;
}

API (cublasLtMatrixLayoutDestroy, struct matrix *layout)
{
  free (layout);
  return 0;
}

API (cublasLtMatmulPreferenceCreate, struct preference **preference)
{
  *preference = calloc (1, sizeof **preference);
  if (*preference == NULL)
    return ALLOC_FAILED;
  return 0;
}

API (cublasLtMatmulPreferenceSetAttribute, struct preference *preference,
     int attribute, const void *value, size_t bytes)
{
  if (attribute == 1 && bytes == sizeof preference->workspace)
    memcpy (&preference->workspace, value, bytes);
  else if (attribute == 3 && bytes == sizeof preference->reductions)
    memcpy (&preference->reductions, value, bytes);
  else
    return INVALID;
  return 0;
}

API (cublasLtMatmulPreferenceDestroy, struct preference *preference)
{
  free (preference);
  return 0;
}

static void
note_asked (bool fast)
{
  const char *path = getenv ("FAKE_CUBLAS_ASKED");
  FILE *file = path != NULL ? fopen (path, "a") : NULL;

  if (file == NULL)
    return;
  putc (fast ? 'f' : '.', file);
  fclose (file);
}

/* Factors have one type, or are both floats of 8 bits. */
static bool
types_fit (int type_a, int type_b)
{
  return type_a == type_b || (is_fp8 (type_a) && is_fp8 (type_b));
}

/* Rows and pitches are multiples of 16 bytes, no operand needs a transposition,
 * and one at least is of e4m3. */
static bool
fits_fp8 (const struct operation *operation, const struct matrix *a,
          const struct matrix *b, const struct matrix *c)
{
  const int bytes = a->rows | a->ld | b->rows | b->ld
                    | size_of (c->type) * (c->rows | c->ld);

  return bytes % 16 == 0 && operation->op[0] == 1 && operation->op[1] == 0
         && (a->type == R_8F_E4M3 || b->type == R_8F_E4M3);
}

API (cublasLtMatmulAlgoGetHeuristic, void *handle,
     const struct operation *operation, const struct matrix *a,
     const struct matrix *b, const struct matrix *c, const struct matrix *d,
     const struct preference *preference, int most, struct result *results,
     int *n)
{
  const bool is_half = size_of (c->type) == 2;

  note_asked (operation->fast);
  if (handle != &stream_set || c != d || most < 5
      || !is_compute (operation->compute, a->type) || preference->workspace == 0
      || (is_half && preference->reductions != 2)
      || !types_fit (a->type, b->type)
      || (is_fp8 (a->type) && !fits_fp8 (operation, a, b, c))
      || (operation->fast && !is_fp8 (a->type)))
    return INVALID;
  *n = getenv ("FAKE_CUBLAS_KNOWS") != NULL ? 0 : 5;
  memset (results, 0, (size_t)*n * sizeof *results);
  for (int i = 0; i < *n; i++) {
    results[i].algorithm.data[ID] = (uint64_t)(10 + i);
    results[i].algorithm.data[TILE] = 20;
    results[i].algorithm.data[SPLIT_K] = 1;
    results[i].status = i == 3 ? NOT_SUPPORTED : 0;
  }
  return *n > 0 ? 0 : NOT_SUPPORTED;
}

static int
times_of (const struct algorithm *algorithm)
{
  const bool is_fast = algorithm->data[TILE] == 21;

  switch (algorithm->data[ID]) {
  case 12:
    return 8;
  case 15:
    return (is_fast ? 4 : 12) / (algorithm->data[CUSTOM] == 1 ? 4 : 1);
  case 17:
    return 1;
  default:
    return 16;
  }
}

API (cublasLtMatmul, void *handle, const struct operation *operation,
     const void *alpha, const void *a_at, const struct matrix *a,
     const void *b_at, const struct matrix *b, const void *beta,
     const void *c_at, const struct matrix *c, void *d_at,
     const struct matrix *d, const struct algorithm *algorithm, void *workspace,
     size_t bytes, void *stream)
{
  const uint64_t id = algorithm->data[ID];
  const struct product p = { .op_a = operation->op[0],
                             .op_b = operation->op[1],
                             .a = *a,
                             .b = *b,
                             .c = *c,
                             .scales_a = operation->scales[0],
                             .scales_b = operation->scales[1],
                             .a_at = a_at,
                             .b_at = b_at,
                             .c_at = d_at,
                             .batch = id == 17 ? 1 : c->batch,
                             .times = times_of (algorithm),
                             .splits = (int)algorithm->data[SPLIT_K] };

  if (handle != &stream_set || !is_scale (operation->compute, alpha, beta)
      || c_at != d_at || c != d || workspace == NULL || bytes == 0)
    return INVALID;
  return id == 11 || id == 13 ? NOT_SUPPORTED : enqueue (&p, stream);
}

API (cublasLtMatmulAlgoConfigGetAttribute, const struct algorithm *algorithm,
     int attribute, void *value, size_t bytes, size_t *written)
{
  const uint32_t wide
      = attribute < 7 ? (uint32_t)algorithm->data[attribute] : 0;
  const uint16_t narrow = (uint16_t)wide;

  if (bytes != (attribute >= 7 ? sizeof narrow : sizeof wide))
    return INVALID;
  memcpy (value, attribute >= 7 ? (const void *)&narrow : &wide, bytes);
  *written = bytes;
  return 0;
}

API (cublasLtMatmulAlgoConfigSetAttribute, struct algorithm *algorithm,
     int attribute, const void *value, size_t bytes)
{
  uint32_t wide;

  if ((attribute != TILE && attribute != SPLIT_K && attribute != REDUCTION
       && attribute != CUSTOM && attribute != STAGES)
      || bytes != sizeof wide)
    return INVALID;
  memcpy (&wide, value, bytes);
  algorithm->data[attribute] = wide;
  return 0;
}

/* Algorithm 15 has two tiles, splits, all reductions, and two options. */
API (cublasLtMatmulAlgoCapGetAttribute, const struct algorithm *algorithm,
     int capability, void *value, size_t bytes, size_t *written)
{
  static const uint32_t tiles[] = { 20, 21 };
  const uint32_t number = algorithm->data[ID] != 15 ? 0
                          : capability == 0         ? 1
                                                    : 7;
  const bool is_tiles = capability == 6;
  const size_t size = capability == 13 ? 0
                      : !is_tiles      ? sizeof number
                      : number == 0    ? sizeof tiles[0]
                                       : sizeof tiles;

  *written = size;
  if (bytes == 0)
    return 0;
  if (bytes != size)
    return INVALID;
  memcpy (value, is_tiles ? tiles : &number, size);
  return 0;
}

API (cublasLtMatmulAlgoGetIds, void *handle, int compute_type, int scale,
     int type_a, int type_b, int type_c, int type_d, int most, int *ids, int *n)
{
  (void)scale;
  if (handle != &stream_set || !is_compute (compute_type, type_a)
      || !types_fit (type_a, type_b) || type_c != type_d || most < 4)
    return INVALID;
  ids[0] = 12;
  ids[1] = 15;
  ids[2] = 16;
  ids[3] = 17;
  *n = 4;
  return 0;
}

API (cublasLtMatmulAlgoInit, void *handle, int compute_type, int scale,
     int type_a, int type_b, int type_c, int type_d, int id,
     struct algorithm *algorithm)
{
  (void)scale;
  if (handle != &stream_set || !is_compute (compute_type, type_a)
      || !types_fit (type_a, type_b) || type_c != type_d)
    return INVALID;
  if (id == 16)
    return NOT_SUPPORTED;
  memset (algorithm, 0, sizeof *algorithm);
  algorithm->data[ID] = (uint64_t)id;
  algorithm->data[SPLIT_K] = 1;
  return 0;
}

/* Option 7 would need too much workspace, and 17 is for batches alone. */
API (cublasLtMatmulAlgoCheck, void *handle, const struct operation *operation,
     const struct matrix *a, const struct matrix *b, const struct matrix *c,
     const struct matrix *d, const struct algorithm *algorithm,
     struct result *result)
{
  const uint64_t *const data = algorithm->data;

  if (handle != &stream_set || !is_compute (operation->compute, a->type)
      || !types_fit (a->type, b->type) || c != d)
    return INVALID;
  result->workspace = data[CUSTOM] == 7 ? SIZE_MAX : 0;
  return data[SPLIT_K] <= 2 && data[STAGES] == 0
                 && (data[CUSTOM] <= 1 || data[CUSTOM] == 7)
                 && (data[ID] != 17 || c->batch > 1)
             ? 0
             : NOT_SUPPORTED;
}
#endif
