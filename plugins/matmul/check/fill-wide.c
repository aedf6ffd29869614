/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <string.h>

#include "bits.h"
#include "fill-wide.h"
#include "matmul/number.h"
#include "threads.h"
#include "wide.h"

enum kind { PAIRED, CANCELLING, WITHIN, BY_LINE, MIXED, SPARSE, TINY };

/* The kinds of lines 0, 1, 2 ...  Line 0 is always verified, and a pair needs
 * both a row and a column. */
static const enum kind kinds[LINES]
    = { PAIRED, WITHIN,  CANCELLING, BY_LINE, PAIRED, MIXED, CANCELLING, SPARSE,
        PAIRED, BY_LINE, CANCELLING, WITHIN,  PAIRED, MIXED, PAIRED,     TINY };

/* The number of exponents that an element chooses from where its line or D sets
 * the rest. */
enum { OWN = 4 };

/* In large inputs subnormals are rare, but in f16: a processor that takes a
 * hundred cycles for each product with one would take seconds for a launch of
 * milliseconds.  Of the words that stand for one, one in 32 does, and of the
 * lines that have nothing else, one in 128. */
enum { LARGE = 1 << 16, RARE_WORDS = 32, RARE_LINES = 128 };

/* The exponents of a line: n of them from `first` on, plus so many halves of
 * D's. */
struct line_exponents {
  enum kind kind;
  int first, n;
  int halves;
};

/* An input being filled. */
struct maker {
  const struct filled *to;
  struct wide wide;
  int64_t half;                 /* half of the inner dimension, rounded down */
  bool rare;                    /* subnormals are */
  struct line_exponents *lines; /* one for each line */
  int8_t *d;                    /* the exponents of D; for B, of D^-1 */
};

/* The distance from the middle within which D's and a line's own exponents
 * lie. */
static int
exponent_reach (const struct wide *w)
{
  const int half = (w->high - w->low + 1) / 2 - OWN / 2;

  return half > 0 ? half : 0;
}

static int
pick_exponent (const struct wide *w, uint64_t word)
{
  return (int)(word % (2 * (uint64_t)exponent_reach (w) + 1))
         - exponent_reach (w);
}

static enum kind
kind_of (const struct maker *m, int64_t number)
{
  const enum kind kind = kinds[number % LINES];

  return kind == TINY && m->rare && number / LINES % RARE_LINES != 0 ? WITHIN
                                                                     : kind;
}

static struct line_exponents
line_of (const struct maker *m, int64_t number, uint64_t word)
{
  const enum kind kind = kind_of (m, number);
  const struct wide *w = &m->wide;
  const int middle = (w->low + w->high + 1) / 2 - OWN / 2;
  const int own = pick_exponent (w, word);

  switch (kind) {
  case PAIRED:
  case CANCELLING:
    return (struct line_exponents){ kind, middle, OWN, 2 };
  case BY_LINE:
    return (struct line_exponents){ kind, middle + own, OWN, 0 };
  case MIXED:
    return (struct line_exponents){ kind, middle + own / 2, OWN, 1 };
  default:
    return (struct line_exponents){ kind, w->low, w->high - w->low + 1, 0 };
  }
}

static inline uint64_t
exponent_of (const struct wide *w, const struct line_exponents *line, int d,
             uint64_t word)
{
  const uint64_t part = UINT64_C (1) << (w->exponent - 5);
  const uint64_t reciprocal = (UINT64_C (1) << 24) / (30 * part) + 1;
  const int own
      = (int)((word - 2 * part) * (uint64_t)line->n * reciprocal >> 24);
  const int e = line->first + line->halves * d / 2 + own;

  return (uint64_t)((e < w->low    ? w->low
                     : e > w->high ? w->high
                                   : e)
                    + w->bias);
}

/* One word of 32 becomes zero and one becomes a subnormal: the lowest words.
 * In a sparse line many more become zero. */
static inline uint64_t
number_of (const struct maker *m, const struct line_exponents *line, int d,
           uint64_t bits)
{
  const struct wide *w = &m->wide;
  const uint64_t fraction = bits & ((UINT64_C (1) << w->fraction) - 1);
  const uint64_t sign = bits & UINT64_C (1) << (w->fraction + w->exponent);
  const uint64_t part = UINT64_C (1) << (w->exponent - 5);
  uint64_t word = bits >> w->fraction & ((UINT64_C (1) << w->exponent) - 1);

  if (word < part || (line->kind == SPARSE && (word & 7) != 7))
    return sign;
  /* All others of such words stand for what the next ones do. */
  if (m->rare && word < 2 * part && fraction % RARE_WORDS != 0
      && line->kind != TINY)
    word += part;
  if (word < 2 * part || line->kind == TINY)
    return sign | fraction;
  return sign | exponent_of (w, line, d, word) << w->fraction | fraction;
}

