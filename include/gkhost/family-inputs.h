/* gkhost/family-inputs.h: fills and varies the inputs of family.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Each element of fill's data is made of a random word, which follows from seed,
 * array and index.  A generation changes some elements of each input, one in
 * each of some equal parts, and the next one first makes these as fill had them:
 * so a generation differs from fill's data in few elements, whatever came before
 * it, and nothing has to be kept.
 */

/* Before the guard: family.h includes this header before family-verify.h, which
 * uses it. */
#include <gkhost/family.h>

#ifndef GKHOST_FAMILY_INPUTS_H
#define GKHOST_FAMILY_INPUTS_H

/* Elements whose random words host->random makes at once. */
#define GK_BLOCK 64

/* Changes of an input in one generation, at most. */
#define GK_PLACES 16

/* Sets n random words, which depend on these numbers alone. */
static inline void
gk_draw_words (const gk_instance *in, uint64_t seed, uint64_t stream,
               uint64_t number, uint64_t *words, size_t n)
{
  const uint64_t of_seed = gk_mix_bits (seed + UINT64_C (0x9e3779b97f4a7c15));
  const uint64_t of_stream = gk_mix_bits (of_seed ^ stream);

  in->host->random (in->host, words, n * sizeof *words,
                    gk_mix_bits (of_stream + number));
}

/* Returns where part t of n elements begins. */
static inline int64_t
gk_part_begin (int64_t t, int64_t parts, int64_t n)
{
  return n / parts * t + n % parts * t / parts;
}

/* Returns a number from -1 to 1, made of a random word. */
static inline double
gk_uniform (uint64_t word)
{
  return (double)(int64_t)word * gk_power_of_two (-63);
}

/* Returns one of magnitude 1 to 2, of the sign of x. */
static inline double
gk_beyond_one (double x)
{
  return x < 0 ? x - 1 : x + 1;
}

static inline double
gk_draw_wide (gk_dtype dtype, uint64_t word)
{
  const int reach = dtype == GK_F64                          ? 40
                    : dtype == GK_F8_E4M3                    ? 3
                    : dtype == GK_F16 || dtype == GK_F8_E5M2 ? 7
                                                             : 20;
  const double uniform = gk_uniform (word);
  const uint64_t more = gk_mix_bits (word);

  if (more >> 58 == 0) /* below the least normal number */
    return uniform * gk_power_of_two (dtype == GK_F64 ? -1022 : -126);
  if (more >> 58 == 1)
    return 0;
  return gk_beyond_one (uniform)
         * gk_power_of_two ((int)(more % (2 * (unsigned)reach)) - reach);
}

/* Nearly: a sum of eight uniform numbers. */
static inline double
gk_draw_normal (uint64_t word)
{
  const uint64_t more = gk_mix_bits (word);
  int64_t sum = 0;
  int i;

  for (i = 0; i < 64; i += 16)
    sum += (int64_t)(word >> i & 0xffff) + (int64_t)(more >> i & 0xffff);
  return ((double)sum * gk_power_of_two (-16) - 4) * 0.6;
}

/* Nearly Laplace's: a logarithm of straight lines.  About one of so many is far
 * larger; 0: none is. */
static inline double
gk_draw_heavy (uint64_t outliers, uint64_t word)
{
  const double uniform = gk_uniform (word);
  double rest = gk_magnitude (uniform), x;
  uint64_t bits;
  int64_t halved;

  if (outliers > 0 && gk_mix_bits (word) % outliers == 0)
    return 32 * gk_beyond_one (uniform);
  /* rest = significand / 2^(halved + 1), from 1/2 on, or after 24 halves. */
  memcpy (&bits, &rest, sizeof bits);
  halved = 1022 - (int64_t)(bits >> 52);
  halved = halved < 0 ? 0 : halved > 24 ? 24 : halved;
  rest *= gk_power_of_two ((int)halved);
  x = 0.087 * ((double)halved + 2 * (1 - rest));
  return uniform < 0 ? -x : x;
}

/* Returns a number that a kernel of less precision rounds visibly: whatever bits
 * it leaves out, it is wrong by a third of the last one that it keeps.  Its last
 * bits alternate. */
static inline double
gk_draw_all_bits (uint64_t word)
{
  const double x = 1 + (double)(int64_t)(word % 8) / 8 + 1. / 24;

  return (int64_t)word < 0 ? -x : x;
}

