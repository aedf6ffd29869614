/* gkhost/family.h: a family in fifty lines.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * An author writes the options, a setup that names the arrays of the problem,
 * and a reference that computes one line of an output in double.  This header
 * has the other callbacks of a gk_family: they fill and vary the inputs
 * (family-inputs.h), verify the outputs (family-verify.h) and free the state.
 *
 *   static int
 *   setup (const gk_host *host, const gk_value *values, gk_setup *setup)
 *   {
 *     const sums p = { sizeof (sums), values[0].i, NULL, NULL };
 *     gk_instance *in = gk_instance_new (host, setup, &p, sizeof p);
 *
 *     if (in == NULL)
 *       return GK_FAIL;
 *     GK_ADD_INPUT (in, p, src, GK_F32, 1, p.n);
 *     GK_ADD_OUTPUT (in, p, sum, GK_F32, 1, 1);
 *     in->terms = (double)p.n;
 *     in->factors = 1;
 *     setup->work.ops = (double)p.n;
 *     return gk_instance_finish (in, reference);
 *   }
 *
 *   static const gk_family family = { .name = "sums", .summary = "a sum",
 *     GK_OPTIONS (options), GK_CALLBACKS (setup) };
 *
 * It is no part of the ABI: its functions are compiled into the plugin, which
 * runs with any host of its GK_ABI.  It compiles as C99 and as C++, and needs
 * no library, libm neither.
 *
 * Arrays.  An array has lines of a length, contiguous: a matrix its rows, a
 * list one line.  The reference computes whole lines: give an output whose
 * elements are independent and cheap one element a line.  A complex number is two
 * floats of a line.
 * Numbers that are only moved, not computed with, are declared as integers of
 * their size, which are filled with random bits and compared bit for bit.
 *
 * Changes.  A generation changes 16 elements of each input but constants, or
 * fewer where there are more than two inputs, since they share GK_MAX_RANGES.
 * Where many numbers are added, the changed ones are so large that the sum
 * differs by more than the bound: else the sum of an earlier generation would
 * pass.
 *
 * Threads.  Compiled with OpenMP, fill and verification use all cores that they
 * may: several threads call the reference at once, for other lines each.  One
 * whose lines are long should use threads itself.
 *
 * Data.  Of floats graded data is uniform numbers times 2^(h(place) - h(line)),
 * with h from -2 to 2: so a product of two row-major matrices has D^-1 A D and
 * D^-1 B D.  The elements of wide data differ in their exponents, but no rows
 * cancel.  Where peaks is set, each line of wide data and of permutations has
 * numbers of one sign, near the ends of the type.  Else each line of the first
 * array of floats has one number in a permutation, and zeros, so that a sum or a
 * dot is a single term: this shows bits that a kernel drops, whose errors average
 * out in a long sum.  Where results are nothing but sums, of a rounding or two a
 * term, add GK_DATA_PERMUTATION to verify_data after gk_instance_finish.
 *
 * What is compared.  Each verification compares each element, unless the
 * reference takes long: over 2^27 operations, and of exact data 2^30, which are
 * setup's work.ops, or the bytes of all arrays where these are more.  Then it
 * compares some lines, each element of them:
 *
 *   a random choice of lines, as many as those operations compute and 16 more;
 *   the first and the last line of each output;
 *   at most as many again, at the places of the elements that the generation
 *     changed, where inputs and outputs are divided into as many parts: in most
 *     computations they show whether a result is an earlier one's;
 *   up to 64 lines more that have an element which was never written, is NaN or
 *     infinite, or lies in gk_check's `differing`.
 *
 * Verdicts.  Integers are right modulo 2^bits.  A float x is right where
 * |x - value| <= bound * scale, with value and scale of the reference, and
 * where the root mean square of |x - value| / scale is at most a quarter of the
 * bound, or up to the bound where few lines are judged.  With u, the unit
 * roundoff, the bound is
 *
 *   8 u                     for data whose rounding errors cancel
 *   8 u + sqrt (terms) u    for sparse data, whose numbers have one sign
 *   8 u + 1.5 sqrt (terms) u
 *                           where one_sign is set
 *   8 u + 3 sqrt (terms) u  where some numbers are much larger than others
 *                           (GK_DATA_HEAVY, GK_DATA_WIDE, GK_DATA_GRADED and
 *                           GK_PLANT); with one_sign at least min (terms,
 *                           4096) u, so that a loop may add as many in a row
 *   0                       for GK_DATA_EXACT, unless the variant declares less
 *                           precision than the output's type has
 *
 * u is what the variant declares, else that of the output's type; of an output
 * of 8 or 16 bits it is 2^-20, since arithmetic is in f32, and the last rounding
 * is no error.  Nor are losses below the least normal number (f16 and 8 bits:
 * subnormal).  Infinity is right where the value, with an error of the bound, is
 * beyond the type's range, as a square of planted numbers is in f16; NaN never is.
 * e4m3 has no infinity, so that its outputs must not leave its range, 448.
 */
