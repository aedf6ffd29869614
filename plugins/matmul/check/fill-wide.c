/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>

#include "bits.h"
#include "fill-wide.h"
#include "matmul/clones.h"
#include "matmul/number.h"
#include "threads.h"
#include "update.h"
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

/* In large inputs subnormals are rare, but in f16 and floats of 8 bits: a
 * processor that takes a hundred cycles for each product with one would take
 * seconds for a launch of milliseconds.  Of the words that stand for one, one
 * in 32 does, and of the lines that have nothing else, one in 128. */
enum { LARGE = 1 << 16, RARE_WORDS = 32, RARE_LINES = 128 };

/* The exponents of a line: n of them from `first` on, plus so many halves of
 * D's.  Small numbers of one size, so that loops over lines become vector
 * instructions. */
struct line_exponents {
  int8_t kind; /* an enum kind */
  int8_t first, n;
  int8_t halves;
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
  const int64_t of_all = m->to->product * m->to->lines + number;

  return kind == TINY && m->rare && of_all / LINES % RARE_LINES != 0 ? WITHIN
                                                                     : kind;
}

static struct line_exponents
line_of (const struct maker *m, int64_t number, uint64_t word)
{
  const enum kind kind = kind_of (m, number);
  const struct wide *w = &m->wide;
  const int middle = (w->low + w->high + 1) / 2 - OWN / 2;
  const int own = pick_exponent (w, word);
  int first = middle, n = OWN, halves = 0;

  switch (kind) {
  case PAIRED:
  case CANCELLING:
    halves = 2;
    break;
  case BY_LINE:
    first += own;
    break;
  case MIXED:
    first += own / 2;
    halves = 1;
    break;
  default:
    first = w->low;
    n = w->high - w->low + 1;
  }
  return (struct line_exponents){ (int8_t)kind, (int8_t)first, (int8_t)n,
                                  (int8_t)halves };
}

/* The bits that select zeros, subnormals and exponents: those of the exponent,
 * and in e4m3 the first of the fraction, too. */
static inline int
drawn_bits (const struct wide *w)
{
  return w->exponent < 5 ? 5 : w->exponent;
}

/* Of a word that stands for a normal number.  Few enough bits for a product of
 * 32: n is 80 at most. */
static inline uint64_t
exponent_of (const struct wide *w, const struct line_exponents *line, int d,
             uint32_t word)
{
  const uint32_t part = UINT32_C (1) << (drawn_bits (w) - 5);
  const uint32_t reciprocal = (UINT32_C (1) << 24) / (30 * part) + 1;
  const int own
      = (int)((word - 2 * part) * (uint32_t)line->n * reciprocal >> 24);
  int e = line->first + line->halves * d / 2 + own;

  e = e < w->low ? w->low : e;
  e = e > w->high ? w->high : e;
  return (uint64_t)(int64_t)(e + w->bias) << w->fraction;
}

/* One word of 32 becomes zero and one becomes a subnormal: the lowest words.
 * In a sparse line many more become zero. */
static inline uint64_t
number_of (const struct wide *w, bool rare, const struct line_exponents *line,
           int d, uint64_t bits)
{
  const uint64_t fraction = bits & ((UINT64_C (1) << w->fraction) - 1);
  const uint64_t sign = bits & UINT64_C (1) << (w->fraction + w->exponent);
  const int of_draw = drawn_bits (w);
  const uint32_t part = UINT32_C (1) << (of_draw - 5);
  const uint32_t drawn
      = (uint32_t)(bits >> (w->fraction + w->exponent - of_draw)
                   & ((UINT64_C (1) << of_draw) - 1));
  const bool tiny = line->kind == TINY, sparse = line->kind == SPARSE;
  const bool zero = (drawn < part) | (sparse & ((drawn & 7) != 7));
  /* All others of such words stand for what the next ones do. */
  const bool next = (drawn < 2 * part) & (fraction % RARE_WORDS != 0) & rare;
  const bool below = ((drawn < 2 * part) & !next) | tiny;
  const uint64_t exponent
      = exponent_of (w, line, d, drawn + (part & -(uint32_t)next));

  return sign
         | bits_select (zero, 0, fraction | bits_select (below, 0, exponent));
}

/* element and by_line: constants in each call.  What does not change in a loop
 * is copied before it: stores could change it for all that the compiler
 * knows. */
