/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "report/fleet/fleet.h"

/* MAD over standard deviation, of a normal distribution. */
#define MAD_OF_SIGMA 0.6745

/* Sorted figures without one of them. */
struct other_figures {
  const double *sorted;
  size_t n, without;
};

static double
figure_at (const struct other_figures *o, size_t i)
{
  return o->sorted[i + (i >= o->without)];
}

/* Returns the median of all.  Of the others alone it would lie halfway to one
 * bad device of three, and the good ones would look fast.  Two are compared
 * with each other. */
static double
centre_of (const double *sorted, size_t n, size_t i)
{
  return n == 2 ? sorted[1 - i] : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
}

/* Returns the smallest distance from the centre that holds count >= 1 figures.
 * These are consecutive: a binary search finds the first, since a fleet of
 * thousands needs one search a device. */
static double
distance_that_holds (const struct other_figures *o, double centre, size_t count)
{
  size_t low = 0, high = o->n - count;

  while (low < high) {
    size_t middle = low + (high - low) / 2;

    if (centre - figure_at (o, middle) > figure_at (o, middle + count) - centre)
      low = middle + 1;
    else
      high = middle;
  }
  return fmax (fabs (centre - figure_at (o, low)),
               fabs (figure_at (o, low + count - 1) - centre));
}

/* Returns the MAD: the median of the distances from the centre. */
static double
deviation_of_others (const struct other_figures *o, double centre)
{
  return (distance_that_holds (o, centre, (o->n + 1) / 2)
          + distance_that_holds (o, centre, o->n / 2 + 1))
         / 2;
}

struct sibling_score
sibling_model_score (const double *sorted, size_t n, size_t i)
{
  const struct other_figures others = { sorted, n - 1, i };
  double centre = centre_of (sorted, n, i), off = sorted[i] - centre;

  return (struct sibling_score){
    .ratio = sorted[i] / centre,
    .z
    = off == 0 ? 0 : MAD_OF_SIGMA * off / deviation_of_others (&others, centre),
  };
}

bool
sibling_score_is_below (const struct sibling_score *sibling, double margin)
{
  return sibling->ratio < 1 - margin && sibling->z < -SIBLING_Z_MOST;
}

bool
sibling_score_is_above (const struct sibling_score *sibling, double margin)
{
  return sibling->ratio > 1 + margin && sibling->z > SIBLING_Z_MOST;
}