#ifndef GKHOST_FAMILY_H
#define GKHOST_FAMILY_H

#include <string.h>

#include <gkhost/family-elements.h>
#include <gkhost/plugin.h>

/* The callbacks of a gk_family in an initializer; setup is the author's. */
#define GK_CALLBACKS(setup_)                              \
  .setup = (setup_), .fill = gk_family_fill,              \
  .vary = gk_family_vary, .verify = gk_family_verify,     \
  .teardown = gk_family_teardown

/* A size of the problem, as an entry of a table of options. */
#define GK_SIZE(name_, help_, default_, min_, max_)               \
  {                                                               \
    .name = (name_), .help = (help_), .type = GK_INT,             \
    .flags = GK_OPTION_SIZE, .value = { .i = (default_) },        \
    .min = (min_), .max = (max_)                                  \
  }

/* Likewise a number, and a type of elements: allowed is a set of GK_BIT()s. */
#define GK_FACTOR(name_, help_, default_, min_, max_)             \
  {                                                               \
    .name = (name_), .help = (help_), .type = GK_REAL,            \
    .value = { .f = (default_) }, .fmin = (min_), .fmax = (max_)  \
  }
#define GK_TYPES(name_, help_, default_, allowed_)                \
  {                                                               \
    .name = (name_), .help = (help_), .type = GK_DTYPE,           \
    .value = { .i = (default_) }, .allowed = (allowed_)           \
  }

/* What the elements of an array are. */
typedef uint32_t gk_array_kind;
enum {
  GK_NUMBERS = 0, /* any numbers, by the kind of data */
  GK_INDEXES = 1, /* 0 to below - 1, with equal chances, of any data */
  GK_OFFSETS = 2  /* 0 to below, in ascending order, of any data */
};

/* One buffer of the problem. */
typedef struct gk_array {
  const char *name;
  gk_role role;
  gk_dtype dtype;
  gk_array_kind kind;
  int64_t lines, length; /* elements of a line */
  int64_t below;         /* of indexes, how many values; of offsets, the last */
  uint64_t slot;         /* offset in the problem of the pointer to it */
} gk_array;

/* True for an array that fill writes, that vary changes, and of which a launch
 * writes each element. */
static inline int
gk_is_filled (const gk_array *a)
{
  return a->role != GK_OUTPUT;
}

static inline int
gk_is_changed (const gk_array *a)
{
  return a->role == GK_INPUT || a->role == GK_INOUT;
}

static inline int
gk_is_computed (const gk_array *a)
{
  return a->role == GK_OUTPUT || a->role == GK_INOUT;
}

/* A line of an output, which the reference computes: all numbers are 0 when it
 * begins. */
typedef struct gk_line {
  uint32_t output;   /* its number, in the order in which arrays were added */
  int64_t line;      /* from 0 */
  int64_t length;    /* of each of the following */
  double *value;     /* floats: the right value */
  double *scale;     /* floats: what the error is relative to, such as the sum
                        of the magnitudes that were added.  Not negative; where
                        it stays 0, the magnitude of value. */
  uint64_t *integer; /* integers: the right value modulo 2^64 */
} gk_line;

/* Computes a line: floats set value and scale, integers set integer.  problem:
 * the family's copy of what gk_instance_new got, with the pointers to inputs
 * set to host memory, that to a GK_INOUT to what it held before the launch, and
 * those to outputs NULL.  The result may depend on nothing else. */
typedef void gk_reference (const void *problem, gk_line *line);

