/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Displacing takes memory out of the caches: walking through it takes longer
 * then.
 */
#include <config.h>

#include <stdlib.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "device/cpu/cpu.h"
#include "native.h"
#include "tests/unit/unit.h"

/* A line each; in all few enough for the first cache. */
enum { LINES = 256, LINE = 64, TRIES = 20 };

struct line {
  struct line *next;
  char rest[LINE - sizeof (void *)];
};

/* A ring that visits all in an order that no prefetcher knows: 77 has no
 * divisor with the number of lines. */
static struct line *
ring (void)
{
  struct line *line = xcalloc (LINES, sizeof *line);

  for (size_t i = 0; i < LINES; i++)
    line[i * 77 % LINES].next = &line[(i + 1) * 77 % LINES];
  return line;
}

static double
walk (struct line *line)
{
  double begin = clock_now ();

  for (int i = 0; i < LINES; i++)
    line = line->next;
  __asm__ volatile("" : : "r"(line) : "memory");
  return clock_now () - begin;
}

static double
less (double a, double b)
{
  return a < b ? a : b;
}

TEST (test_displaced)
{
  struct displacer d = { 0 };
  struct line *line = ring ();
  double warm = 1, cold = 1;

  for (int i = 0; i < TRIES; i++) {
    walk (line);
    warm = less (warm, walk (line));
    assert_true (cache_displace (&d));
    cold = less (cold, walk (line));
  }
  print_message ("%d lines: %.3g s, displaced %.3g s\n", LINES, warm, cold);
  assert_true (cold > 3 * warm);
  cache_displace_end (&d);
  assert_null (d.memory);
  free (line);
}

/* Where it can't flush, nothing is asked of it. */
TEST (test_flushed)
{
  struct line *line = ring ();
  double warm = 1, cold = 1;

  requires_native ("does nothing where a line is to be flushed");
  if (!cache_can_flush ())
    skip ();
  for (int i = 0; i < TRIES; i++) {
    walk (line);
    warm = less (warm, walk (line));
    cache_flush (line, LINES * sizeof *line);
    cold = less (cold, walk (line));
  }
  print_message ("%d lines: %.3g s, flushed %.3g s\n", LINES, warm, cold);
  assert_true (cold > 3 * warm);
  free (line);
}