/* True for an array each of whose lines has a single number, and is 0 else. */
static inline int
gk_has_singles (const gk_instance *in, uint32_t buffer, gk_data data)
{
  const gk_array *a = &in->array[buffer];

  return data == GK_DATA_PERMUTATION && a->kind == GK_NUMBERS && !in->peaks
         && buffer == in->first_floats;
}

/* Returns where that number is. */
static inline int64_t
gk_single_place (const gk_array *a, int64_t line)
{
  return (int64_t)(gk_mix_bits ((uint64_t)line + 1) % (uint64_t)a->length);
}

/* True where elements from an index on have such a number, and for short lines. */
static inline int
gk_may_have_single (const gk_array *a, int64_t index, int64_t n)
{
  int64_t line = index / a->length;

  if (a->length < GK_BLOCK)
    return 1;
  for (; line * a->length < index + n; line++) {
    const int64_t at = line * a->length + gk_single_place (a, line);

    if (at >= index && at < index + n)
      return 1;
  }
  return 0;
}

/* Sets n floats of lines with single numbers, from an index on. */
static inline void
gk_draw_singles (const gk_array *a, int64_t index, const uint64_t *words,
                 double *x, int64_t n)
{
  int64_t line = index / a->length, place = index % a->length, i;
  int64_t single = gk_single_place (a, line);

  for (i = 0; i < n; i++, place++) {
    if (place == a->length) {
      place = 0;
      single = gk_single_place (a, ++line);
    }
    x[i] = place == single ? gk_draw_all_bits (words[i]) : 0;
  }
}

/* Sets n floats of a kind of data, each made of a random word. */
static inline void
gk_draw_numbers (const gk_instance *in, uint32_t buffer, gk_data data,
                 const uint64_t *words, double *x, int64_t n)
{
  const gk_array *a = &in->array[buffer];
  const uint64_t outliers = a->length >= GK_PLACES ? (uint64_t)a->length : 0;
  int64_t i;

  switch (data) {
  case GK_DATA_ZERO:
    memset (x, 0, (size_t)n * sizeof *x);
    break;
  case GK_DATA_WIDE:
    for (i = 0; i < n; i++)
      x[i] = gk_draw_wide (a->dtype, words[i]);
    break;
  case GK_DATA_NORMAL:
    for (i = 0; i < n; i++)
      x[i] = gk_draw_normal (words[i]);
    break;
  case GK_DATA_SPARSE:
    if (buffer == in->first_floats)
      for (i = 0; i < n; i++)
        x[i] = (int64_t)words[i] < 0 ? 0 : gk_uniform (words[i]);
    else
      for (i = 0; i < n; i++)
        x[i] = (gk_mix_bits (words[i]) & 1) != 0 ? 0 : gk_uniform (words[i]);
    break;
  case GK_DATA_HEAVY:
    for (i = 0; i < n; i++)
      x[i] = gk_draw_heavy (outliers, words[i]);
    break;
  case GK_DATA_PERMUTATION: /* but where there are single numbers */
    for (i = 0; i < n; i++)
      x[i] = gk_draw_all_bits (words[i]);
    break;
  default:
    for (i = 0; i < n; i++)
      x[i] = gk_uniform (words[i]);
  }
}

/* Scales n elements of graded data, from an index on, by powers of two.  With
 * the same numbers for lines and for places, the factors of a product's inner
 * dimension cancel. */
static inline void
gk_grade_numbers (const gk_array *a, int64_t index, double *x, int64_t n)
{
  int64_t line = index / a->length, place = index % a->length, i;
  int of_line = (int)(gk_mix_bits ((uint64_t)line + 1) % 5);

  for (i = 0; i < n; i++, place++) {
    if (place == a->length) {
      place = 0;
      line++;
      of_line = (int)(gk_mix_bits ((uint64_t)line + 1) % 5);
    }
    x[i] *= gk_power_of_two ((int)(gk_mix_bits ((uint64_t)place + 1) % 5)
                             - of_line);
  }
}

/* Returns the unit roundoff by which elements of an output are judged. */
static inline double
gk_output_roundoff (gk_dtype dtype)
{
  return gk_power_of_two (gk_is_short_float (dtype)
                              ? -20
                              : -gk_significant_bits (dtype));
}

/* Terms that a plain loop may add to one sum, whatever they are. */
#define GK_PLAIN_TERMS 4096

