/* gkhost/family-verify.h: verifies the outputs of family.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * The reference's lines are computed when they are needed, and kept for the same
 * data, seed and generation where outputs are small.  Where the reference takes
 * long, some lines are judged: family.h says which.  choice_seed and the
 * generation choose the random ones.
 */
#ifndef GKHOST_FAMILY_VERIFY_H
#define GKHOST_FAMILY_VERIFY_H

#include <stdio.h>

#include <gkhost/family.h>

/* Up to as many elements of outputs, their reference is kept. */
#define GK_MOST_KEPT (INT64_C (1) << 20)

/* Operations of a reference that are done for one verification: of exact data,
 * which is verified once a case, and of other data. */
#define GK_EXACT_EFFORT gk_power_of_two (30)
#define GK_EFFORT gk_power_of_two (27)

/* Parts of the lines that are judged side by side; fewer parts than the second
 * are not worth it.  Each has a copy of a line: so many elements of copies are
 * taken at least, and of large outputs a sixteenth of their elements. */
#define GK_PARTS 32
#define GK_FEW_PARTS 8
#define GK_COPIES (INT64_C (1) << 21)

/* What a verification has found. */
typedef struct gk_finding {
  double precision, bound; /* the unit roundoff; times the scale */
  double below;            /* what may be lost below the normal range */
  double error, squares;   /* the largest; the sum of squares */
  double rms_error, rms_bound;
  double off, right;       /* of wrong elements: the sum of |x - value|, and of
                              |value| */
  uint64_t checked;        /* elements */
  int64_t lines;           /* of these; a line may count twice */
  int64_t wrong;           /* the first wrong line; -1: none is */
  int unwritten;           /* its wrong element is poison still */
} gk_finding;

/* Sets precision, bound and below for an output. */
static inline void
gk_set_bound (const gk_instance *in, const gk_check *check, gk_dtype dtype,
              gk_finding *f)
{
  const double roundoff = gk_power_of_two (-gk_significant_bits (dtype));

  f->precision = check->precision > 0 ? check->precision
                                      : gk_output_roundoff (dtype);
  f->bound = f->precision
             * gk_bound_of (in, check->data, (check->flags & GK_PLANT) != 0);
  if (gk_is_integer (dtype)
      || (check->data == GK_DATA_EXACT && check->precision <= roundoff))
    f->bound = 0;
  f->below = dtype == GK_F8_E4M3   ? gk_power_of_two (-9)
             : dtype == GK_F8_E5M2 ? gk_power_of_two (-16)
             : dtype == GK_F16     ? gk_power_of_two (-24)
             : dtype == GK_F64     ? gk_power_of_two (-1020)
                                   : gk_power_of_two (-124);
  if (check->data == GK_DATA_WIDE && f->below < gk_power_of_two (-100))
    f->below *= in->terms * gk_power_of_two (dtype == GK_F64 ? 40 : 20);
}

/* True where all bytes of an element of an output are poison still. */
static inline int
gk_is_poison (const gk_instance *in, const gk_check *check, uint32_t output,
              int64_t index)
{
  const unsigned char *at = (const unsigned char *)check->buffers[output];
  const unsigned bytes = gk_element_bytes (in->array[output].dtype);
  uint64_t i = (uint64_t)index * bytes;
  const uint64_t end = i + bytes;

  while (i < end && at[i] == check->poison[i % 8])
    i++;
  return i == end && in->array[output].role == GK_OUTPUT;
}

/* True where x is infinity, and so is what the type makes of the value with an
 * error of `slack`. */
static inline int
gk_is_beyond (gk_dtype dtype, double x, double value, double slack)
{
  double memory;

  if (x - x == 0)
    return 0;
  gk_put_number (dtype, &memory, 0, value < 0 ? value - slack : value + slack);
  return gk_number (dtype, &memory, 0) == x;
}

/* Compares an element with the reference. */
static inline int
gk_is_right (const gk_instance *in, const gk_check *check, const gk_line *line,
             int64_t i, gk_finding *f)
{
  const gk_dtype dtype = in->array[line->output].dtype;
  const void *memory = check->buffers[line->output];
  const int64_t index = line->line * line->length + i;
  double is, error, last;

  f->checked++;
  if (gk_is_integer (dtype)) {
    uint64_t wanted;

    gk_put_integer (dtype, &wanted, 0, line->integer[i]);
    return gk_integer (dtype, memory, index)
           == gk_integer (dtype, &wanted, 0);
  }
  is = gk_number (dtype, memory, index);
  if (gk_is_beyond (dtype, is, line->value[i], f->bound * line->scale[i]))
    return 1;
  error = gk_magnitude (is - line->value[i]);
  last = gk_is_short_float (dtype) && f->bound > 0
             ? gk_power_of_two (-gk_significant_bits (dtype))
                   * gk_magnitude (line->value[i])
             : 0;
  error -= f->bound > 0 ? last + f->below : 0;
  error = error <= 0 ? 0 : error / line->scale[i]; /* NaN stays */
  f->squares += error * error;
  if (!(error <= f->error))
    f->error = error;
  if (error <= f->bound)
    return 1;
  f->off += gk_magnitude (is - line->value[i]);
  f->right += gk_magnitude (line->value[i]);
  return 0;
}

