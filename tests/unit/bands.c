/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The tiles' positions: each tile of C once, down a band before across; and the
 * divisions behind them, at the largest numbers, too.
 */
#include <config.h>

#include "matmul/cuda/stream-k.h"
#include "tests/unit/unit.h"

enum { MOST = 40 };

static void
check_tiles (int down, int across, int band)
{
  struct stream_k s = { .bands = { down, across, band } };
  int n = 0;

  s.again = 2;
  stream_k_set_divisors (&s);
  for (int first = 0; first < down; first += band)
    for (int i = 0; i < across; i++)
      for (int j = first; j < first + band && j < down; j++) {
        const struct bands_position at = bands_position (&s.bands, n);

        assert_int_equal (at.down, j);
        assert_int_equal (at.across, i);
        n++;
      }
  assert_int_equal (n, down * across);
  for (int i = 0; i < stream_k_tiles (&s); i++)
    assert_int_equal (stream_k_repetition (&s, i), i / n);
}

TEST (every_tile_has_a_position_of_its_own)
{
  for (int down = 1; down <= MOST; down++)
    for (int across = 1; across <= MOST; across += 3)
      for (int band = 1; band <= down; band++)
        check_tiles (down, across, band);
}

static void
check_division (uint32_t n, uint32_t by)
{
  assert_int_equal (divide_by (n, divisor_of (by)), n / by);
}

TEST (divides_like_the_operator)
{
  const uint32_t most = INT32_MAX;

  for (uint32_t by = 1; by < 100000; by += by < 2000 ? 1 : 97)
    for (uint32_t times = 1; times <= most / by; times = times * 3 + 1) {
      check_division (times * by, by);
      check_division (times * by - 1, by);
    }
  for (uint32_t by = 1; by <= most; by += by / 7 + 1) {
    check_division (most, by);
    check_division (most / by * by, by);
    check_division (most / by * by - 1, by);
  }
  check_division (most, most);
  check_division (most - 1, most);
  check_division (most, 0x80000000u);
}
