/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "report/siblings.h"

/* Of a normal distribution, the MAD over the standard deviation. */
#define MAD_OF_SIGMA 0.6745

/* Sorted figures without one of them. */
struct others {
  const double *sorted;
  size_t n, without;
};

static double
at (const struct others *o, size_t i)
{
  return o->sorted[i + (i >= o->without)];
}

static double
median (const struct others *o)
{
  return (at (o, (o->n - 1) / 2) + at (o, o->n / 2)) / 2;
}

/* The distance from the centre than which so many figures, one at least, are no
 * further off.  They stand side by side: where they begin is found by halves,
 * for among thousands of devices each is asked for. */
static double
reach (const struct others *o, double centre, size_t count)
{
  size_t low = 0, high = o->n - count;

  while (low < high) {
    size_t middle = low + (high - low) / 2;

    if (centre - at (o, middle) > at (o, middle + count) - centre)
      low = middle + 1;
    else
      high = middle;
  }
  return fmax (fabs (centre - at (o, low)),
               fabs (at (o, low + count - 1) - centre));
}

/* The median of the distances from the centre. */
static double
mad (const struct others *o, double centre)
{
  return (reach (o, centre, (o->n + 1) / 2) + reach (o, centre, o->n / 2 + 1))
         / 2;
}

struct sibling
sibling_at (const double *sorted, size_t n, size_t i)
{
  const struct others others = { sorted, n - 1, i };
  double centre = median (&others), off = sorted[i] - centre;

  return (struct sibling){
    .ratio = sorted[i] / centre,
    .z = off == 0 ? 0 : MAD_OF_SIGMA * off / mad (&others, centre),
  };
}

bool
sibling_is_below (const struct sibling *sibling, double margin)
{
  return sibling->ratio < 1 - margin && sibling->z < -SIBLINGS_Z;
}

bool
sibling_is_above (const struct sibling *sibling, double margin)
{
  return sibling->ratio > 1 + margin && sibling->z > SIBLINGS_Z;
}