/* Calls host->error for a wrong element. */
static inline void
gk_report_element (const gk_instance *in, const gk_check *check,
                   const gk_line *line, int64_t i, int unwritten)
{
  const gk_array *a = &in->array[line->output];
  const void *memory = check->buffers[line->output];
  const int64_t index = line->line * line->length + i;
  char at[64], is[32], right[32];
  uint64_t wanted;

  if (a->lines > 1 && a->length > 1)
    snprintf (at, sizeof at, "[%lld][%lld]", (long long)line->line,
              (long long)i);
  else
    snprintf (at, sizeof at, "[%lld]", (long long)index);
  if (gk_is_integer (a->dtype)) {
    gk_put_integer (a->dtype, &wanted, 0, line->integer[i]);
    snprintf (is, sizeof is, "%lld",
              (long long)gk_integer (a->dtype, memory, index));
    snprintf (right, sizeof right, "%lld",
              (long long)gk_integer (a->dtype, &wanted, 0));
  } else {
    snprintf (is, sizeof is, "%.9g", gk_number (a->dtype, memory, index));
    snprintf (right, sizeof right, "%.9g", line->value[i]);
  }
  in->host->error (
      in->host, "%s%s is %s%s, should be %s", a->name, at, is,
      unwritten ? " (never written)" : "", right);
}

static inline int64_t
gk_count_parts (const gk_instance *in)
{
  const int64_t copies
      = in->elements / 16 > GK_COPIES ? in->elements / 16 : GK_COPIES;
  int64_t parts = GK_PARTS;

  while (parts * in->longest > copies)
    parts /= 2;
  return parts < GK_FEW_PARTS || in->lines < parts ? 1 : parts;
}

/* Returns room for all lines of this kind of data, or for one of each part;
 * NULL, with an error text, where there is none. */
static inline gk_kept *
gk_keep_lines (gk_instance *in, const gk_check *check)
{
  const int keeps = in->elements <= GK_MOST_KEPT;
  gk_kept *k = &in->kept[keeps ? check->data % GK_KEPT_DATA : 0];
  const int64_t n
      = keeps ? in->elements : in->longest * gk_count_parts (in);
  const size_t lines = keeps ? (size_t)in->lines : 0;

  if (k->value == NULL) {
    k->value = (double *)in->host->alloc (
        in->host, 2 * (size_t)n * sizeof *k->value + lines);
    if (k->value == NULL)
      return NULL;
    k->scale = k->value + n;
    k->made = (unsigned char *)(k->scale + n);
    memset (k->made, 0, lines);
  }
  if (k->seed != check->seed || k->generation != check->generation)
    memset (k->made, 0, lines);
  k->seed = check->seed;
  k->generation = check->generation;
  return k;
}

/* Returns a line of the reference: `number` counts the lines of all outputs,
 * and `from` their elements. */
static inline gk_line
gk_make_line (const gk_instance *in, gk_kept *k, uint32_t output,
              int64_t line, int64_t number, int64_t from)
{
  const gk_array *a = &in->array[output];
  const int keeps = in->elements <= GK_MOST_KEPT;
  gk_line l;
  int64_t i;

  l.output = output;
  l.line = line;
  l.length = a->length;
  l.value = keeps ? k->value + from : k->value;
  l.scale = keeps ? k->scale + from : k->scale;
  l.integer = gk_is_integer (a->dtype) ? (uint64_t *)(void *)l.value : NULL;
  if (gk_is_integer (a->dtype))
    l.value = l.scale = NULL;
  if (keeps && k->made[number])
    return l;
  memset (keeps ? k->value + from : k->value, 0,
          (size_t)l.length * sizeof *k->value);
  memset (keeps ? k->scale + from : k->scale, 0,
          (size_t)l.length * sizeof *k->scale);
  in->reference (in->problem, &l);
  for (i = 0; i < l.length && l.scale != NULL; i++)
    if (l.scale[i] <= 0)
      l.scale[i] = gk_magnitude (l.value[i]);
  if (keeps)
    k->made[number] = 1;
  return l;
}

/* True where a line must be judged: another launch had other bytes there, or an
 * element is poison, infinity or NaN. */
