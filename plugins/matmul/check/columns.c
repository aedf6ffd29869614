/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <string.h>

#include "bounds.h"
#include "columns.h"
#include "dots.h"
#include "doubles.h"
#include "threads.h"

enum {
  SAMPLED = 16,      /* columns, where the product has more */
  PIECE = PART_COLS, /* elements of the inner dimension per pass */
  GROUPS = 2,        /* groups, and */
  GATHERED = 4096,   /* rows of B that are gathered at a time; but */
  KEPT = 1 << 17     /* up to so many rows of groups are gathered once */
};

/* Up to so many multiplications all columns are computed. */
static const double all_columns = 0x1p20;

struct columns {
  int64_t rows, inner, n_groups;
  int64_t n_chosen; /* columns of all generations */
  int64_t n;        /* and the varied column, if it is not among them */
  int64_t *index;
  struct double_double_sums *sums; /* n_groups for each row */
  double (*gathered)[GROUP];       /* GATHERED for each of GROUPS groups; or */
  bool kept; /* all of B's chosen columns, of the generation now: `inner` for
                each group */
};

static uint64_t
random_below (const gk_host *host, uint64_t seed, uint64_t below)
{
  uint64_t bits;

  host->random (host, &bits, sizeof bits, seed);
  return bits % below;
}

/* The first column of span s, of those between the first column and the
 * last. */
static int64_t
span_begin (const struct columns *c, int64_t cols, int64_t s)
{
  const int64_t spans = c->n_chosen - 2, between = cols - 2;

  return 1 + between / spans * s + between % spans * s / spans;
}

/* The first and the last column, where kernels handle edges wrongly, and one
 * column from each of equal spans between them. */
static void
choose_columns (const gk_host *host, struct columns *c, int64_t cols,
                uint64_t seed)
{
  const int64_t inner = c->n_chosen - 2;

  if (c->n_chosen == cols) {
    for (int64_t s = 0; s < cols; s++)
      c->index[s] = s;
    return;
  }
  c->index[0] = 0;
  for (int64_t s = 0; s < inner; s++) {
    const int64_t first = span_begin (c, cols, s);
    const int64_t end = span_begin (c, cols, s + 1);

    c->index[1 + s] = first
                      + (int64_t)random_below (host, seed + (uint64_t)s,
                                               (uint64_t)(end - first));
  }
  c->index[c->n_chosen - 1] = cols - 1;
}

static int64_t
count_groups (int64_t columns)
{
  return (columns + GROUP - 1) / GROUP;
}

/* Rows [first, first + n) of B in the columns of `groups` groups from `group`
 * on; zero where the last of them has fewer. */
struct gathered {
  int64_t group, first;
  int groups, n;
};

/* Row first + l in the columns of group + g. */
static double *
gathered_at (const struct columns *c, const struct gathered *k, int g, int l)
{
  return c->gathered[c->kept ? (k->group + g) * c->inner + k->first + l
                             : (int64_t)g * GATHERED + l];
}

/* Each element is in a cache line of its own, so it takes as long as many
 * others do. */
static void
gather_rows (struct columns *c, const struct matrix *b,
             const struct gathered *k)
{
#pragma omp parallel for if (is_worth_threads((int64_t)k->n * k->groups        \
                                              * GROUP * STEPS_MISSED))         \
    schedule(static)
  for (int l = 0; l < k->n; l++)
    for (int s = 0; s < k->groups * GROUP; s++) {
      const int64_t column = k->group * GROUP + s;

      gathered_at (c, k, s / GROUP, l)[s % GROUP]
          = column < c->n_chosen
                ? matrix_number (b, k->first + l, c->index[column])
                : 0;
    }
}

/* Moves to the next rows of B, or to those of the next groups; false after the
 * last. */
static bool
next_gathered (const struct columns *c, struct gathered *k)
{
  const int64_t n_groups = count_groups (c->n_chosen);

  k->first += k->n;
  if (k->first == c->inner) {
    k->group += k->groups;
    k->first = 0;
  }
  k->groups
      = n_groups - k->group < GROUPS ? (int)(n_groups - k->group) : GROUPS;
  k->n = c->inner - k->first < GATHERED ? (int)(c->inner - k->first) : GATHERED;
  return k->group < n_groups;
}