/* Returns by how many roundoffs, relative to its scale, an element may be wrong;
 * planted: it may have been computed of planted numbers.
 *
 * Added one after the other, n numbers of one sign are wrong by 0.25 sqrt (n) in
 * the root mean square, since a partial sum loses up to half a unit in either
 * direction; the worst of a million rows by five times that.  Behind a large
 * number all small ones of the same sign may lose up to half a unit of the sum in
 * the same direction; of random signs, they lose sqrt (n) of it. */
static inline double
gk_bound_of (const gk_instance *in, gk_data data, int planted)
{
  const double root = gk_square_root (in->terms);
  const double row = in->terms < GK_PLAIN_TERMS ? in->terms : GK_PLAIN_TERMS;
  const int differ = data == GK_DATA_HEAVY || data == GK_DATA_WIDE
                     || data == GK_DATA_GRADED || planted;

  if (differ)
    return 8 + (in->one_sign != 0 && row > 3 * root ? row : 3 * root);
  if (in->one_sign != 0)
    return 8 + 1.5 * root;
  return 8 + (data == GK_DATA_SPARSE ? root : 0);
}

/* Returns the largest magnitude that vary writes, a power of two; graded data is
 * up to 16 times as large. */
static inline double
gk_most_swing (gk_dtype dtype)
{
  return dtype == GK_F8_E4M3                      ? 16
         : dtype == GK_F16 || dtype == GK_F8_E5M2 ? 4096
                                                  : gk_power_of_two (60);
}

/* Returns the magnitude of what vary writes, a power of two: all else is mostly
 * below 1, and a sum's scale is some half of its terms. */
static inline double
gk_swing (const gk_instance *in, gk_data data, gk_dtype dtype)
{
  const double most = gk_most_swing (dtype);
  double least = in->peaks ? 512 : in->change > 1 ? in->change : 1;
  double swing = 1;

  if (in->first_output < in->n_arrays && in->factors > 0 && !in->peaks)
    least = 8 * gk_output_roundoff (in->array[in->first_output].dtype)
             * gk_bound_of (in, data, 0) * in->terms;
  while (swing < least && swing < most)
    swing *= 2;
  return swing;
}

/* Returns the bits of an integer for which a minimum or maximum is computed:
 * half of all numbers are in the middle, and vary writes others. */
static inline uint64_t
gk_make_peak (gk_dtype dtype, uint64_t word, uint64_t generation,
              uint64_t change)
{
  const unsigned bits = 8 * gk_element_bytes (dtype);
  const uint64_t quarter = UINT64_C (1) << (bits - 2);
  const uint64_t zero = dtype == GK_U8 || dtype == GK_U16 || dtype == GK_U32
                            ? 2 * quarter
                            : 0;

  if (generation == 0)
    return zero - quarter + (word & (2 * quarter - 1));
  change = (change & ~UINT64_C (1)) | generation % 2;
  return change >> 63 != 0 ? zero + quarter + change % quarter
                           : zero - quarter - 1 - change % quarter;
}

/* ---- Minima and maxima near the ends of a type ----
 *
 * All numbers of a line are far below 0, or all are far above it: a minimum or
 * maximum that begins with a number of its own, such as 0 or 1e30, or leaves out
 * what is large, is wrong for some lines.  (Unsigned integers are near 0, or near
 * their greatest.)  The signs alternate by line, and those of permutations are
 * the other way round, so that one line has both.  The numbers that vary writes
 * are nearer to the end than those of fill, or further away, so that they decide
 * the minimum or the maximum. */

static inline int
gk_has_ends (const gk_instance *in, const gk_array *a, gk_data data)
{
  return a->kind == GK_NUMBERS && in->peaks
         && (data == GK_DATA_WIDE || data == GK_DATA_PERMUTATION);
}

/* True where the numbers of a line are near the type's least. */
static inline int
gk_is_low (gk_data data, int64_t line)
{
  return line % 2 == (data == GK_DATA_WIDE ? 0 : 1);
}