/* Adds a number to element i of a line of floats, and its magnitude to the
 * scale: the whole reference of a sum. */
static inline void
gk_add_term (gk_line *line, int64_t i, double x)
{
  line->value[i] += x;
  line->scale[i] += gk_magnitude (x);
}

/* Lines that were computed, of one kind of data. */
typedef struct gk_kept {
  uint64_t seed, generation;
  double *value, *scale;  /* of all elements of all outputs; or, where these are
                             too many, of one line */
  unsigned char *made;    /* for each line of all outputs: is it computed? */
} gk_kept;

#define GK_KEPT_DATA 9 /* kinds of data, from GK_DATA_RANDOM on */

/* One problem: the state of these callbacks. */
typedef struct gk_instance {
  const gk_host *host;
  gk_setup *setup;   /* during setup: the author sets work.ops, and may set
                        work.op_class, and verify_data and plant_data to kinds
                        of data that the reference can judge.  Where they are 0,
                        gk_instance_finish sets work.bytes_read and
                        work.bytes_written to the sizes of all arrays, op_class
                        to scalar units of the first output's type, verify_data
                        to all kinds that suit the arrays and `factors` (floats:
                        random, normal, sparse, heavy, graded), and plant_data,
                        if verify_data was 0 too, to the floats' kinds but the
                        exact ones. */
  void *problem;     /* a copy, which belongs to the instance */
  /* The author may set these five in setup. */
  double terms;      /* how many products or numbers an element of an output
                        adds, times the constants by which they are multiplied,
                        of the output that adds most; gk_instance_new sets 1 */
  uint32_t factors;  /* how many elements of inputs each of these has as factors,
                        1 or 2, if the output is nothing but such a sum: then
                        GK_DATA_EXACT is judged, and with 1 also GK_DATA_ZERO;
                        else 0, as gk_instance_new sets it */
  uint32_t one_sign; /* not 0: numbers of one sign are added, such as squares,
                        whatever the signs of inputs.  Sparse data is then not
                        judged: where equal numbers are added, rounding errors
                        are equal, too. */
  uint32_t peaks;    /* not 0: a minimum or maximum is computed.  What vary
                        writes is then larger in magnitude than all else, so
                        that it decides the result.  Where it is one of a line's
                        elements as they are, add GK_DATA_WIDE and
                        GK_DATA_PERMUTATION to verify_data after
                        gk_instance_finish: they show a wrong first value, such
                        as 0. */
  double change;     /* not 0: what vary writes is about as large, a power of
                        two, where the numbers beside it must not matter */
  /* All else belongs to this header. */
  uint64_t exact;    /* GK_DATA_EXACT: the largest magnitude */
  uint64_t zeros;    /* likewise: about how many numbers for each that is none */
  double effort;     /* operations of the reference, about */
  uint64_t inputs, outputs;         /* bytes */
  int64_t elements, lines, longest; /* of all outputs; of a line */
  uint32_t n_arrays, n_changed, fault;
  uint32_t first_floats; /* the first input of floats */
  uint32_t first_output;
  gk_array array[GK_MAX_BUFFERS];
  gk_reference *reference;
  gk_kept kept[GK_KEPT_DATA];
} gk_instance;

/* ---- Setup --------------------------------------------------------------- */

static inline void
gk_family_teardown (const gk_host *host, void *state)
{
  gk_instance *in = (gk_instance *)state;
  int i;

  for (i = 0; i < GK_KEPT_DATA; i++)
    host->free (host, in->kept[i].value);
  host->free (host, in);
}

/* Begins a problem in setup: copies the problem's bytes, whose pointers are
 * NULL.  Returns the instance, which gk_instance_finish needs, or NULL with an
 * error text: return GK_FAIL. */
static inline gk_instance *
gk_instance_new (const gk_host *host, gk_setup *setup, const void *problem,
                 size_t bytes)
{
  gk_instance *in = (gk_instance *)host->alloc (host, sizeof *in + bytes);

  if (in == NULL)
    return NULL;
  memset (in, 0, sizeof *in);
  in->host = host;
  in->setup = setup;
  in->problem = in + 1;
  memcpy (in->problem, problem, bytes);
  in->terms = 1;
  in->first_floats = in->first_output = GK_MAX_BUFFERS;
  setup->problem = in->problem;
  setup->problem_bytes = bytes;
  return in;
}