static inline __attribute__ ((always_inline)) void
convert_elements (const struct maker *m, int64_t row, size_t element,
                  bool by_line)
{
  const struct wide w = m->wide;
  const bool rare = m->rare;
  const int64_t n = by_line ? m->to->inner : m->to->lines;
  const struct line_exponents *lines = m->lines + (by_line ? row : 0);
  const int8_t *d = m->d + (by_line ? 0 : row);
  char *memory = (char *)m->to->memory + (size_t)(row * n) * element;

#pragma omp simd
  for (int64_t j = 0; j < n; j++) {
    char *at = memory + (size_t)j * element;

    bits_put (at, element,
              number_of (&w, rare, &lines[by_line ? 0 : j], d[by_line ? j : 0],
                         bits_get (at, element)));
  }
}

/* The second half of a cancelling line repeats the bits of the first, in A with
 * the opposite sign. */
static inline __attribute__ ((always_inline)) void
repeat_elements (const struct maker *m, int64_t row, size_t element,
                 bool by_line)
{
  const struct wide *w = &m->wide;
  const uint64_t turn
      = m->to->is_b ? 0 : UINT64_C (1) << (w->fraction + w->exponent);
  const int64_t lines = m->to->lines, n = by_line ? m->half : lines;
  const struct line_exponents *line = m->lines + (by_line ? row : 0);
  const int64_t from = row * (by_line ? m->to->inner : lines);
  const char *first = (const char *)m->to->memory + (size_t)from * element;
  char *second = (char *)m->to->memory
                 + (size_t)(from + m->half * m->to->step) * element;

#pragma omp simd
  for (int64_t j = 0; j < n; j++) {
    char *at = second + (size_t)j * element;

    bits_put (
        at, element,
        bits_select (line[by_line ? 0 : j].kind == CANCELLING,
                     bits_get (first + (size_t)j * element, element) ^ turn,
                     bits_get (at, element)));
  }
}

/* Makes line i, or where lines are across rows, elements i and i + half of all
 * lines, which are rows; the second half may be longer. */
static inline __attribute__ ((always_inline)) void
make_elements (const struct maker *m, int64_t i, size_t element)
{
  if (m->to->step == 1) {
    repeat_elements (m, i, element, true);
    convert_elements (m, i, element, true);
    return;
  }
  if (i < m->half) {
    repeat_elements (m, i, element, false);
    convert_elements (m, i, element, false);
  }
  convert_elements (m, i + m->half, element, false);
}

MATMUL_CLONES static void
make_part (const struct maker *m, int64_t i, size_t element)
{
  switch (element) {
  case 1:
    make_elements (m, i, 1);
    break;
  case 2:
    make_elements (m, i, 2);
    break;
  case 4:
    make_elements (m, i, 4);
    break;
  default:
    make_elements (m, i, 8);
  }
}

static void
make_all (const struct maker *m)
{
  const struct filled *to = m->to;
  const int64_t n = to->step == 1 ? to->lines : to->inner - m->half;

#pragma omp parallel for if (is_worth_threads(to->lines * to->inner            \
                                              * STEPS_MADE)) schedule(static)
  for (int64_t i = 0; i < n; i++)
    make_part (m, i, number_bytes (to->dtype));
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
  const int64_t inner = update_drawn_inner (problem, problem->bias != NULL);
  struct maker m = { .to = to,
                     .wide = wide_of (to->dtype, inner),
                     .half = problem->n / 2,
                     .rare = to->dtype != GK_F16 && !number_is_byte (to->dtype)
                             && (double)to->lines * (double)to->inner
                                        * (double)to->products
                                    > LARGE };
  bool made;

  m.lines = host->alloc (host, (size_t)to->lines * sizeof *m.lines);
  m.d = host->alloc (host, (size_t)to->inner);
  made = m.lines != NULL && m.d != NULL && draw_exponents (host, &m, seed);
  if (made)
    make_all (&m);
  host->free (host, m.lines);
  host->free (host, m.d);
  return made;
}

bool
fill_wide (const gk_host *host, const gk_matmul *problem,
           const struct filled *to, uint64_t seed)
{
  if (!number_is_integer (to->dtype))
    return fill_floats (host, problem, to, seed);
  fill_ends (to);
  return true;
}