/* Returns the bits of an integer near an end. */
static inline uint64_t
gk_make_end (gk_dtype dtype, int low, uint64_t word, uint64_t generation,
             uint64_t change)
{
  const unsigned bits = 8 * gk_element_bytes (dtype);
  const uint64_t part = UINT64_C (1) << (bits == 8 ? 3 : bits - 8);
  const uint64_t least = dtype == GK_U8 || dtype == GK_U16 || dtype == GK_U32
                             ? 0
                             : ~UINT64_C (0) << (bits - 1);
  uint64_t distance = part + word % part;

  if (generation > 0) {
    change = (change & ~UINT64_C (1)) | generation % 2;
    distance = change % part + (change >> 63 != 0 ? 2 * part : 0);
  }
  return low ? least + distance
             : least + (~UINT64_C (0) >> (64 - bits)) - distance;
}

/* Returns n of 2^n, the largest number of the type that vary writes near an end. */
static inline int
gk_end_exponent (gk_dtype dtype)
{
  return dtype == GK_F64                          ? 1023
         : dtype == GK_F8_E4M3                    ? 8
         : dtype == GK_F16 || dtype == GK_F8_E5M2 ? 15
                                                  : 127;
}

/* Returns over how many exponents fill's numbers near an end are. */
static inline int
gk_end_reach (gk_dtype dtype)
{
  return gk_end_exponent (dtype) < 127 ? 4 : 16;
}

/* Returns a float near an end, of at most a quarter of vary's largest. */
static inline double
gk_draw_end (gk_dtype dtype, int low, uint64_t word)
{
  const int down
      = 3 + (int)(gk_mix_bits (word) % (uint64_t)gk_end_reach (dtype));
  const double x = gk_beyond_one (gk_magnitude (gk_uniform (word)))
                   * gk_power_of_two (gk_end_exponent (dtype) - down);

  return low ? -x : x;
}

/* Writes n numbers near an end, from an index on. */
static inline void
gk_make_ends (const gk_array *a, void *memory, gk_data data, int64_t index,
              const uint64_t *words, int64_t n)
{
  const int integers = gk_is_integer (a->dtype);
  int64_t line = index / a->length, left = a->length - index % a->length, i;
  uint64_t whole[GK_BLOCK];
  double x[GK_BLOCK];

  for (i = 0; i < n; i++, left--) {
    if (left == 0) {
      left = a->length;
      line++;
    }
    if (integers)
      whole[i] = gk_make_end (a->dtype, gk_is_low (data, line), words[i], 0, 0);
    else
      x[i] = gk_draw_end (a->dtype, gk_is_low (data, line), words[i]);
  }
  if (integers)
    gk_put_integers (a->dtype, memory, index, whole, n);
  else
    gk_put_numbers (a->dtype, memory, index, x, n);
}

/* n integers, from `least` on; n = 0: 2^64. */
typedef struct gk_span {
  uint64_t least, n;
} gk_span;

/* Returns what an element may be, which but for offsets is the same for all. */
static inline gk_span
gk_span_of (const gk_instance *in, const gk_array *a, gk_data data,
            int64_t index)
{
  const int64_t parts = a->length - 1, at = index % a->length;
  const unsigned bits = 8 * gk_element_bytes (a->dtype);
  gk_span s = { 0, 0 };

  if (a->kind == GK_OFFSETS) {
    s.least = (uint64_t)gk_part_begin (at, parts, a->below);
    s.n = at == 0 || at == parts
              ? 1
              : (uint64_t)gk_part_begin (at + 1, parts, a->below) - s.least + 1;
  } else if (a->kind == GK_INDEXES)
    s.n = (uint64_t)a->below;
  else if (data == GK_DATA_EXACT) {
    s.least = 0 - in->exact;
    s.n = 2 * in->exact + 1;
  } else
    s.n = bits == 64 ? 0 : UINT64_C (1) << bits;
  return s;
}

static inline uint64_t
gk_remainder (uint64_t word, uint64_t n)
{
  return (n & (n - 1)) == 0 ? word & (n - 1) : word % n;
}

/* Returns the distance from the least integer, made of a random word. */
static inline uint64_t
gk_draw_distance (const gk_instance *in, const gk_array *a, gk_data data,
                  gk_span span, uint64_t word)
{
  const uint64_t half = (span.n - 1) / 2;

  if (a->kind == GK_NUMBERS) {
    if (data == GK_DATA_ZERO
        || (data == GK_DATA_SPARSE && (gk_mix_bits (word) & 1) != 0))
      return 0;
    if (data == GK_DATA_EXACT && in->zeros > 0
        && gk_remainder (gk_mix_bits (word), 2 * in->zeros) != 0)
      return half; /* 0 */
    if (data == GK_DATA_WIDE && (word & 2) == 0)
      return half + (word & 1);
  }
  return gk_remainder (word, span.n);
}