static char *
element_at (const struct filled *to, int64_t line, int64_t l, size_t element)
{
  return (char *)to->memory
         + (size_t)(line * to->line + l * to->step) * element;
}

/* The second half of a cancelling line repeats the bits of the first, in A with
 * the opposite sign. */
static void
repeat_half (const struct maker *m, int64_t line, int64_t l, size_t element)
{
  const struct wide *w = &m->wide;
  const uint64_t turn
      = m->to->is_b ? 0 : UINT64_C (1) << (w->fraction + w->exponent);

  if (m->lines[line].kind == CANCELLING && l < m->half)
    bits_put (element_at (m->to, line, l + m->half, element), element,
              bits_get (element_at (m->to, line, l, element), element) ^ turn);
}

static void
convert_element (const struct maker *m, int64_t line, int64_t l, size_t element)
{
  char *at = element_at (m->to, line, l, element);

  bits_put (at, element,
            number_of (m, &m->lines[line], m->d[l], bits_get (at, element)));
}

/* Visits an input in the order of its memory. */
static inline __attribute__ ((always_inline)) void
for_each_element (const struct maker *m, size_t element,
                  void (*what) (const struct maker *, int64_t, int64_t, size_t))
{
  const bool by_line = m->to->step == 1;
  const int64_t slow = by_line ? m->to->lines : m->to->inner;
  const int64_t fast = by_line ? m->to->inner : m->to->lines;

#pragma omp parallel for if (is_worth_threads(slow * fast)) schedule(static)
  for (int64_t i = 0; i < slow; i++)
    for (int64_t j = 0; j < fast; j++)
      what (m, by_line ? i : j, by_line ? j : i, element);
}

static void
make_all (const struct maker *m, gk_dtype dtype)
{
  switch (number_bytes (dtype)) {
  case 2:
    for_each_element (m, 2, repeat_half);
    for_each_element (m, 2, convert_element);
    break;
  case 4:
    for_each_element (m, 4, repeat_half);
    for_each_element (m, 4, convert_element);
    break;
  default:
    for_each_element (m, 8, repeat_half);
    for_each_element (m, 8, convert_element);
  }
}

/* Draws D's and the lines' exponents.  False without memory. */
static bool
draw_exponents (const gk_host *host, struct maker *m, uint64_t seed)
{
  const struct filled *to = m->to;
  const size_t most = (size_t)(to->lines > to->inner ? to->lines : to->inner);
  uint64_t *words = host->alloc (host, most * sizeof *words);

  if (words == NULL)
    return false;
  host->random (host, words, (size_t)to->inner * sizeof *words,
                seed ^ UINT64_C (0x6a09e667f3bcc908));
  for (int64_t l = 0; l < to->inner; l++) {
    const int d = pick_exponent (&m->wide, words[l]);

    m->d[l] = (int8_t)(to->is_b ? -d : d);
  }
  host->random (host, words, (size_t)to->lines * sizeof *words,
                seed
                    ^ (to->is_b ? UINT64_C (0xbb67ae8584caa73b)
                                : UINT64_C (0x3c6ef372fe94f82b)));
  for (int64_t i = 0; i < to->lines; i++)
    m->lines[i] = line_of (m, i, words[i]);
  host->free (host, words);
  return true;
}

static bool
fill_floats (const gk_host *host, const gk_matmul *problem,
             const struct filled *to, uint64_t seed)
{
  struct maker m = { .to = to,
                     .wide = wide_of (problem->dtype, problem->n),
                     .half = problem->n / 2,
                     .rare = problem->dtype != GK_F16
                             && (double)to->lines * (double)to->inner > LARGE };
  bool made;

  m.lines = host->alloc (host, (size_t)to->lines * sizeof *m.lines);
  m.d = host->alloc (host, (size_t)to->inner);
  made = m.lines != NULL && m.d != NULL && draw_exponents (host, &m, seed);
  if (made)
    make_all (&m, problem->dtype);
  host->free (host, m.lines);
  host->free (host, m.d);
  return made;
}

bool
fill_wide (const gk_host *host, const gk_matmul *problem,
           const struct filled *to, uint64_t seed)
{
  if (!number_is_integer (problem->dtype))
    return fill_floats (host, problem, to, seed);
  fill_ends (problem->dtype, to);
  return true;
}
