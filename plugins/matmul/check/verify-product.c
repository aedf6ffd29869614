/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The verification of a product's result, on the CPU.  In order:
 *
 *   padding   must be poison still (written.h)
 *   integers, and floats on exact data where the variant's arithmetic is exact:
 *             every element modulo 2^32 (modular.h)
 *   floats    no element is poison, infinity or NaN (written.h), some columns
 *             are near enough to the exact ones (columns.h, bounds.h), and so
 *             are random sums over all columns (folds.h), in one pass
 *             (compare.h)
 *
 * The references are kept and follow the generations of the inputs.  A message
 * names the first wrong element, its value and the right one.
 *
 * All files here use the row-major view of the problem (row-major.h); only
 * messages have the user's rows and columns.
 */
#include <config.h>

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "bounds.h"
#include "compare.h"
#include "exact.h"
#include "modular.h"
#include "matmul/batch.h"
#include "matmul/number.h"
#include "problem.h"
#include "matmul/row-major.h"
#include "varied.h"
#include "verify-product.h"
#include "written.h"

/* Elements of a row. */
enum { SOME = 32 };

/* Room for "c[9223372036854775807][9223372036854775807][...]". */
struct element_name {
  char text[72];
};

static struct element_name
name_element (const struct product_check *j, int64_t row, int64_t column)
{
  struct element_name place;

  row += j->from.first_line;
  snprintf (place.text, sizeof place.text, "%s[%lld][%lld]", j->name,
            (long long)(j->swapped ? column : row),
            (long long)(j->swapped ? row : column));
  return place;
}

/* A message, unless this check is quiet. */
static int __attribute__ ((format (printf, 2, 3)))
report_wrong (const struct product_check *j, const char *format, ...)
{
  char text[512];
  va_list args;

  if (j->quiet)
    return GK_WRONG;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  j->host->error (j->host, "%s%s", j->part, text);
  return GK_WRONG;
}

/* What this product's C held; NULL where the launch found poison. */
static const void *
old_values (const gk_check *check, const gk_matmul *p)
{
  const char *const first = check->buffers[MATMUL_C];

  return p->beta == 0 ? NULL
                      : (const char *)check->before[MATMUL_C]
                            + ((const char *)p->c - first);
}

struct product_check
verify_views (const gk_host *host, const gk_matmul *problem, gk_check *check)
{
  const gk_matmul p = matmul_row_major (problem);
  const struct matrix c
      = matrix_make (p.dtype_c, GK_ROW_MAJOR, p.c, p.m, p.k, p.ldc);
  struct product_check j = {
    .host = host,
    .check = check,
    .from = varied_inputs (check->seed, problem, 0),
    .a = matrix_of_a (&p),
    .b = matrix_of_b (&p),
    .c = c,
    .update = update_of (&p, &c, old_values (check, &p)),
    .drawn_inner = update_drawn_inner (&p, p.bias != NULL),
    .swapped = problem->layout_c != p.layout_c,
    .name = "c",
  };

  /* An old value may look like poison, but not like NaN. */
  memcpy (j.poison, check->poison, sizeof j.poison);
  if (p.beta != 0)
    memset (j.poison, 0xff, sizeof j.poison);
  return j;
}

static struct varied
varied_in (const struct product_check *j, uint64_t generation)
{
  return varied_of (j->host, j->check->data, &j->from, generation, &j->a, &j->b,
                    j->swapped);
}

void
verify_discard (const struct product_check *j)
{
  modular_free (j->host, j->reference->modular);
  columns_free (j->host, j->reference->columns);
  folds_free (j->host, j->reference->folds);
  j->reference->modular = NULL;
  j->reference->columns = NULL;
  j->reference->folds = NULL;
}

/* Moves the reference to this generation of the inputs.  A reference of other
 * inputs or other random choices is discarded. */
