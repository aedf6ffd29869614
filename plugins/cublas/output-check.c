/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Some columns of C are compared, spread evenly, with the first and the last:
 * C is column-major here, so that they have all its rows.  They are set to NaN,
 * or -1, before each launch, or to 0 where it adds to them.  Of a batch these
 * are columns of the first, a middle and the last product.
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include <gkhost/family-elements.h>

#include "output-check.h"

enum { MOST_COLUMNS = 64, MOST_PRODUCTS = 3 };

/* Of the columns that are compared, but there is at least one. */
static const size_t most_bytes = 16 << 20;

/* Elements of C are sums of n products of numbers in [0.5, 1) of either sign:
 * some 0.56 sqrt (n), and up to 3 sqrt (n), where two neighbouring numbers of
 * bf16 are less than 0x1p-5 sqrt (n) apart.  They may differ by so much for
 * each sqrt (n): more than rounding makes, less than parts of a sum.  Tensor
 * cores cut sums of floats of 8 bits off to 14 bits.  That adds little where
 * they are moved to f32 at intervals, else 0.02 of each element with 16384
 * products. */
static double
tolerance_of (const struct cublas_product *p)
{
  const double alpha = !p->updated                ? 1
                       : p->scale == CUBLAS_R_64F ? p->alpha.d
                                                  : (double)p->alpha.s;
  const double root = fabs (alpha) * sqrt ((double)p->inner);

  switch (p->a.type) {
  case CUBLAS_R_8I:
    return 0;
  case CUBLAS_R_64F:
    return root * 0x1p-40;
  case CUBLAS_R_32F:
    return root * 0x1p-6; /* TF32, too */
  case CUBLAS_R_8F_E4M3:
  case CUBLAS_R_8F_E5M2:
    return root * (p->fast ? 0x1p-2 : 0x1p-4);
  default:
    return root * 0x1p-5;
  }
}

/* Of C. */
static gk_dtype
dtype_of (int type)
{
  switch (type) {
  case CUBLAS_R_16F:
    return GK_F16;
  case CUBLAS_R_16BF:
    return GK_BF16;
  case CUBLAS_R_32F:
    return GK_F32;
  case CUBLAS_R_32I:
    return GK_I32;
  default:
    return GK_F64;
  }
}

static int
least (int64_t a, int64_t b)
{
  return (int)(a < b ? a : b);
}

int
output_check_open (const gk_host *host, const struct driver *driver,
                   void *stream, const struct cublas_product *product,
                   struct operand_set set, struct output_check *check)
{
  const size_t column
      = (size_t)product->rows * cublas_element (product->type_c);
  const size_t room = most_bytes / column;
  const int most = room < 1              ? 1
                   : room < MOST_COLUMNS ? (int)room
                                         : MOST_COLUMNS;
  const int products = least (product->batch, least (most, MOST_PRODUCTS));
  const int columns = least (product->cols, most / products);
  const struct output_check opened
      = { .driver = driver,
          .stream = stream,
          .product = product,
          .set = set,
          .bytes = column * (size_t)columns * (size_t)products,
          .column = column,
          .products = products,
          .columns = columns };

  *check = opened;
  check->first = host->alloc (host, check->bytes);
  check->other = host->alloc (host, check->bytes);
  if (check->first != NULL && check->other != NULL)
    return GK_OK;
  output_check_close (host, check);
  return GK_FAIL;
}

void
output_check_close (const gk_host *host, struct output_check *check)
{
  if (check->first != NULL)
    host->free (host, check->first);
  if (check->other != NULL)
    host->free (host, check->other);
}

/* The i-th of n that are spread evenly among all, with the first and the last.
 */
static int64_t
spread (int i, int n, int64_t all)
{
  return n > 1 ? i * (all - 1) / (n - 1) : 0;
}

/* The address of the i-th column that is compared. */
static uint64_t
column_at (const struct output_check *c, int i)
{
  const struct cublas_product *p = c->product;
  const int64_t z = spread (i / c->columns, c->products, p->batch);
  const int64_t col = spread (i % c->columns, c->columns, p->cols);

  return (uintptr_t)c->set.c
         + (uint64_t)(z * p->stride_c + col * p->ldc)
               * cublas_element (p->type_c);
}

/* Copies all columns to memory, or from there, and waits. */
static bool
copy_columns (struct output_check *c, char *memory, bool from)
{
  for (int i = 0; i < c->products * c->columns; i++) {
    const uint64_t column = column_at (c, i);
    const uint64_t at = (uintptr_t)(memory + (size_t)i * c->column);

    if (c->driver->copy (from ? column : at, from ? at : column, c->column,
                         c->stream)
        != 0)
      return false;
  }
  c->error = c->driver->synchronize (c->stream);
  return c->error == 0;
}

static bool
is_alike (const struct output_check *c)
{
  const gk_dtype dtype = dtype_of (c->product->type_c);
  const int64_t n = (int64_t)(c->bytes / gk_element_bytes (dtype));
  const double tolerance = tolerance_of (c->product);

  /* A difference that is NaN is none that is small. */
  for (int64_t i = 0; i < n; i++)
    if (!(fabs (gk_number (dtype, c->first, i) - gk_number (dtype, c->other, i))
          <= tolerance))
      return false;
  return true;
}

bool
output_check_compare (struct output_check *c, stopwatch_enqueue *enqueue,
                      void *state)
{
  char *const to = c->has_first ? c->other : c->first;

  memset (to, cublas_adds_old (c->product) ? 0 : 0xff, c->bytes);
  if (!copy_columns (c, to, true) || !enqueue (state)
      || !copy_columns (c, to, false))
    return false;
  if (c->has_first)
    return is_alike (c);
  c->has_first = true;
  return true;
}
