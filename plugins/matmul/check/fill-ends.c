/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "fill-wide.h"
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

/* The numbers of the lines of one remainder modulo LINES, by the lowest bits of
 * the random ones: all n are powers of two. */
struct choice {
  uint32_t number[ENDS];
  uint32_t any; /* all ones: a random number stays */
};

static void
make_choices (gk_dtype dtype, struct choice choices[LINES])
{
  for (int line = 0; line < LINES; line++) {
    const struct ends ends = ends_of (dtype, line);
    struct choice *c = &choices[line];

    c->any = ends.n == 0 ? UINT32_MAX : 0;
    for (int i = 0; i < ENDS && ends.n > 0; i++) {
      const int end = ends.first + i % ends.n;

      c->number[i] = dtype == GK_I32  ? ends_i32[end]
                     : dtype == GK_I8 ? ends_i8[end]
                                      : ends_u8[end];
    }
  }
}

static inline uint32_t
choose_end (const struct choice *c, uint32_t bits)
{
  return (bits & c->any) | (c->number[bits % ENDS] & ~c->any);
}

/* Row i of the input's memory. */
static void
put_row (const struct filled *to, const struct choice choices[LINES], int64_t i)
{
  const bool by_line = to->step == 1;
  const int64_t n = by_line ? to->inner : to->lines;
  uint32_t *words = (uint32_t *)to->memory + i * n;
  uint8_t *bytes = (uint8_t *)to->memory + i * n;

  if (by_line && choices[i % LINES].any != 0)
    return;
  if (to->dtype == GK_I32)
    for (int64_t j = 0; j < n; j++)
      words[j] = choose_end (&choices[(by_line ? i : j) % LINES], words[j]);
  else
    for (int64_t j = 0; j < n; j++)
      bytes[j]
          = (uint8_t)choose_end (&choices[(by_line ? i : j) % LINES], bytes[j]);
}

void
fill_ends (const struct filled *to)
{
  const int64_t rows = to->step == 1 ? to->lines : to->inner;
  struct choice choices[LINES] = { 0 };

  make_choices (to->dtype, choices);
#pragma omp parallel for if (is_worth_threads(to->lines * to->inner            \
                                              * STEPS_MADE)) schedule(static)
  for (int64_t i = 0; i < rows; i++)
    put_row (to, choices, i);
}