/* Adds the products of these rows of B with rows [i, i + rows) of A, at most
 * PART_ROWS of them. */
static void
add_strip (struct columns *c, const struct matrix *a, const struct gathered *k,
           int64_t i, int rows)
{
  double room[PART_ROWS][PIECE];
  const double *row[PART_ROWS];
  struct part_room copied;

  for (int l = 0; l < k->n; l += PIECE) {
    const int n = k->n - l < PIECE ? k->n - l : PIECE;
    const struct matrix part
        = matrix_part (a, i, rows, k->first + l, n, &copied);

    for (int r = 0; r < rows; r++)
      row[r] = doubles_of (&part, r, n, room[r]);
    for (int g = 0; g < k->groups; g++)
      for (int r = 0; r < rows; r += 2) {
        struct double_double_sums spare = { .low = { 0 } };
        const int other = r + 1 < rows ? r + 1 : r;
        struct double_double_sums *sums
            = &c->sums[(i + r) * c->n_groups + k->group + g];
        const struct dots_pair pair
            = { { row[r], row[other] },
                { sums, other > r ? sums + c->n_groups : &spare } };

        dots_add (a->dtype, &pair,
                  (const double (*)[GROUP])gathered_at (c, k, g, l), n);
      }
  }
}

static void
clear_rows (struct columns *c, int64_t first, int64_t end)
{
  const size_t n_groups = (size_t)count_groups (c->n_chosen);

  for (int64_t i = first; i < end; i++)
    memset (&c->sums[i * c->n_groups], 0, n_groups * sizeof *c->sums);
}

static void
make_rows (struct columns *c, const struct matrix *a, const struct matrix *b,
           int64_t first, int64_t end)
{
  struct gathered k = { 0 };

  clear_rows (c, first, end);
  while (next_gathered (c, &k)) {
    if (!c->kept)
      gather_rows (c, b, &k);
#pragma omp parallel for if (is_worth_threads((end - first) * k.n * k.groups   \
                                              * GROUP)) schedule(dynamic)
    for (int64_t i = first; i < end; i += PART_ROWS)
      add_strip (c, a, &k, i, end - i < PART_ROWS ? (int)(end - i) : PART_ROWS);
  }
}

static void
keep_gathered (struct columns *c, const struct matrix *b)
{
  struct gathered k = { 0 };

  while (c->kept && next_gathered (c, &k))
    gather_rows (c, b, &k);
}

/* Computes column s in rows [i, i + rows), at most PART_ROWS of them.  Each is
 * one long dot product, summed as GROUP interleaved partial sums. */
static void
make_column_rows (struct columns *c, const struct matrix *a,
                  const double *column, int64_t s, int64_t i, int rows)
{
  struct double_double_sums parts[PART_ROWS];
  struct part_room copied;

  memset (parts, 0, sizeof parts);
  for (int64_t l = 0; l < a->cols; l += PIECE) {
    const int n = a->cols - l < PIECE ? (int)(a->cols - l) : PIECE;
    const struct matrix part = matrix_part (a, i, rows, l, n, &copied);

    for (int r = 0; r < rows; r++)
      dots_add_one (part.dtype, &parts[r], matrix_at (&part, r, 0), column + l,
                    n);
  }
  for (int r = 0; r < rows; r++)
    double_double_total (&c->sums[(i + r) * c->n_groups + s / GROUP],
                         (int)(s % GROUP), &parts[r]);
}

static struct updated_sum
sum_in_lane (const struct double_double_sums *sums, int lane)
{
  return (struct updated_sum){ sums->high[lane], sums->low[lane],
                               sums->magnitude[lane], sums->square[lane] };
}

struct exact_element
exact_element (const struct matrix *a, const struct matrix *b,
               const struct product_update *update, int64_t i, int64_t j)
{
  struct double_double_sums parts, sum;
  struct updated_sum right;
  double column[PIECE];
  struct part_room copied;

  memset (&parts, 0, sizeof parts);
  for (int64_t l = 0; l < a->cols; l += PIECE) {
    const int n = a->cols - l < PIECE ? (int)(a->cols - l) : PIECE;
    const struct matrix part = matrix_part (a, i, 1, l, n, &copied);

    for (int s = 0; s < n; s++)
      column[s] = matrix_number (b, l + s, j);
    dots_add_one (part.dtype, &parts, matrix_at (&part, 0, 0), column, n);
  }
  double_double_total (&sum, 0, &parts);
  right = sum_in_lane (&sum, 0);
  right = update_element (update, &right, i, j);
  return (struct exact_element){ right.high + right.low, right.magnitude,
                                 right.square };
}

