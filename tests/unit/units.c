/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Quantities as a reader sees them.
 */
#include <config.h>

#include <math.h>

#include "base/units.h"
#include "tests/unit/unit.h"

TEST (times)
{
  char text[UNITS_MAX];

  assert_string_equal (units_time (text, 3.36e-6), "3.36 us");
  assert_string_equal (units_time (text, 12.34e-6), "12.3 us");
  assert_string_equal (units_time (text, 0), "0 ns");
  assert_string_equal (units_time (text, 850e-9), "850 ns");
  assert_string_equal (units_time (text, 2.31), "2.31 s");
  assert_string_equal (units_time (text, 1234), "1234 s");
}

TEST (durations)
{
  char text[UNITS_MAX];

  assert_string_equal (units_duration (text, 2.004), "2.0 s");
  assert_string_equal (units_duration (text, 99.4), "99 s");
  assert_string_equal (units_duration (text, 180), "3.0 min");
  assert_string_equal (units_duration (text, 5969), "99 min");
  assert_string_equal (units_duration (text, 7200), "2.0 h");
}

TEST (rounding_reaches_the_next_digit_or_unit)
{
  char text[UNITS_MAX];

  assert_string_equal (units_time (text, 9.996e-6), "10.0 us");
  assert_string_equal (units_time (text, 99.96e-6), "100 us");
  assert_string_equal (units_time (text, 999.4e-6), "999 us");
  assert_string_equal (units_time (text, 999.6e-6), "1.00 ms");
  assert_string_equal (units_time (text, 0.9996), "1.00 s");
}

TEST (rates_have_one_unit)
{
  char text[UNITS_MAX];

  assert_string_equal (units_rate (text, 3.943e12, "B/s"), "3943 GB/s");
  assert_string_equal (units_rate (text, 1.95e9, "B/s"), "1.95 GB/s");
  assert_string_equal (units_rate (text, 2.67e6, "B/s"), "0.00267 GB/s");
  assert_string_equal (units_rate (text, 8.14e8, "FLOP/s"), "0.814 GFLOP/s");
  assert_string_equal (units_rate (text, 51e12, "FLOP/s"), "51.0 TFLOP/s");
  assert_string_equal (units_rate_unit ("FLOP/s", 0.9e12), "GFLOP/s");
  assert_string_equal (units_rate_unit ("OP/s", 1.1e12), "TOP/s");
  assert_string_equal (units_rate_number (text, 0.9e12, "OP/s", 1.1e12),
                       "0.900");
  assert_string_equal (units_rate_number (text, 0.9e12, "OP/s", 0.9e12), "900");
  assert_string_equal (units_rate (text, 33.37e12, "OP/s"), "33.4 TOP/s");
  assert_string_equal (units_rate (text, 6.7e5, "OP/s"), "0.000670 GOP/s");
  assert_string_equal (units_rate (text, 5, "launch/s"), "5.00 launch/s");
}

TEST (shares)
{
  char text[UNITS_MAX];

  assert_string_equal (units_percent (text, 0.831), "83.1%");
  assert_string_equal (units_percent (text, 0.003), "0.3%");
  assert_string_equal (units_percent (text, 0.0001), "<0.1%");
  assert_string_equal (units_percent (text, 0), "0.0%");
  assert_string_equal (units_percent (text, 0.9996), "100%");
  assert_string_equal (units_percent (text, 1.2), "120%");
}

TEST (ratios_and_sizes)
{
  char text[UNITS_MAX];

  assert_string_equal (units_ratio (text, 1), "1.00x");
  assert_string_equal (units_ratio (text, 12.34), "12.3x");
  assert_string_equal (units_ratio (text, 0.00413), "0.00413x");
  assert_string_equal (units_ratio_between (text, 1.49, 1.53, 1.57),
                       "1.49 to 1.57x");
  assert_string_equal (units_ratio_between (text, 5.1, 6.2, 7.44),
                       "5.1 to 7.4x");
  assert_string_equal (units_ratio_between (text, 9.84, 10, 10.2),
                       "9.8 to 10.2x");
  assert_string_equal (units_ratio_between (text, 20123, 26284, 30456),
                       "20000 to 30000x");
  assert_string_equal (units_ratio_between (text, 1.559, 1.56, 1.561), "1.56x");
  /* Wider than a factor of two, or not known at all. */
  assert_string_equal (units_ratio_between (text, 9, 32.6, 119), "about 33x");
  assert_string_equal (units_ratio_between (text, 0.5, 0.82, 1.4),
                       "about 0.82x");
  assert_string_equal (units_ratio_between (text, 0, 312, INFINITY),
                       "about 310x");
  assert_string_equal (units_bytes (text, 100), "100 B");
  assert_string_equal (units_bytes (text, 139.0 * (1 << 30)), "139 GiB");
}

TEST (figures_have_any_unit)
{
  char text[UNITS_MAX];

  assert_string_equal (units_figure (text, 12.34e-6, "s"), "12.3 us");
  assert_string_equal (units_figure (text, -0.5, "s"), "-500 ms");
  assert_string_equal (units_figure (text, 2048, "B"), "2.00 KiB");
  assert_string_equal (units_figure (text, 87.5, "%"), "87.5%");
  assert_string_equal (units_figure (text, 3.943e12, "B/s"), "3943 GB/s");
  assert_string_equal (units_figure (text, 17, ""), "17");
  assert_string_equal (units_figure (text, 1234567, ""), "1234567");
  assert_string_equal (units_figure (text, 0.5, "1"), "0.500");
  assert_string_equal (units_figure (text, -1.234e-5, ""), "-1.23e-05");
  assert_string_equal (units_figure (text, 17, "steps"), "17.0 steps");
}

TEST (nothing_overflows)
{
  char text[UNITS_MAX];

  assert_string_equal (units_time (text, 1e300), "1.00e+300 s");
  assert_string_equal (units_percent (text, 1e300), "1.00e+302%");
  assert_string_equal (units_ratio (text, 1e300), "1.00e+300x");
  assert_string_equal (units_figure (text, -1e300, "of sixteen bytes"),
                       "-1.00e+300 of sixteen bytes");
}
