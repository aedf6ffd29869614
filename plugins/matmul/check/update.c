/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "matmul/number.h"
#include "threads.h"
#include "update.h"

struct product_update
update_of (const gk_matmul *problem, const struct matrix *c, const void *before)
{
  const bool bias = problem->bias != NULL;
  struct product_update u = { .plain = !matmul_is_updated (problem, bias),
                              .alpha = problem->alpha,
                              .beta = problem->beta,
                              .before = *c };

  u.before.data = before;
  u.bias = matrix_make (c->dtype, GK_ROW_MAJOR, problem->bias, 1, c->cols,
                        c->cols);
  return u;
}

int64_t
update_drawn_inner (const gk_matmul *problem, bool bias)
{
  return matmul_is_updated (problem, bias) ? 4 * problem->n : problem->n;
}

int64_t
update_bounded_inner (const struct product_update *u, int64_t inner)
{
  return u->plain ? inner : inner + 3;
}

static bool
is_power_of_two (double x)
{
  int exponent;

  return fabs (frexp (x, &exponent)) == 0.5;
}

bool
update_is_exact (double alpha, double beta)
{
  return is_power_of_two (alpha) && (beta == 0 || is_power_of_two (beta));
}

/* long double: of f64 a sum must be more precise than that. */
struct updated_sum
update_combine (const struct product_update *u,
                const struct updated_sum *product,
                const struct updated_sum *before,
                const struct updated_sum *bias)
{
  const double alpha = u->alpha, beta = u->beta;
  const long double sum
      = (long double)alpha * product->high + (long double)alpha * product->low
        + ((long double)beta * before->high + (long double)beta * before->low)
        + bias->high + bias->low;

  return (struct updated_sum){
    .high = (double)sum,
    .low = (double)(sum - (double)sum),
    .magnitude = fabs (alpha) * product->magnitude
                 + fabs (beta) * before->magnitude + bias->magnitude,
    .square = alpha * alpha * product->square + beta * beta * before->square
              + bias->square,
  };
}

static struct updated_sum
number_in (const struct matrix *matrix, int64_t i, int64_t j)
{
  const double x = matrix->data == NULL ? 0 : matrix_number (matrix, i, j);

  return (struct updated_sum){ x, 0, fabs (x), x * x };
}

struct updated_sum
update_element (const struct product_update *u,
                const struct updated_sum *product, int64_t i, int64_t j)
{
  struct updated_sum before, bias;

  if (u->plain)
    return *product;
  before = number_in (&u->before, i, j);
  bias = number_in (&u->bias, 0, j);
  return update_combine (u, product, &before, &bias);
}

/* Each step is exact, of a right C. */
static void
undo_row (const struct product_update *u, const struct matrix *c, int64_t i,
          char *to)
{
  const size_t element = number_bytes (c->dtype);

  for (int64_t j = 0; j < c->cols; j++, to += element) {
    const double old = u->beta * number_in (&u->before, i, j).high;
    const double product
        = (matrix_number (c, i, j) - old - number_in (&u->bias, 0, j).high)
          / u->alpha;

    number_put (c->dtype, to, product);
    if (number_at (c->dtype, to) != product)
      number_put (c->dtype, to, (double)NAN);
  }
}

void *
update_undo (const gk_host *host, const struct product_update *u,
             const struct matrix *c)
{
  const size_t row = (size_t)c->cols * number_bytes (c->dtype);
  char *product = host->alloc (host, (size_t)c->rows * row);

#pragma omp parallel for if (product != NULL                                   \
                             && is_worth_threads(c->rows * c->cols             \
                                                 * STEPS_MADE))                \
    schedule(static)
  for (int64_t i = 0; i < (product == NULL ? 0 : c->rows); i++)
    undo_row (u, c, i, product + (size_t)i * row);
  return product;
}