static int
update_reference (const struct product_check *j)
{
  const gk_check *check = j->check;
  struct reference *r = j->reference;
  const struct varied from = varied_in (j, r->generation);
  const struct varied to = varied_in (j, check->generation);
  bool moved = true;

  if (r->seed != check->seed || r->choice_seed != check->choice_seed)
    verify_discard (j);
  if (r->modular != NULL && r->generation != check->generation)
    moved = modular_move (j->host, r->modular, &j->a, &j->b, &from, &to);
  if (moved && r->columns != NULL && r->generation != check->generation)
    moved = columns_move (j->host, r->columns, &j->a, &j->b, &from, &to);
  if (moved && r->folds != NULL && r->generation != check->generation)
    folds_move (r->folds, &j->a, &j->b, &from, &to);
  if (!moved)
    verify_discard (j);
  r->seed = check->seed;
  r->generation = check->generation;
  r->choice_seed = check->choice_seed;
  return moved ? GK_OK : GK_FAIL;
}

static bool
is_unwritten (const struct product_check *j, int64_t row, int64_t column)
{
  return written_never (&j->c, &j->update.before, row, column, j->poison);
}

static int
report_unwritten (const struct product_check *j, int64_t row, int64_t column)
{
  j->check->flags |= GK_UNWRITTEN;
  return report_wrong (
      j, "%s was never written%s", name_element (j, row, column).text,
      j->update.before.data == NULL ? ""
                                    : ": it holds what the launch found there");
}

static int
check_padding (const struct product_check *j)
{
  int64_t row, column;

  if (!written_find_outside (&j->c, &j->update.before, j->poison, &row,
                             &column))
    return GK_OK;
  j->check->flags |= GK_OUTSIDE;
  return report_wrong (
      j, "%s was written: that is padding, past the %lld %s of %s",
      name_element (j, row, column).text, (long long)j->c.cols,
      j->swapped ? "rows" : "columns", j->name);
}

/* How far wrong elements of a row are off, in terms of what is right there: of
 * some, since their references are computed one by one. */
static double
error_of_row (const struct product_check *j, int64_t row, int64_t column)
{
  const int64_t end = column + SOME < j->c.cols ? column + SOME : j->c.cols;
  double off = 0, right = 0;

  for (; column < end; column++) {
    const double value
        = exact_element (&j->a, &j->b, &j->update, row, column).value;
    const double is = matrix_number (&j->c, row, column);

    if (is == value)
      continue;
    off += fabs (is - value);
    right += fabs (value);
  }
  return off / right;
}

static double
right_number (const struct product_check *j, const struct modular_fault *fault)
{
  const struct updated_sum product = { .high = (double)fault->right };

  return update_element (&j->update, &product, fault->i, fault->j).high;
}

/* Compares C, or what it is without all that was added to A B. */
static int
check_modular (const struct product_check *j, const struct modular *modular,
               struct modular_fault *fault)
{
  struct matrix c = j->c;
  void *product = NULL;
  int r;

  if (!j->update.plain) {
    product = update_undo (j->host, &j->update, &j->c);
    if (product == NULL)
      return GK_FAIL;
    c = matrix_make (c.dtype, GK_ROW_MAJOR, product, c.rows, c.cols, c.cols);
  }
  r = modular_check (j->host, modular, &j->a, &j->b, &c, fault);
  j->host->free (j->host, product);
  return r;
}

static int
check_exact (const struct product_check *j)
{
  const gk_host *host = j->host;
  struct modular **modular = &j->reference->modular;
  struct modular_fault fault;
  int r;

  if (*modular == NULL)
    *modular
        = modular_make (host, &j->a, &j->b, j->check->choice_seed, j->once);
  if (*modular == NULL)
    return GK_FAIL;
  j->check->method = modular_method (*modular);
  j->check->checked = (uint64_t)j->c.rows * (uint64_t)j->c.cols;
  r = check_modular (j, *modular, &fault);
  if (r != GK_WRONG)
    return r;
  if (is_unwritten (j, fault.i, fault.j))
    return report_unwritten (j, fault.i, fault.j);
  if (!number_is_integer (j->c.dtype))
    j->check->error = error_of_row (j, fault.i, fault.j);
  return report_wrong (j,
                       "%s is %.17g, should be %.17g (%lld of %lld %s are "
                       "wrong)",
                       name_element (j, fault.i, fault.j).text,
                       matrix_number (&j->c, fault.i, fault.j),
                       right_number (j, &fault), (long long)fault.wrong_rows,
                       (long long)j->c.rows, j->swapped ? "columns" : "rows");
}