/* Adds an array, of any role and kind; the macros below are shorter.  slot:
 * offsetof its pointer in the problem.  The name is static text.
 * gk_instance_finish reports what is wrong with it. */
static inline void
gk_add_array (gk_instance *in, const char *name, gk_role role,
              gk_array_kind kind, gk_dtype dtype, int64_t lines,
              int64_t length, int64_t below, uint64_t slot)
{
  const int64_t bytes = gk_element_bytes (dtype);
  const char *fault
      = in->n_arrays == GK_MAX_BUFFERS    ? "there are too many arrays"
        : bytes == 0                      ? "family.h can't fill its dtype"
        : lines < 1 || length < 1         ? "it has no element"
        : length > INT64_MAX / 16 / lines ? "it has over 2^59 elements"
        : kind != GK_NUMBERS
                && (below < 1 || !gk_is_integer (dtype)
                    || (gk_element_bytes (dtype) < 8
                        && below >> gk_significant_bits (dtype) > 0))
            ? "its dtype can't count so far"
            : NULL;
  gk_array *a = &in->array[in->n_arrays];
  gk_buffer *buffer = &in->setup->buffers[in->n_arrays];

  if (fault != NULL && in->fault == 0)
    in->host->error (in->host, "array %s: %s; correct setup, or choose a "
                     "smaller problem", name, fault);
  in->fault |= fault != NULL;
  if (in->fault)
    return;
  a->name = buffer->name = name;
  a->role = buffer->role = role;
  a->kind = kind;
  a->dtype = dtype;
  a->lines = lines;
  a->length = length;
  a->below = below;
  a->slot = buffer->slot = slot;
  buffer->bytes = (uint64_t)(lines * length * bytes);
  if (GK_HAS (in->setup, gk_setup, shapes)) {
    gk_shape *shape = &in->setup->shapes[in->n_arrays];

    shape->dtype = dtype;
    shape->n_dims = 2;
    shape->extent[0] = lines;
    shape->extent[1] = shape->stride[0] = length;
    shape->stride[1] = 1;
  }
  in->n_changed += gk_is_changed (a) ? 1 : 0;
  if (gk_is_filled (a)) {
    in->inputs += buffer->bytes;
    if (in->first_floats == GK_MAX_BUFFERS && !gk_is_integer (dtype))
      in->first_floats = in->n_arrays;
  }
  if (gk_is_computed (a)) {
    if (in->first_output == GK_MAX_BUFFERS)
      in->first_output = in->n_arrays;
    in->outputs += buffer->bytes;
    in->elements += lines * length;
    in->lines += lines;
    in->longest = length > in->longest ? length : in->longest;
  }
  in->n_arrays++;
}

/* Adds an input of numbers: `lines` lines of `length` elements.  problem: the
 * struct that gk_instance_new copied; member: its pointer to the array, whose name
 * messages have. */
#define GK_ADD_INPUT(in, problem, member, dtype, lines, length)              \
  gk_add_array (in, #member, GK_INPUT, GK_NUMBERS, dtype, lines, length, 0,  \
                GK_SLOT (problem, member))

/* Adds an input of `length` integers from 0 to below - 1. */
#define GK_ADD_INDEXES(in, problem, member, dtype, length, below)            \
  gk_add_array (in, #member, GK_INPUT, GK_INDEXES, dtype, 1, length, below,  \
                GK_SLOT (problem, member))

/* Adds an input of parts + 1 integers in ascending order, from 0 to total: the
 * offsets of parts, a few of which are empty.  vary needs two parts at least,
 * and as many in total. */
#define GK_ADD_OFFSETS(in, problem, member, dtype, parts, total)             \
  gk_add_array (in, #member, GK_INPUT, GK_OFFSETS, dtype, 1, (parts) + 1,    \
                total, GK_SLOT (problem, member))

/* Adds an output, which the reference computes line by line. */
#define GK_ADD_OUTPUT(in, problem, member, dtype, lines, length)             \
  gk_add_array (in, #member, GK_OUTPUT, GK_NUMBERS, dtype, lines, length, 0, \
                GK_SLOT (problem, member))