/* Writes n numbers, which are integers, from an index on. */
static inline void
gk_put_whole (const gk_array *a, void *memory, int64_t index,
              const uint64_t *x, int64_t n)
{
  double number[GK_BLOCK];
  int64_t i;

  if (gk_is_integer (a->dtype)) {
    gk_put_integers (a->dtype, memory, index, x, n);
    return;
  }
  for (i = 0; i < n; i++)
    number[i] = (double)(int64_t)x[i];
  gk_put_numbers (a->dtype, memory, index, number, n);
}

static inline int
gk_has_peaks (const gk_instance *in, const gk_array *a, gk_data data)
{
  return a->kind == GK_NUMBERS && in->peaks && data == GK_DATA_RANDOM;
}

static inline void
gk_make_integers (const gk_instance *in, const gk_array *a, void *memory,
                  gk_data data, int64_t index, const uint64_t *words,
                  int64_t n)
{
  const int peaks = gk_has_peaks (in, a, data);
  gk_span span = gk_span_of (in, a, data, index);
  uint64_t x[GK_BLOCK];
  int64_t i;

  for (i = 0; i < n; i++) {
    if (a->kind == GK_OFFSETS)
      span = gk_span_of (in, a, data, index + i);
    x[i] = peaks ? gk_make_peak (a->dtype, words[i], 0, 0)
                 : span.least + gk_draw_distance (in, a, data, span, words[i]);
  }
  gk_put_whole (a, memory, index, x, n);
}

/* Writes n elements of fill's data, from an index on, GK_BLOCK at most. */
static inline void
gk_make_elements (const gk_instance *in, uint32_t buffer, void *memory,
                  gk_data data, int64_t index, const uint64_t *words,
                  int64_t n)
{
  const gk_array *a = &in->array[buffer];
  double x[GK_BLOCK];

  if (gk_has_ends (in, a, data)) {
    gk_make_ends (a, memory, data, index, words, n);
    return;
  }
  if (gk_is_integer (a->dtype) || data == GK_DATA_EXACT) {
    gk_make_integers (in, a, memory, data, index, words, n);
    return;
  }
  if (gk_has_singles (in, buffer, data))
    gk_draw_singles (a, index, words, x, n);
  else
    gk_draw_numbers (in, buffer, data, words, x, n);
  if (data == GK_DATA_GRADED)
    gk_grade_numbers (a, index, x, n);
  gk_put_numbers (a->dtype, memory, index, x, n);
}

/* Writes an integer of a generation, which differs from fill's and from that of
 * the generation before and after. */
static inline void
gk_change_integer (const gk_instance *in, const gk_array *a, void *memory,
                   gk_data data, int64_t index, uint64_t word,
                   uint64_t generation, uint64_t change)
{
  const gk_span span = gk_span_of (in, a, data, index);
  const uint64_t half = (span.n - 1) / 2;
  uint64_t x = gk_draw_distance (in, a, data, span, word);

  x += (half > 0 ? 1 + 2 * (change % half) : 0) + generation % 2;
  x = span.least + gk_remainder (x, span.n);
  if (gk_has_peaks (in, a, data))
    x = gk_make_peak (a->dtype, word, generation, change);
  if (gk_has_ends (in, a, data))
    x = gk_make_end (a->dtype, gk_is_low (data, index / a->length), word,
                     generation, change);
  gk_put_whole (a, memory, index, &x, 1);
}

/* Returns the magnitude of a float of a generation, about 1: of odd generations
 * from 1/2 to 1, of even ones from 1/4 to 1/2. */
static inline double
gk_draw_change (double step, uint64_t generation, uint64_t change)
{
  const double x = (1 + (double)(change >> 32) * gk_power_of_two (-32))
                   / (generation % 2 != 0 ? 2 : 4);

  return (double)(int64_t)(x / step * 4) * step / 4;
}

/* Returns how much of a number the type holds, up to that of f32. */
static inline double
gk_change_step (gk_dtype dtype)
{
  const int bits = gk_significant_bits (dtype);

  return gk_power_of_two (1 - (bits < 24 ? bits : 24));
}