/* A row has an element that was not written or is not finite. */
static int
report_bad (const struct product_check *j, int64_t row)
{
  int64_t column = 0;

  while (!written_has_bad (&j->c, row, column, 1, j->poison))
    column++;
  if (is_unwritten (j, row, column))
    return report_unwritten (j, row, column);
  return report_wrong (
      j, "%s is %g: inputs are finite and %s",
      name_element (j, row, column).text, matrix_number (&j->c, row, column),
      j->check->data == GK_DATA_WIDE ? "no sum of products overflows"
                                     : "small");
}

static int
too_far (const struct product_check *j, const struct columns_fault *fault,
         double precision)
{
  if (j->update.before.data != NULL && is_unwritten (j, fault->i, fault->j))
    return report_unwritten (j, fault->i, fault->j);
  return report_wrong (
      j,
      "%s is %.17g, should be %.17g: off by %.2g of |A||B|, over %.2g "
      "for a unit roundoff of %.2g; %s?",
      name_element (j, fault->i, fault->j).text,
      matrix_number (&j->c, fault->i, fault->j), fault->right, fault->ratio,
      j->check->bound, precision,
      j->check->data == GK_DATA_WIDE ? "is the arithmetic less precise, at "
                                       "least where exponents are far apart"
                                     : "is the arithmetic less precise");
}

static int
too_far_in_all (const struct product_check *j,
                const struct columns_fault *fault, double precision)
{
  return report_wrong (
      j,
      "%s %lld of %s is off by %.2g of the root mean square of its sums, over "
      "%.2g for a unit roundoff of %.2g; are the sums complete?",
      j->swapped ? "column" : "row",
      (long long)(fault->rms_row + j->from.first_line), j->name, fault->rms,
      j->check->rms_bound, precision);
}

static int
too_far_in_fold (const struct product_check *j, const struct folds_fault *fault,
                 double precision)
{
  return report_wrong (
      j,
      "%s is %.17g, should be %.17g: random sums over all columns are off by "
      "%.2g of their root mean square, over %.2g for a unit roundoff of %.2g%s",
      name_element (j, fault->i, fault->j).text,
      matrix_number (&j->c, fault->i, fault->j), fault->right, fault->off,
      fault->bound, precision, fault->in_all ? ", in most rows" : "");
}

/* Checks one element as those of the columns are. */
static int
check_element (const struct product_check *j, int64_t row, int64_t column,
               double precision)
{
  const gk_check *check = j->check;
  const struct exact_element exact
      = exact_element (&j->a, &j->b, &j->update, row, column);
  const double lost = bounds_below_normal (
      j->a.dtype, j->c.dtype, j->drawn_inner, precision, check->data);
  const double error = fabs (matrix_number (&j->c, row, column) - exact.value)
                       - bounds_of_rounding (j->c.dtype, exact.value) - lost;
  struct columns_fault fault = { .i = row, .j = column, .right = exact.value };

  if (error <= check->bound * exact.magnitude)
    return GK_OK;
  fault.ratio
      = exact.magnitude > 0 ? error / exact.magnitude : (double)INFINITY;
  return too_far (j, &fault, precision);
}

