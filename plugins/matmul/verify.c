/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The judge of both families.  All of it works on the row-major view of the
 * problem; only messages go back to the user's rows and columns.
 */
#include <config.h>

#include <stdio.h>

#include "columns.h"
#include "exact.h"
#include "modular.h"
#include "problem.h"
#include "row-major.h"
#include "vary.h"
#include "written.h"

/* One verification, taken apart. */
struct judged {
  const gk_host *host;
  gk_check *check;
  struct reference *reference;
  struct matrix a, b, c;
  bool swapped; /* rows here are columns to the user */
};

/* Room for "c[9223372036854775807][9223372036854775807]". */
struct place {
  char text[48];
};

static struct place
place_of (const struct judged *j, int64_t row, int64_t column)
{
  struct place place;

  snprintf (place.text, sizeof place.text, "c[%lld][%lld]",
            (long long)(j->swapped ? column : row),
            (long long)(j->swapped ? row : column));
  return place;
}

static struct judged
views_of (const gk_host *host, struct matmul_state *s, gk_check *check)
{
  const gk_matmul p = matmul_row_major (&s->problem);
  const bool swapped = s->problem.layout_c != p.layout_c;
  const void *a = check->buffers[swapped ? MATMUL_B : MATMUL_A];
  const void *b = check->buffers[swapped ? MATMUL_A : MATMUL_B];
  const struct judged j = {
    .host = host,
    .check = check,
    .reference = &s->reference[check->data],
    .a = { p.dtype, a, p.m, p.n, p.lda },
    .b = { p.dtype, b, p.n, p.k, p.ldb },
    .c = { p.dtype, check->buffers[MATMUL_C], p.m, p.k, p.ldc },
    .swapped = swapped,
  };

  return j;
}

/* What was made from other inputs, or for other choices, is of no use. */
static void
forget_others (const struct judged *j)
{
  const gk_check *check = j->check;
  struct reference *r = j->reference;

  if (r->seed == check->seed && r->generation == check->generation
      && r->choice_seed == check->choice_seed)
    return;
  modular_free (j->host, r->modular);
  columns_free (j->host, r->columns);
  r->modular = NULL;
  r->columns = NULL;
  r->seed = check->seed;
  r->generation = check->generation;
  r->choice_seed = check->choice_seed;
}

/* The column that this generation changed, or -1: a change that no column
 * shows is none. */
static int64_t
varied_column (const struct judged *j)
{
  if (j->check->generation == 0)
    return -1;
  return varied_line (j->host, j->check->seed, j->check->generation, VARIED_B,
                      (uint64_t)j->b.cols);
}

static int
never_written (const struct judged *j, int64_t row, int64_t column)
{
  j->host->error (j->host, "%s was never written",
                  place_of (j, row, column).text);
  return GK_WRONG;
}

static int
judge_padding (const struct judged *j)
{
  int64_t row, column;

  if (!written_find_outside (&j->c, j->check->poison, &row, &column))
    return GK_OK;
  j->host->error (j->host,
                  "%s was written: that is padding, past the %lld %s of c",
                  place_of (j, row, column).text, (long long)j->c.cols,
                  j->swapped ? "rows" : "columns");
  return GK_WRONG;
}

static int
judge_exact (const struct judged *j)
{
  const gk_host *host = j->host;
  struct modular **modular = &j->reference->modular;
  struct modular_fault fault;
  int r;

  if (*modular == NULL)
    *modular = modular_make (host, &j->a, &j->b, j->check->choice_seed);
  if (*modular == NULL)
    return GK_FAIL;
  j->check->method = modular_method (*modular);
  j->check->checked = (uint64_t)j->c.rows * (uint64_t)j->c.cols;
  r = modular_check (host, *modular, &j->a, &j->b, &j->c, &fault);
  if (r != GK_WRONG)
    return r;
  if (written_never (&j->c, fault.i, fault.j, j->check->poison))
    return never_written (j, fault.i, fault.j);
  host->error (host, "%s is %.17g, should be %d (%lld of %lld %s are wrong)",
               place_of (j, fault.i, fault.j).text,
               words_number (&j->c, fault.i, fault.j), (int)fault.right,
               (long long)fault.wrong_rows, (long long)j->c.rows,
               j->swapped ? "columns" : "rows");
  return GK_WRONG;
}

static int
judge_written (const struct judged *j)
{
  int64_t row, column;

  if (!written_find_bad (&j->c, j->check->poison, &row, &column))
    return GK_OK;
  if (written_never (&j->c, row, column, j->check->poison))
    return never_written (j, row, column);
  j->host->error (j->host, "%s is %g: inputs are finite and small",
                  place_of (j, row, column).text,
                  words_number (&j->c, row, column));
  return GK_WRONG;
}

static int
too_far (const struct judged *j, const struct columns_fault *fault,
         double precision)
{
  j->host->error (
      j->host,
      "%s is %.17g, should be %.17g: off by %.2g of |A||B|, over %.2g "
      "for a unit roundoff of %.2g; is the arithmetic less precise?",
      place_of (j, fault->i, fault->j).text,
      words_number (&j->c, fault->i, fault->j), fault->right, fault->ratio,
      j->check->bound, precision);
  return GK_WRONG;
}

static int
too_far_in_all (const struct judged *j, const struct columns_fault *fault,
                double precision)
{
  j->host->error (
      j->host,
      "%s %lld of c is off by %.2g of the root mean square of its sums, over "
      "%.2g for a unit roundoff of %.2g; are the sums complete?",
      j->swapped ? "column" : "row", (long long)fault->rms_row, fault->rms,
      j->check->rms_bound, precision);
  return GK_WRONG;
}

static int
judge_columns (const struct judged *j, double precision)
{
  struct columns **columns = &j->reference->columns;
  gk_check *check = j->check;
  struct columns_fault fault;

  if (*columns == NULL)
    *columns = columns_make (j->host, &j->a, &j->b, check->choice_seed,
                             varied_column (j));
  if (*columns == NULL)
    return GK_FAIL;
  check->method = "columns";
  check->bound = columns_bound (j->a.cols, precision);
  check->rms_bound = columns_rms_bound (j->a.cols, precision);
  columns_check (*columns, &j->c, check->bound, &fault);
  check->error = fault.worst;
  check->rms_error = fault.rms;
  check->checked = fault.checked;
  if (fault.worst > check->bound)
    return too_far (j, &fault, precision);
  if (fault.rms > check->rms_bound)
    return too_far_in_all (j, &fault, precision);
  return GK_OK;
}

static double
precision_of (const struct judged *j)
{
  if (j->check->precision > 0)
    return j->check->precision;
  return j->c.dtype == GK_F32 ? 0x1p-24 : 0x1p-53;
}

int
matmul_verify (const gk_host *host, void *state, gk_check *check)
{
  struct matmul_state *s = state;
  const struct judged j = views_of (host, s, check);
  const double precision = precision_of (&j);
  int r;

  forget_others (&j);
  r = judge_padding (&j);
  if (r != GK_OK)
    return r;
  if (j.c.dtype == GK_I32
      || (check->data == GK_DATA_EXACT
          && exact_for (j.c.dtype, s->problem.n, precision)))
    return judge_exact (&j);
  r = judge_written (&j);
  return r == GK_OK ? judge_columns (&j, precision) : r;
}
