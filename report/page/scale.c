/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <float.h>
#include <math.h>

#include "report/page/scale.h"

struct scale
scale_linear (double low, double high, double from, double to)
{
  /* Records may hold any number. */
  if (!isfinite (low))
    low = 0;
  if (!(high > low) || !isfinite (high))
    high = low + 1;
  return (struct scale){ .low = low, .high = high, .from = from, .to = to };
}

struct scale
scale_log (double low, double high, double from, double to)
{
  const double least = 4;

  if (!(low >= DBL_MIN) || !isfinite (low))
    low = 1;
  if (!isfinite (high))
    high = low;
  if (!(high > least * low)) {
    const double middle = sqrt (low) * sqrt (high);

    low = middle / sqrt (least);
    high = middle * sqrt (least);
  }
  return (struct scale){
    .log = true, .low = low, .high = high, .from = from, .to = to
  };
}

double
scale_position (const struct scale *s, double value)
{
  double share = s->log ? log (value / s->low) / log (s->high / s->low)
                        : (value - s->low) / (s->high - s->low);

  return s->from + fmin (fmax (share, 0), 1) * (s->to - s->from);
}

/* Rounds up to 1, 2 or 5 times a power of ten. */
static double
round_step (double step)
{
  const double power = pow (10, floor (log10 (step)));
  const double digit = step / power;

  /* Tolerates rounding errors. */
  return power
         * (digit <= 1.0001   ? 1
            : digit <= 2.0001 ? 2
            : digit <= 5.0001 ? 5
                              : 10);
}

static size_t
linear_ticks (const struct scale *s, double apart, double tick[TICKS_MOST])
{
  const double room = fabs (s->to - s->from) / apart;
  const double step = round_step ((s->high - s->low) / fmax (room, 1));
  const double first = ceil (s->low / step - 1e-9);
  size_t n = 0;

  for (double i = first; i * step <= s->high + step * 1e-9 && n < TICKS_MOST;
       i++)
    tick[n++] = i * step + 0.0; /* no negative zero */
  return n;
}

/* Every decade or every few; with 2 and 5 between them if there is room. */
static size_t
log_ticks (const struct scale *s, double apart, double tick[TICKS_MOST])
{
  static const double digits[] = { 1, 2, 5 };
  const double decade = fabs (s->to - s->from) / log10 (s->high / s->low);
  const double every = fmax (1, ceil (apart / decade));
  const size_t n_digits = decade * 0.3 >= apart ? 3 : 1;
  size_t n = 0;

  for (double power = floor (log10 (s->low) / every) * every;
       power <= log10 (s->high) && n < TICKS_MOST; power += every)
    for (size_t i = 0; i < n_digits && n < TICKS_MOST; i++) {
      const double value = digits[i] * pow (10, power);

      if (value >= s->low * 0.9999 && value <= s->high * 1.0001)
        tick[n++] = value;
    }
  return n;
}

size_t
scale_ticks (const struct scale *scale, double apart, double tick[TICKS_MOST])
{
  return scale->log ? log_ticks (scale, apart, tick)
                    : linear_ticks (scale, apart, tick);
}