/* Writes a float near an end, of a generation. */
static inline void
gk_change_end (const gk_array *a, void *memory, gk_data data, int64_t index,
               uint64_t generation, uint64_t change)
{
  const int most = gk_end_exponent (a->dtype);
  const int least = most - 2 - gk_end_reach (a->dtype);
  const double x
      = gk_draw_change (gk_change_step (a->dtype), generation, change)
        * gk_power_of_two ((change & 1) != 0 ? most : least);

  gk_put_number (a->dtype, memory, index,
                 gk_is_low (data, index / a->length) ? -x : x);
}

/* Likewise any other float. */
static inline void
gk_change_float (const gk_instance *in, uint32_t buffer, void *memory,
                 gk_data data, int64_t index, uint64_t generation,
                 uint64_t change, double times)
{
  const gk_array *a = &in->array[buffer];
  const double step = gk_change_step (a->dtype);
  const double before = gk_number (a->dtype, memory, index);
  const double swing = data == GK_DATA_WIDE ? 1 : gk_swing (in, data, a->dtype);
  const double most = gk_most_swing (a->dtype);
  const double scale = times * swing < most ? times * swing : most;
  double x;

  do {
    x = gk_draw_change (step, generation, change);
    if (data == GK_DATA_WIDE)
      x = gk_magnitude (gk_draw_wide (a->dtype, change));
    if ((change & 1) != 0
        && !(data == GK_DATA_SPARSE && buffer == in->first_floats))
      x = -x;
    x *= scale;
    if (data == GK_DATA_GRADED)
      gk_grade_numbers (a, index, &x, 1);
    gk_put_number (a->dtype, memory, index, x);
    change = gk_mix_bits (change + 1);
  } while (gk_number (a->dtype, memory, index) == before);
}

/* Writes an element of a generation; of 0, that of fill's data, which is made
 * of `word`. */
static inline void
gk_make_element (const gk_instance *in, uint32_t buffer, void *memory,
                 gk_data data, int64_t index, uint64_t word,
                 uint64_t generation, uint64_t change, double times)
{
  const gk_array *a = &in->array[buffer];

  gk_make_elements (in, buffer, memory, data, index, &word, 1);
  if (generation == 0)
    return;
  if (gk_is_integer (a->dtype) || data == GK_DATA_EXACT)
    gk_change_integer (in, a, memory, data, index, word, generation, change);
  else if (gk_has_ends (in, a, data))
    gk_change_end (a, memory, data, index, generation, change);
  else
    gk_change_float (in, buffer, memory, data, index, generation, change,
                     times);
}

/* Returns the random word of an element of fill's data. */
static inline uint64_t
gk_fill_word (const gk_instance *in, uint64_t seed, uint32_t buffer,
              int64_t index)
{
  uint64_t words[GK_BLOCK];

  gk_draw_words (in, seed, ~(uint64_t)buffer, (uint64_t)(index / GK_BLOCK),
                 words, (size_t)(index % GK_BLOCK) + 1);
  return words[index % GK_BLOCK];
}

/* Fills a block of an input, from an element on. */
static inline void
gk_fill_block (const gk_instance *in, uint32_t buffer, void *memory,
               gk_data data, uint64_t seed, int64_t from)
{
  const gk_array *a = &in->array[buffer];
  const int64_t rest = a->lines * a->length - from;
  const int64_t n = rest < GK_BLOCK ? rest : GK_BLOCK;
  uint64_t words[GK_BLOCK];

  if (gk_has_singles (in, buffer, data) && !gk_may_have_single (a, from, n)) {
    memset ((char *)memory + (uint64_t)from * gk_element_bytes (a->dtype), 0,
            (size_t)n * gk_element_bytes (a->dtype));
    return;
  }
  gk_draw_words (in, seed, ~(uint64_t)buffer, (uint64_t)(from / GK_BLOCK),
                 words, GK_BLOCK);
  gk_make_elements (in, buffer, memory, data, from, words, n);
}

static inline int
gk_family_fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
                void *const *buffers)
{
  const gk_instance *in = (const gk_instance *)state;
  uint32_t b;
  int64_t i, n;

  (void)host;
  for (b = 0; b < in->n_arrays; b++) {
    n = gk_is_filled (&in->array[b]) ? in->array[b].lines * in->array[b].length
                                     : 0;
#ifdef _OPENMP
#pragma omp parallel for if (n > (1 << 16)) schedule (static)
#endif
    for (i = 0; i < n; i += GK_BLOCK)
      gk_fill_block (in, b, buffers[b], data, seed, i);
  }
  return GK_OK;
}