static uint64_t
smaller (uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

/* Checks the elements in which C differs from that of another launch.  The
 * ranges are of all products. */
static int
check_differing (const struct product_check *j, double precision)
{
  const gk_check *check = j->check;
  const uint64_t bytes = number_bytes (j->c.dtype), first = j->first_byte;
  const uint64_t last = first + (uint64_t)(j->c.rows * j->c.ld) * bytes;
  int r = GK_OK;

  if (!GK_HAS (check, gk_check, n_differing) || check->differing == NULL)
    return GK_OK;
  for (uint64_t n = 0; n < check->n_differing && r == GK_OK; n++) {
    const gk_range *range = &check->differing[n];

    if (range->offset + range->bytes <= first)
      continue;
    const uint64_t end
        = (smaller (range->offset + range->bytes, last) - first) / bytes;
    const uint64_t begin
        = range->offset < first ? 0 : (range->offset - first) / bytes;

    for (uint64_t at = begin; at < end && r == GK_OK; at++)
      if ((int64_t)at % j->c.ld < j->c.cols)
        r = check_element (j, (int64_t)at / j->c.ld, (int64_t)at % j->c.ld,
                           precision);
  }
  return r;
}

/* Makes the columns, and the folds where these are not all columns.  False
 * without memory. */
static bool
make_references (const struct product_check *j)
{
  struct reference *r = j->reference;
  const gk_check *check = j->check;
  const struct varied varied = varied_in (j, check->generation);

  if (r->columns == NULL)
    r->columns = columns_make (j->host, &j->a, &j->b, check->choice_seed,
                               &varied, j->once);
  if (r->columns == NULL)
    return false;
  if (r->folds == NULL && !columns_are_all (r->columns, &j->b))
    r->folds = folds_make (j->host, &j->a, &j->b, check->choice_seed,
                           check->data, &varied);
  return r->folds != NULL || columns_are_all (r->columns, &j->b);
}

/* Checks the elements that differ, and all columns at once where not each was
 * checked. */
static int
check_rest (const struct product_check *j, const struct folds_measured *folds,
            const struct folds_errors *errors, double precision)
{
  gk_check *check = j->check;
  const int r = check_differing (j, precision);
  struct folds_fault fault;

  if (r != GK_OK || folds->folds == NULL)
    return r;
  check->method = "columns and folds";
  check->checked = (uint64_t)j->c.rows * (uint64_t)j->c.cols;
  fault = folds_fault_of (folds, errors);
  return fault.found ? too_far_in_fold (j, &fault, precision) : GK_OK;
}

static int
check_floats (const struct product_check *j, double precision)
{
  const gk_dtype factors = j->a.dtype;
  const int64_t n = update_bounded_inner (&j->update, j->a.cols);
  gk_check *check = j->check;
  const gk_data data = bounds_data (check);
  const double lost = bounds_below_normal (factors, j->c.dtype, j->drawn_inner,
                                           precision, check->data);
  const double of_row = bounds_of_row (factors, n, precision, data);
  struct columns_measured columns
      = { NULL,  &j->update,
          &j->c, bounds_of_element (factors, n, precision, data),
          lost,  bounds_of_rounding (j->c.dtype, 1) };
  struct folds_measured folds
      = { NULL, &j->update, &j->a, &j->b, &j->c, of_row, lost };
  struct compared compared;
  struct columns_fault fault;

  if (!make_references (j))
    return GK_FAIL;
  columns.columns = j->reference->columns;
  folds.folds = j->reference->folds;
  compared = compare_rows (&columns, &folds, j->poison);
  if (compared.bad != INT64_MAX)
    return report_bad (j, compared.bad);
  fault = columns_fault_of (&columns, &compared.columns);
  check->method = "columns";
  check->bound = columns.bound;
  check->rms_bound = of_row;
  check->error = fault.worst;
  check->rms_error = fault.rms;
  check->checked = fault.checked;
  if (fault.worst > check->bound)
    return too_far (j, &fault, precision);
  if (fault.rms > check->rms_bound)
    return too_far_in_all (j, &fault, precision);
  return check_rest (j, &folds, &compared.folds, precision);
}

static double
precision_of (const struct product_check *j)
{
  return j->check->precision > 0 ? j->check->precision
                                 : bounds_precision (j->a.dtype);
}

int
verify_product (const struct product_check *j)
{
  const double precision = precision_of (j);
  int r = update_reference (j);

  if (r == GK_OK)
    r = check_padding (j);
  if (r != GK_OK)
    return r;
  if (number_is_integer (j->a.dtype)
      || (j->check->data == GK_DATA_EXACT
          && exact_for (j->a.dtype, j->drawn_inner, precision)
          && update_is_exact (j->update.alpha, j->update.beta)))
    return check_exact (j);
  return check_floats (j, precision);
}