/* Adds an output that begins as an input: see GK_INOUT. */
#define GK_ADD_INOUT(in, problem, member, dtype, lines, length)              \
  gk_add_array (in, #member, GK_INOUT, GK_NUMBERS, dtype, lines, length, 0,  \
                GK_SLOT (problem, member))

/* Makes the input that was added last a GK_CONSTANT, which prepare may read and
 * generations do not change. */
static inline void
gk_make_constant (gk_instance *in)
{
  const uint32_t last = in->n_arrays - 1;

  if (in->fault || in->n_arrays == 0 || in->array[last].role != GK_INPUT)
    return;
  in->array[last].role = in->setup->buffers[last].role = GK_CONSTANT;
  in->n_changed--;
}

#define GK_SLOT(problem, member)                 \
  ((uint64_t)((const char *)&(problem).member    \
              - (const char *)&(problem)))

/* Returns the bits of the largest integers that all arrays of numbers hold which
 * are filled, or computed. */
static inline int
gk_integer_bits (const gk_instance *in, int filled)
{
  int bits = 31;
  uint32_t b;

  for (b = 0; b < in->n_arrays; b++) {
    const gk_array *a = &in->array[b];

    if (a->kind == GK_NUMBERS
        && (filled ? gk_is_filled (a) : gk_is_computed (a))
        && gk_significant_bits (a->dtype) < bits)
      bits = gk_significant_bits (a->dtype);
  }
  return bits;
}

/* Sets the largest magnitude of exact data, so that sums of products are exact
 * in each type; 0: there is none.  Of very many terms most are 0. */
static inline void
gk_set_exact (gk_instance *in)
{
  const double largest = gk_power_of_two (gk_integer_bits (in, 1)) - 1;
  double most = (gk_power_of_two (gk_integer_bits (in, 0)) - 1) / in->terms;

  in->zeros = most < 1 && in->factors == 1 ? (uint64_t)(1 / most) : 0;
  if (in->factors == 0)
    return;
  most = in->zeros > 0 ? 1 : in->factors > 1 ? gk_square_root (most) : most;
  in->exact = (uint64_t)(most < largest ? most : largest);
}

/* Ends setup: returns what setup returns. */
static inline int
gk_instance_finish (gk_instance *in, gk_reference *reference)
{
  const uint64_t smooth = GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_NORMAL)
                          | GK_BIT (GK_DATA_HEAVY) | GK_BIT (GK_DATA_GRADED)
                          | (in->one_sign ? 0 : GK_BIT (GK_DATA_SPARSE));
  gk_setup *setup = in->setup;
  const int floats = in->first_floats < GK_MAX_BUFFERS;

  if (in->fault) {
    gk_family_teardown (in->host, in);
    return GK_FAIL;
  }
  in->reference = reference;
  gk_set_exact (in);
  in->effort = setup->work.ops > (double)(in->inputs + in->outputs)
                   ? setup->work.ops
                   : (double)(in->inputs + in->outputs);
  if (setup->work.op_class == GK_OPS_NONE && in->first_output < in->n_arrays) {
    const gk_dtype dtype = in->array[in->first_output].dtype;

    setup->work.op_class = gk_is_integer (dtype) ? GK_OPS_I32
                           : dtype == GK_F64     ? GK_OPS_F64
                                                 : GK_OPS_F32;
  }
  setup->state = in;
  setup->n_buffers = in->n_arrays;
  if (setup->work.bytes_read == 0)
    setup->work.bytes_read = in->inputs;
  if (setup->work.bytes_written == 0)
    setup->work.bytes_written = in->outputs;
  if (setup->verify_data == 0) {
    setup->verify_data = (floats ? smooth : GK_BIT (GK_DATA_RANDOM))
                         | (in->exact > 0 ? GK_BIT (GK_DATA_EXACT) : 0)
                         | (in->factors == 1 ? GK_BIT (GK_DATA_ZERO) : 0);
    if (setup->plant_data == 0 && floats)
      setup->plant_data = smooth;
  }
  if (in->exact == 0)
    setup->verify_data &= ~GK_BIT (GK_DATA_EXACT);
  in->setup = NULL;
  return GK_OK;
}

/* ---- The other callbacks, which GK_CALLBACKS names ----------------------- */

#include <gkhost/family-inputs.h>
#include <gkhost/family-verify.h>

#endif /* GKHOST_FAMILY_H */