static bool
make_column (const gk_host *host, struct columns *c, const struct matrix *a,
             const struct matrix *b, int64_t s)
{
  double *column = host->alloc (host, (size_t)b->rows * sizeof *column);

  if (column == NULL)
    return false;
#pragma omp parallel if (is_worth_threads(a->rows * a->cols * STEPS_READ))
  {
#pragma omp for schedule(static)
    for (int64_t l = 0; l < b->rows; l++)
      column[l] = matrix_number (b, l, c->index[s]);
#pragma omp for schedule(static)
    for (int64_t i = 0; i < a->rows; i += PART_ROWS)
      make_column_rows (c, a, column, s, i,
                        a->rows - i < PART_ROWS ? (int)(a->rows - i)
                                                : PART_ROWS);
  }
  for (int64_t l = 0; l < b->rows && c->kept && s < c->n_chosen; l++)
    c->gathered[s / GROUP * c->inner + l][s % GROUP] = column[l];
  host->free (host, column);
  return true;
}

/* Returns the index of a column among the chosen ones; n_chosen when it is not
 * there. */
static int64_t
find_column (const struct columns *c, int64_t column)
{
  int64_t s = 0;

  while (s < c->n_chosen && c->index[s] != column)
    s++;
  return s;
}

/* Adds the column that a generation varied, unless it is there. */
static bool
add_varied (const gk_host *host, struct columns *c, const struct matrix *a,
            const struct matrix *b, const struct varied *varied)
{
  c->n = c->n_chosen;
  if (varied->b.line < 0 || find_column (c, varied->b.line) < c->n_chosen)
    return true;
  c->index[c->n++] = varied->b.line;
  return make_column (host, c, a, b, c->n_chosen);
}

/* Chooses the column that a generation varied, in place of the one of its span,
 * unless it is there. */
static void
choose_varied (struct columns *c, int64_t cols, const struct varied *varied)
{
  int64_t s = 0;

  if (varied->b.line < 0 || find_column (c, varied->b.line) < c->n_chosen)
    return;
  while (span_begin (c, cols, s + 1) <= varied->b.line)
    s++;
  c->index[1 + s] = varied->b.line;
}

/* How many columns are chosen, of all generations. */
static int64_t
count_chosen (const struct matrix *a, const struct matrix *b, bool once)
{
  const double products = (double)a->rows * (double)a->cols * (double)b->cols;

  if (once)
    return b->cols <= 2 * GROUP ? b->cols : GROUP;
  return b->cols <= SAMPLED || products <= all_columns ? b->cols : SAMPLED;
}

static struct columns *
allocate_columns (const gk_host *host, const struct matrix *a,
                  const struct matrix *b, bool once)
{
  struct columns *c = host->alloc (host, sizeof *c);
  int64_t most;

  if (c == NULL)
    return NULL;
  c->rows = a->rows;
  c->inner = b->rows;
  c->n_chosen = count_chosen (a, b, once);
  most = c->n_chosen + (once || c->n_chosen == b->cols ? 0 : 1);
  c->n_groups = count_groups (most);
  c->index = host->alloc (host, (size_t)most * sizeof *c->index);
  c->sums = host->alloc (host, (size_t)c->rows * (size_t)c->n_groups
                                   * sizeof *c->sums);
  c->kept = b->rows <= KEPT / count_groups (c->n_chosen);
  c->gathered = host->alloc (
      host, (c->kept ? (size_t)(b->rows * count_groups (c->n_chosen))
                     : (size_t)(GROUPS * GATHERED))
                * sizeof *c->gathered);
  if (c->index != NULL && c->sums != NULL && c->gathered != NULL)
    return c;
  columns_free (host, c);
  return NULL;
}