static inline int
gk_is_suspicious (const gk_instance *in, const gk_check *check,
                  uint32_t output, int64_t line)
{
  const gk_array *a = &in->array[output];
  const unsigned bytes = gk_element_bytes (a->dtype);
  const int64_t begin = line * a->length, end = begin + a->length;
  uint64_t r;
  int64_t i;

  for (r = 0; GK_HAS (check, gk_check, n_differing) && r < check->n_differing;
       r++) {
    const gk_range *d = &check->differing[r];

    if (d->buffer == output && d->offset < (uint64_t)end * bytes
        && d->offset + d->bytes > (uint64_t)begin * bytes)
      return 1;
  }
  for (i = begin; i < end; i++) {
    const double x = gk_number (a->dtype, check->buffers[output], i);

    if (x - x != 0 || gk_is_poison (in, check, output, i))
      return 1;
  }
  return 0;
}

/* Judges a line of an output.  number and from: as in gk_make_line; k: of the
 * part.  Several threads may do so at once. */
static inline int
gk_judge_line (const gk_instance *in, const gk_check *check, gk_kept *k,
               uint32_t output, int64_t line, int64_t number, int64_t from,
               gk_finding *f)
{
  const gk_line l = gk_make_line (in, k, output, line, number, from);
  int64_t i;

  f->lines++;
  for (i = 0; i < l.length; i++)
    if (!gk_is_right (in, check, &l, i, f)) {
      f->wrong = line;
      return GK_WRONG;
    }
  return GK_OK;
}

/* Calls host->error for the first wrong element of a line. */
static inline void
gk_report_line (const gk_instance *in, const gk_check *check, gk_kept *k,
                uint32_t output, int64_t line, int64_t number, int64_t from,
                gk_finding *f)
{
  const gk_line l = gk_make_line (in, k, output, line, number, from);
  int64_t i;

  for (i = 0; i < l.length; i++)
    if (!gk_is_right (in, check, &l, i, f)) {
      f->unwritten = gk_is_poison (in, check, output, line * l.length + i);
      gk_report_element (in, check, &l, i, f->unwritten);
      return;
    }
}

/* Judges lines at the places of the changes of this generation, `most` at most:
 * in most computations these are the lines that a result of an earlier one has
 * wrong. */
static inline int
gk_judge_changes (const gk_instance *in, const gk_check *check, gk_kept *k,
                  uint32_t output, double most, int64_t number, int64_t from,
                  gk_finding *f)
{
  const gk_array *a = &in->array[output];
  uint64_t changes[GK_PLACES];
  int64_t indexes[GK_PLACES], t;
  uint32_t b;
  int status = GK_OK;

  most /= in->n_changed;
  for (b = 0; b < in->n_arrays; b++) {
    const int64_t places
        = !gk_is_changed (&in->array[b])
              ? 0
              : gk_choose_changes (in, check->seed, check->generation, b,
                                   indexes, changes);

    for (t = 0; t < places && (double)t < most && status == GK_OK; t++) {
      const double part = ((double)indexes[t] + 0.5)
                          / (double)(in->array[b].lines * in->array[b].length);
      const int64_t line = (int64_t)((double)a->lines * part);

      status = gk_judge_line (in, check, k, output, line, number + line,
                              from + line * a->length, f);
    }
  }
  return status;
}

/* Judges part of an output's lines: a share of them, chosen at random, and what
 * is suspicious.  number and from count lines and elements of the outputs before
 * it. */
static inline int
gk_judge_part (const gk_instance *in, const gk_check *check, gk_kept *k,
               uint32_t output, double share, int64_t part, int64_t parts,
               int64_t number, int64_t from, gk_finding *f)
{
  const gk_array *a = &in->array[output];
  const uint64_t key = gk_mix_bits (check->choice_seed) + check->generation;
  const int64_t end = gk_part_begin (part + 1, parts, a->lines);
  int64_t line, suspects = 0;
  int status = GK_OK;

  for (line = gk_part_begin (part, parts, a->lines);
       line < end && status == GK_OK; line++) {
    const double word = (double)(gk_mix_bits (gk_mix_bits (key)
                                              + (uint64_t)(number + line))
                                 >> 11)
                        * gk_power_of_two (-53);
    const int chosen = word < share || line == 0 || line == a->lines - 1;

    /* Poison may be right by chance, of bytes in each line. */
    if (!chosen && (suspects == 64 || !gk_is_suspicious (in, check, output, line)))
      continue;
    suspects += !chosen;
    status = gk_judge_line (in, check, k, output, line, number + line,
                            from + line * a->length, f);
  }
  return status;
}

