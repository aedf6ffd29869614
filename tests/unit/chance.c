/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "chance.h"

static uint64_t state;

void
chance_begin (uint64_t seed)
{
  state = seed;
}

double
chance_uniform (void)
{
  uint64_t x = state += 0x9e3779b97f4a7c15;

  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return (double)((x ^ x >> 31) >> 11) * 0x1p-53;
}

double
chance_normal (void)
{
  double radius = sqrt (-2 * log (1 - chance_uniform ()));

  return radius * cos (2 * acos (-1) * chance_uniform ());
}
