/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"

#define COUNT(array) (sizeof array / sizeof array[0])

/* A threshold is where rounding to three digits reaches the next power of ten:
 * 9.996 is "10.0", not "10.00". */
static void
print_significant (char *text, double value)
{
  static const double least[]
      = { 99.95, 9.995, 0.9995, 0.09995, 0.009995, 0.0009995, 0.00009995 };

  if (value == 0) {
    strcpy (text, "0");
    return;
  }
  if (value < 1e12)
    for (size_t i = 0; i < COUNT (least); i++)
      if (value >= least[i]) {
        snprintf (text, UNITS_MAX, "%.*f", (int)i, value);
        return;
      }
  snprintf (text, UNITS_MAX, "%.2e", value);
}

static char *
print_with_unit (char *text, double value, const char *unit)
{
  size_t n;

  print_significant (text, value);
  n = strlen (text);
  snprintf (text + n, UNITS_MAX - n, " %s", unit);
  return text;
}

char *
units_time (char *text, double seconds)
{
  if (seconds < 999.5e-9)
    return print_with_unit (text, seconds * 1e9, "ns");
  if (seconds < 999.5e-6)
    return print_with_unit (text, seconds * 1e6, "us");
  if (seconds < 999.5e-3)
    return print_with_unit (text, seconds * 1e3, "ms");
  return print_with_unit (text, seconds, "s");
}

char *
units_duration (char *text, double seconds)
{
  const char *unit = seconds < 99.5 ? "s" : seconds < 5970 ? "min" : "h";

  seconds /= *unit == 's' ? 1 : *unit == 'm' ? 60 : 3600;
  snprintf (text, UNITS_MAX, "%.*f %s", seconds < 9.95, seconds, unit);
  return text;
}

char *
units_percent (char *text, double fraction)
{
  double percent = 100 * fraction;

  /* One decimal, so that the points of a column are aligned; a small share is
   * "<0.1%" rather than zero. */
  if (percent > 0 && percent < 0.05)
    strcpy (text, "<0.1%");
  else if (percent < 1e12)
    snprintf (text, UNITS_MAX, "%.*f%%", percent < 99.95 ? 1 : 0, percent);
  else
    snprintf (text, UNITS_MAX, "%.2e%%", percent);
  return text;
}

char *
units_ratio (char *text, double ratio)
{
  print_significant (text, ratio);
  strcat (text, "x");
  return text;
}

/* The decimals with which a positive value has this many digits; below zero for
 * those before the point that are rounded. */
static int
decimals_of (double value, int digits)
{
  return digits - 1 - (int)floor (log10 (value));
}

static void
print_rounded (char *text, double value, int decimals)
{
  const double step = pow (10, decimals);

  snprintf (text, UNITS_MAX, "%.*f", decimals > 0 ? decimals : 0,
            decimals < 0 ? round (value * step) / step : value);
}

bool
units_ratio_is_known (double low, double high)
{
  return low > 0 && high <= 2 * low;
}

char *
units_ratio_between (char *text, double low, double ratio, double high)
{
  char from[UNITS_MAX], to[UNITS_MAX];
  int decimals;

  if (!units_ratio_is_known (low, high)) {
    print_rounded (from, ratio, decimals_of (ratio, 2));
    snprintf (text, UNITS_MAX, "about %.20sx", from);
    return text;
  }
  decimals = decimals_of (high, high < 1.1 * low ? 3 : 2);
  print_rounded (from, low, decimals);
  print_rounded (to, high, decimals);
  if (strcmp (from, to) == 0)
    return units_ratio (text, ratio);
  snprintf (text, UNITS_MAX, "%.12s to %.12sx", from, to);
  return text;
}

char *
units_bytes (char *text, double bytes)
{
  static const char *const unit[]
      = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
  size_t i = 0;

  while (bytes >= 1023.5 && i + 1 < COUNT (unit)) {
    bytes /= 1024;
    i++;
  }
  if (i == 0) {
    snprintf (text, UNITS_MAX, "%.0f B", bytes);
    return text;
  }
  return print_with_unit (text, bytes, unit[i]);
}

struct unit_scale {
  const char *si, *shown;
  double divisor;
};

/* Returns the scale for rates of which this is the largest. */
static const struct unit_scale *
find_scale (const char *si, double largest)
{
  static const struct unit_scale scales[] = {
    { "B/s", "GB/s", 1e9 },        { "FLOP/s", "GFLOP/s", 1e9 },
    { "FLOP/s", "TFLOP/s", 1e12 }, { "OP/s", "GOP/s", 1e9 },
    { "OP/s", "TOP/s", 1e12 },
  };
  const struct unit_scale *found = NULL;

  for (size_t i = 0; i < COUNT (scales); i++)
    if (strcmp (scales[i].si, si) == 0
        && (found == NULL || largest >= scales[i].divisor))
      found = &scales[i];
  return found;
}

const char *
units_rate_unit (const char *si, double largest)
{
  const struct unit_scale *scale = find_scale (si, largest);

  return scale ? scale->shown : si;
}

double
units_rate_divisor (const char *si, double largest)
{
  const struct unit_scale *scale = find_scale (si, largest);

  return scale ? scale->divisor : 1;
}

char *
units_rate_number (char *text, double value, const char *si, double largest)
{
  const struct unit_scale *scale = find_scale (si, largest);

  print_significant (text, scale ? value / scale->divisor : value);
  return text;
}

char *
units_rate (char *text, double value, const char *si)
{
  const struct unit_scale *scale = find_scale (si, value);

  return print_with_unit (text, scale ? value / scale->divisor : value,
                          units_rate_unit (si, value));
}

char *
units_figure (char *text, double value, const char *unit)
{
  const double size = fabs (value);
  char figure[UNITS_MAX];

  if (strcmp (unit, "s") == 0)
    units_time (figure, size);
  else if (strcmp (unit, "B") == 0)
    units_bytes (figure, size);
  else if (strcmp (unit, "%") == 0)
    units_percent (figure, size / 100);
  else if (*unit != '\0' && strcmp (unit, "1") != 0)
    units_rate (figure, size, unit);
  else if (size < 1e12 && size == floor (size))
    snprintf (figure, sizeof figure, "%.0f", size);
  else
    print_significant (figure, size);
  snprintf (text, UNITS_MAX, "%s%.30s", value < 0 ? "-" : "", figure);
  return text;
}