/* Adds what was found of a part. */
static inline void
gk_add_finding (gk_finding *f, const gk_finding *part)
{
  f->checked += part->checked;
  f->lines += part->lines;
  f->squares += part->squares;
  f->off += part->off;
  f->right += part->right;
  if (!(part->error <= f->error))
    f->error = part->error;
  if (part->wrong >= 0 && (f->wrong < 0 || part->wrong < f->wrong))
    f->wrong = part->wrong;
}

/* Judges all parts of an output, side by side where the plugin has OpenMP. */
static inline void
gk_judge_parts (const gk_instance *in, const gk_check *check, const gk_kept *k,
                uint32_t output, double share, int64_t number, int64_t from,
                gk_finding *f)
{
  const int keeps = in->elements <= GK_MOST_KEPT;
  const int64_t parts = gk_count_parts (in);
  gk_finding found[GK_PARTS];
  int64_t t;

#ifdef _OPENMP
#pragma omp parallel for if (in->elements > (1 << 14)) schedule (dynamic)
#endif
  for (t = 0; t < parts; t++) {
    gk_kept of_part = *k;

    if (!keeps) {
      of_part.value += t * in->longest;
      of_part.scale += t * in->longest;
    }
    memset (&found[t], 0, sizeof found[t]);
    found[t].wrong = -1;
    found[t].precision = f->precision;
    found[t].bound = f->bound;
    found[t].below = f->below;
    gk_judge_part (in, check, &of_part, output, share, t, parts, number, from,
                   &found[t]);
  }
  for (t = 0; t < parts; t++)
    gk_add_finding (f, &found[t]);
}

/* Judges an output.  share: of the lines. */
static inline int
gk_judge_output (const gk_instance *in, const gk_check *check, gk_kept *k,
                 uint32_t output, double share, int64_t number, int64_t from,
                 gk_finding *f)
{
  const gk_array *a = &in->array[output];

  gk_set_bound (in, check, a->dtype, f);
  f->wrong = -1;
  share += 16. / (double)a->lines;
  if (share < 1 && check->generation > 0)
    gk_judge_changes (in, check, k, output, share * (double)a->lines, number,
                      from, f);
  if (f->wrong < 0)
    gk_judge_parts (in, check, k, output, share, number, from, f);
  if (f->wrong >= 0) {
    gk_report_line (in, check, k, output, f->wrong, number + f->wrong,
                    from + f->wrong * a->length, f);
    return GK_WRONG;
  }
  f->rms_error = gk_square_root (f->squares / (double)f->checked);
  f->rms_bound
      = f->bound / 4 * (1 + 3 / gk_square_root ((double)f->lines));
  if (f->rms_error <= f->rms_bound)
    return GK_OK;
  in->host->error (in->host,
                   "%s: the root mean square of its errors is %g, over the "
                   "bound, %g; add in an order that loses less",
                   a->name, f->rms_error, f->rms_bound);
  return GK_WRONG;
}

static inline int
gk_family_verify (const gk_host *host, void *state, gk_check *check)
{
  gk_instance *in = (gk_instance *)state;
  gk_kept *k = gk_keep_lines (in, check);
  const double effort
      = check->data == GK_DATA_EXACT ? GK_EXACT_EFFORT : GK_EFFORT;
  int64_t number = 0, from = 0;
  int status = GK_OK;
  uint32_t b;

  (void)host;
  if (k == NULL)
    return GK_FAIL;
  for (b = 0; b < in->n_arrays; b++)
    if (gk_is_filled (&in->array[b])) {
      const void *const *buffers = in->array[b].role == GK_INOUT
                                    ? check->before
                                    : check->buffers;

      memcpy ((char *)in->problem + in->array[b].slot, &buffers[b],
              sizeof buffers[b]);
    }
  check->method
      = in->effort <= effort ? "each element" : "each element of some lines";
  for (b = 0; b < in->n_arrays && status == GK_OK; b++) {
    gk_finding f;

    if (!gk_is_computed (&in->array[b]))
      continue;
    memset (&f, 0, sizeof f);
    status = gk_judge_output (in, check, k, b, effort / in->effort, number,
                              from, &f);
    number += in->array[b].lines;
    from += in->array[b].lines * in->array[b].length;
    check->checked += f.checked;
    check->flags |= f.unwritten ? GK_UNWRITTEN : 0;
    if (f.bound == 0 && f.off > 0 && check->bound == 0)
      check->error = f.off / f.right;
    /* For the record, the output that is nearest to its bound. */
    if (f.bound > 0 && !(f.error * check->bound < check->error * f.bound)) {
      check->error = f.error;
      check->bound = f.bound;
      check->rms_error = f.rms_error;
      check->rms_bound = f.rms_bound;
    }
  }
  return status;
}

#endif /* GKHOST_FAMILY_VERIFY_H */