/* Chooses the elements of an input that a generation changes, GK_PLACES at
 * most, each with a random word of its change.  Returns their number.  Of the
 * ends of offsets there is one value. */
static inline int64_t
gk_choose_changes (const gk_instance *in, uint64_t seed, uint64_t generation,
                   uint32_t buffer, int64_t *indexes, uint64_t *changes)
{
  const gk_array *a = &in->array[buffer];
  const int64_t ends = a->kind == GK_OFFSETS ? 1 : 0;
  const int64_t n = a->lines * a->length - 2 * ends;
  const int64_t most = GK_MAX_RANGES / 2 / (int64_t)in->n_changed;
  const int64_t limit = most < GK_PLACES ? most : GK_PLACES;
  const int64_t places = n < limit ? n : limit;
  uint64_t words[2 * GK_PLACES];
  int64_t t;

  gk_draw_words (in, seed, generation, buffer, words, 2 * GK_PLACES);
  for (t = 0; t < places; t++) {
    const int64_t begin = gk_part_begin (t, places, n);
    const uint64_t part = (uint64_t)(gk_part_begin (t + 1, places, n) - begin);

    indexes[t] = ends + begin + (int64_t)(words[2 * t] % part);
    changes[t] = words[2 * t + 1];
  }
  return places;
}

/* Makes a generation's changes of an input, or undoes them. */
static inline void
gk_change_input (const gk_instance *in, gk_vary *vary, uint32_t buffer,
                 uint64_t generation, int back, int plants)
{
  const uint64_t bytes = gk_element_bytes (in->array[buffer].dtype);
  uint64_t changes[GK_PLACES], r;
  int64_t indexes[GK_PLACES], t;
  const int64_t places = gk_choose_changes (in, vary->seed, generation, buffer,
                                            indexes, changes);

  for (t = 0; t < places; t++) {
    const uint64_t offset = (uint64_t)indexes[t] * bytes;
    const int is_planted = plants && t % 8 == 0;

    /* Of planted numbers the first is positive and the second negative: either
     * alone may do no harm, as to an exponential. */
    if (is_planted)
      changes[t] = (changes[t] & ~UINT64_C (1)) | (t % 16 != 0 ? 1 : 0);
    gk_make_element (in, buffer, vary->buffers[buffer], vary->data, indexes[t],
                     gk_fill_word (in, vary->seed, buffer, indexes[t]),
                     back ? 0 : generation, changes[t],
                     is_planted ? 1024 : 1);
    /* An element that is restored and changed again is one range. */
    for (r = 0; r < vary->n_ranges; r++)
      if (vary->ranges[r].buffer == buffer && vary->ranges[r].offset == offset)
        break;
    if (r == vary->n_ranges)
      vary->n_ranges++;
    vary->ranges[r].buffer = buffer;
    vary->ranges[r].flags = 0;
    vary->ranges[r].offset = offset;
    vary->ranges[r].bytes = bytes;
  }
}

static inline int
gk_is_float_input (const gk_array *a)
{
  return gk_is_changed (a) && !gk_is_integer (a->dtype);
}

static inline int
gk_family_vary (const gk_host *host, void *state, gk_vary *vary)
{
  const gk_instance *in = (const gk_instance *)state;
  uint32_t b, n_floats = 0, planted;
  uint64_t word;

  (void)host;
  for (b = 0; b < in->n_arrays; b++)
    n_floats += gk_is_float_input (&in->array[b]) ? 1 : 0;
  gk_draw_words (in, vary->seed, vary->generation, GK_MAX_BUFFERS, &word, 1);
  planted = n_floats > 0 && (vary->flags & GK_PLANT) != 0
                ? (uint32_t)(word % n_floats)
                : n_floats;
  n_floats = 0;
  for (b = 0; b < in->n_arrays; b++) {
    const gk_array *a = &in->array[b];
    const int plants = gk_is_float_input (a) && n_floats++ == planted;

    if (!gk_is_changed (a))
      continue;
    if (vary->generation > 1)
      gk_change_input (in, vary, b, vary->generation - 1, 1, 0);
    gk_change_input (in, vary, b, vary->generation, 0, plants);
  }
  return GK_OK;
}

#endif /* GKHOST_FAMILY_INPUTS_H */