struct columns *
columns_make (const gk_host *host, const struct matrix *a,
              const struct matrix *b, uint64_t seed,
              const struct varied *varied, bool once)
{
  struct columns *c = allocate_columns (host, a, b, once);

  if (c == NULL)
    return NULL;
  choose_columns (host, c, b->cols, seed);
  if (once)
    choose_varied (c, b->cols, varied);
  keep_gathered (c, b);
  make_rows (c, a, b, 0, c->rows);
  if (add_varied (host, c, a, b, varied))
    return c;
  columns_free (host, c);
  return NULL;
}

bool
columns_move (const gk_host *host, struct columns *c, const struct matrix *a,
              const struct matrix *b, const struct varied *from,
              const struct varied *to)
{
  const struct varied *const both[] = { from, to };

  for (int i = 0; i < 2; i++) {
    const int64_t row = both[i]->a.line;
    const int64_t s = find_column (c, both[i]->b.line);

    if (row >= 0)
      make_rows (c, a, b, row, row + 1);
    if (s < c->n_chosen && !make_column (host, c, a, b, s))
      return false;
  }
  return add_varied (host, c, a, b, to);
}

bool
columns_are_all (const struct columns *c, const struct matrix *b)
{
  return c->n_chosen == b->cols;
}

void
columns_free (const gk_host *host, struct columns *columns)
{
  if (columns == NULL)
    return;
  host->free (host, columns->index);
  host->free (host, columns->sums);
  host->free (host, columns->gathered);
  host->free (host, columns);
}

/* What is right in row i of sampled column s. */
static struct updated_sum
right_at (const struct columns_measured *m, int64_t i, int64_t s)
{
  const struct columns *c = m->columns;
  const struct updated_sum product
      = sum_in_lane (&c->sums[i * c->n_groups + s / GROUP], (int)(s % GROUP));

  return update_element (m->update, &product, i, c->index[s]);
}

/* The error there, less what is allowed. */
static double
error_at (const struct columns_measured *m, const struct updated_sum *right,
          int64_t i, int64_t s)
{
  const double value = matrix_number (m->c, i, m->columns->index[s]);
  const double error = fabs (value - right->high - right->low)
                       - m->rounding * fabs (right->high) - m->lost;

  return isnan (error) ? INFINITY : error > 0 ? error : 0;
}

static double
ratio_of (double error, double to)
{
  if (to > 0)
    return error / to;
  return error > 0 ? INFINITY : 0;
}

/* Row i.  The root mean square of its errors is relative to the expected size
 * of its sums (bounds.h). */
void
columns_compare (const struct columns_measured *m, int64_t i,
                 struct columns_errors *all)
{
  const int64_t n = m->columns->n;
  double errors = 0, squares = 0, rms;

  for (int64_t s = 0; s < n; s++) {
    const struct updated_sum right = right_at (m, i, s);
    const double error = error_at (m, &right, i, s);
    const double ratio = ratio_of (error, right.magnitude);

    all->worst = ratio > all->worst ? ratio : all->worst;
    if (ratio > m->bound && i * n + s < all->first)
      all->first = i * n + s;
    errors += error * error;
    squares += right.square;
  }
  rms = sqrt (ratio_of (errors, squares));
  if (rms > all->rms) {
    all->rms = rms;
    all->rms_row = i;
  }
}

void
columns_join (struct columns_errors *all, const struct columns_errors *part)
{
  all->worst = fmax (all->worst, part->worst);
  all->first = part->first < all->first ? part->first : all->first;
  if (part->rms > all->rms
      || (part->rms == all->rms && part->rms_row < all->rms_row)) {
    all->rms = part->rms;
    all->rms_row = part->rms_row;
  }
}

struct columns_fault
columns_fault_of (const struct columns_measured *m,
                  const struct columns_errors *all)
{
  const struct columns *columns = m->columns;
  struct columns_fault fault = {
    .worst = all->worst,
    .rms = all->rms,
    .rms_row = all->rms_row,
    .checked = (uint64_t)columns->rows * (uint64_t)columns->n,
  };

  if (all->first != INT64_MAX) {
    const int64_t s = all->first % columns->n;
    struct updated_sum right;

    fault.i = all->first / columns->n;
    fault.j = columns->index[s];
    right = right_at (m, fault.i, s);
    fault.right = right.high;
    fault.ratio = ratio_of (error_at (m, &right, fault.i, s), right.magnitude);
  }
  return fault;
}
