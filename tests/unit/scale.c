/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The scales of pictures: ticks are round, in order, within the scale and not
 * too near to each other, whatever it goes over; values beyond it are at its
 * end.
 */
#include <config.h>

#include <math.h>
#include <stdbool.h>
#include "report/page/svg.h"
#include "tests/unit/unit.h"

/* Whether it is 1, 2 or 5 times a power of ten. */
static bool
is_round (double value)
{
  const double digit = value / pow (10, floor (log10 (value) + 1e-9));

  return fabs (digit - 1) < 1e-6 || fabs (digit - 2) < 1e-6
         || fabs (digit - 5) < 1e-6;
}

static void
expect_ticks (struct scale scale, double apart)
{
  double tick[TICKS_MOST];
  size_t n = scale_ticks (&scale, apart, tick);

  assert_in_range (n, 1, TICKS_MOST);
  for (size_t i = 0; i < n; i++) {
    assert_true (tick[i] >= scale.low * 0.999 - 1e-12);
    assert_true (tick[i] <= scale.high * 1.001);
    assert_true (scale.log || i == 0 || is_round (tick[i] - tick[i - 1]));
    assert_true (!scale.log || is_round (tick[i]));
    if (i > 0)
      assert_true (fabs (scale_position (&scale, tick[i])
                         - scale_position (&scale, tick[i - 1]))
                   >= 0.98 * apart);
  }
}

TEST (linear_ticks)
{
  for (double high = 1e-9; high < 1e13; high *= 1.37)
    for (double apart = 20; apart < 300; apart *= 1.7)
      expect_ticks (scale_linear (0, high, 0, 400), apart);
}

TEST (logarithmic_ticks)
{
  for (double low = 1e-9; low < 1e9; low *= 3.7)
    for (double times = 12; times < 1e15; times *= 9)
      for (double apart = 20; apart < 70; apart *= 1.7)
        expect_ticks (scale_log (low, low * times, 400, 0), apart);
}

TEST (places_stay_within)
{
  const struct scale scale = scale_linear (0, 10, 100, 200);
  const struct scale log = scale_log (1, 100, 200, 0);
  const struct scale none = scale_linear (3, 3, 0, 10);

  assert_true (scale_position (&scale, 5) == 150);
  assert_true (scale_position (&scale, 50) == 200);
  assert_true (scale_position (&scale, -1) == 100);
  assert_true (fabs (scale_position (&log, 10) - 100) < 1e-9);
  assert_true (scale_position (&log, 0) == 200);
  assert_true (scale_position (&none, 3) == 0);
}

/* Records may say anything: it comes to an end, and stays within. */
TEST (odd_values_end)
{
  static const double odd[]
      = { 0, -1, 1e-320, 1e308, NAN, INFINITY, -INFINITY, 3 };
  double tick[TICKS_MOST];

  for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++)
    for (size_t j = 0; j < sizeof odd / sizeof odd[0]; j++) {
      const struct scale both[] = { scale_linear (odd[i], odd[j], 0, 100),
                                    scale_log (odd[i], odd[j], 0, 100) };

      for (size_t k = 0; k < 2; k++) {
        const double place = scale_position (&both[k], odd[j]);

        assert_true (scale_ticks (&both[k], 20, tick) <= TICKS_MOST);
        assert_true (place >= 0 && place <= 100);
      }
    }
}
