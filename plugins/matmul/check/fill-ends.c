/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "fill-wide.h"
#include "matmul/number.h"
#include "threads.h"

enum { ENDS = 8 };

/* The least number, the largest, and others that are an end of some range.  In
 * ends_i32 all digits of 8 bits are -128 in the third number and 127 in the
 * fourth. */
static const uint32_t ends_i32[ENDS]
    = { 0x80000000, 0x7fffffff, 0x7f7f7f80, 0x7f7f7f7f,
        0xffffffff, 0,          0x80808080, 0x00008000 };
static const uint8_t ends_i8[ENDS] = { 0x80, 0x7f, 0x81, 0xff, 0, 1, 64, 0xc0 };
static const uint8_t ends_u8[ENDS] = { 0, 255, 254, 128, 127, 1, 64, 0xc0 };

/* The numbers of a line: n of them from the first on; with n = 0 any
 * numbers. */
struct ends {
  int first, n;
};

static struct ends
ends_of (gk_dtype dtype, int64_t line)
{
  /* In u8 the largest number is the one far from zero. */
  const int far = dtype == GK_U8 ? 1 : 0;
  const int one = dtype == GK_I32 ? 2 : 0;

  switch (line % LINES) {
  case 0:
  case 8:
    return (struct ends){ far, 1 };
  case 2:
  case 10:
    return (struct ends){ 1, 1 };
  case 4:
  case 12:
    return (struct ends){ 0, 2 };
  case 6:
  case 14:
    return (struct ends){ one, 1 };
  case 1:
  case 5:
  case 9:
    return (struct ends){ 0, ENDS };
  default:
    return (struct ends){ 0, 0 };
  }
}

/* The index of an element's number, from its random bits. */
static int
end_of (const struct ends *ends, uint32_t bits)
{
  return ends->first + (int)(bits % (uint32_t)ends->n);
}

static void
put_end (gk_dtype dtype, const struct filled *to, int64_t line, int64_t l)
{
  const struct ends ends = ends_of (dtype, line);
  const int64_t place = line * to->line + l * to->step;

  if (ends.n == 0)
    return;
  if (dtype == GK_I32) {
    uint32_t *word = (uint32_t *)to->memory + place;

    *word = ends_i32[end_of (&ends, *word)];
  } else {
    uint8_t *byte = (uint8_t *)to->memory + place;

    *byte = (dtype == GK_I8 ? ends_i8 : ends_u8)[end_of (&ends, *byte)];
  }
}

void
fill_ends (gk_dtype dtype, const struct filled *to)
{
  const bool by_line = to->step == 1;
  const int64_t slow = by_line ? to->lines : to->inner;
  const int64_t fast = by_line ? to->inner : to->lines;

#pragma omp parallel for if (is_worth_threads(slow * fast)) schedule(static)
  for (int64_t i = 0; i < slow; i++)
    for (int64_t j = 0; j < fast; j++)
      put_end (dtype, to, by_line ? i : j, by_line ? j : i);
}
