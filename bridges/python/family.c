/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Families in scripts.  setup calls the script's function, which names options,
 * arrays and tolerances; inputs, their changes, error bounds and verdicts are
 * those of gkhost/family.h.  The script's reference computes all outputs at
 * once, in double: once for the inputs of a verification, whose lines are then
 * compared.
 *
 * Outputs that do not depend on the inputs are refused, since a variant could
 * write a constant.  Where a second reference, of other inputs, is the same as
 * the first, further inputs are drawn until one differs: a family whose
 * result depends on its inputs mostly pays nothing for it.  A problem with a
 * size of 1 may have one result alone, such as the softmax of a number.
 *
 * A callback of a family gets no object but its state, and setup not even that:
 * each script's family has a setup function of its own.
 */
#include <config.h>

#include <stdlib.h>
#include <time.h>

#include "reference.h"

/* What variants of other scripts get: the pointers to arrays. */
struct script_problem {
  void *slot[GK_MAX_BUFFERS];
};

/* A problem, in the judge. */
struct script_instance {
  gk_instance *in;
  PyObject *family;  /* a gkhost.script.Family */
  PyObject *answer;  /* of setup, with all texts; */
  PyObject *problem; /* a part of it */
  gk_shape shape[GK_MAX_BUFFERS];
  struct script_reference reference;
  uint64_t kinds; /* GK_BIT()s of data on which the family judges */
  enum {
    UNKNOWN,   /* it is compared with the next */
    UNDECIDED, /* and stays so, since a size is 1 */
    DEPENDS,   /* on inputs that change */
    CONSTANT
  } result;
};

/* gk_reference has no argument for it. */
static const struct script_instance *judged;

static void
copy_reference (const void *problem, gk_line *line)
{
  (void)problem;
  reference_copy_line (&judged->reference, line);
}

/* ---- Setup ---- */

/* Adds an array: (name, role, kind, dtype, below, extents). */
static bool
add_array (struct script_instance *s, gk_setup *setup, PyObject *tuple)
{
  gk_instance *in = s->in;
  const uint32_t i = in->n_arrays;
  int64_t lines = 1, stride = 1;
  const char *name;
  unsigned role, kind, dtype;
  long long below;
  PyObject *extents;
  gk_shape shape = { 0 };

  if (!PyArg_ParseTuple (tuple, "sIIILO", &name, &role, &kind, &dtype, &below,
                         &extents))
    return false;
  shape.dtype = dtype;
  shape.n_dims = (uint32_t)PyTuple_Size (extents);
  for (uint32_t d = 0; d < shape.n_dims; d++)
    shape.extent[d] = PyLong_AsLongLong (PyTuple_GetItem (extents, d));
  for (uint32_t d = shape.n_dims; d-- > 0;) {
    shape.stride[d] = stride;
    stride *= shape.extent[d];
    if (d + 1 < shape.n_dims)
      lines *= shape.extent[d];
  }
  gk_add_array (in, name, role, kind, dtype, lines,
                shape.extent[shape.n_dims - 1], below, i * sizeof (void *));
  if (in->n_arrays > i)
    setup->shapes[i] = s->shape[i] = shape;
  return !PyErr_Occurred ();
}

/* Reads (problem, arrays, terms, factors, one sign, ops, unit). */
static bool
read_setup (struct script_instance *s, gk_setup *setup, PyObject *tuple)
{
  PyObject *arrays;

  if (!PyArg_ParseTuple (tuple, "OOdIIdI", &s->problem, &arrays, &s->in->terms,
                         &s->in->factors, &s->in->one_sign, &setup->work.ops,
                         &setup->work.op_class))
    return false;
  for (Py_ssize_t i = 0; i < PyTuple_Size (arrays); i++)
    if (!add_array (s, setup, PyTuple_GetItem (arrays, i)))
      return false;
  return true;
}

static bool
has_size_one (const gk_family *family, const gk_value *values)
{
  for (uint32_t i = 0; i < family->n_options; i++)
    if ((family->options[i].flags & GK_OPTION_SIZE) != 0 && values[i].i == 1)
      return true;
  return false;
}

/* Sets up the state.  On failure the caller frees it and its answer. */
static int
set_up_instance (struct script_instance *s, const gk_host *host,
                 const gk_family *family, const gk_value *values,
                 gk_setup *setup)
{
  const struct script_problem problem = { { NULL } };
  PyObject *numbers
      = callback_values (family->options, family->n_options, values);

  if (numbers != NULL)
    s->answer = bridge_call ("set_up_family", "(OO)", s->family, numbers);
  Py_XDECREF (numbers);
  if (s->answer == NULL)
    return callback_fail (host, s->family);
  s->in = gk_instance_new (host, setup, &problem, sizeof problem);
  if (s->in == NULL)
    return GK_FAIL;
  if (read_setup (s, setup, s->answer)) {
    const int status = gk_instance_finish (s->in, copy_reference);

    s->kinds = setup->verify_data | GK_BIT (GK_DATA_RANDOM);
    s->result = has_size_one (family, values) ? UNDECIDED : UNKNOWN;
    return status;
  }
  host->free (host, s->in);
  return callback_fail (host, s->family);
}

enum { FAMILIES_MOST = 16 };

/* Scripts with a family, in the order of loading. */
static const struct script *with_family[FAMILIES_MOST];
static int n_families;

static int
set_up_number (int number, const gk_host *host, const gk_value *values,
               gk_setup *setup)
{
  const struct script *script = with_family[number];
  struct script_instance *s = host->alloc (host, sizeof *s);
  int status;

  if (s == NULL)
    return GK_FAIL;
  memset (s, 0, sizeof *s);
  interpreter_enter ();
  module_set_host (host);
  s->family = script->family_object;
  status = set_up_instance (s, host, script->plugin.family, values, setup);
  setup->state = s;
  if (status != GK_OK) {
    Py_XDECREF (s->answer);
    host->free (host, s);
  }
  interpreter_leave ();
  return status;
}

#define SETUP(n)                                                               \
  static int set_up_##n (const gk_host *host, const gk_value *values,          \
                         gk_setup *setup)                                      \
  {                                                                            \
    return set_up_number (n, host, values, setup);                             \
  }
SETUP (0)
SETUP (1)
SETUP (2)
SETUP (3)
SETUP (4)
SETUP (5)
SETUP (6)
SETUP (7)
SETUP (8)
SETUP (9)
SETUP (10)
SETUP (11)
SETUP (12)
SETUP (13)
SETUP (14)
SETUP (15)

/* ---- The other callbacks ---- */

static int
script_fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
             void *const *buffers)
{
  struct script_instance *s = state;

  return gk_family_fill (host, s->in, data, seed, buffers);
}

static int
script_vary (const gk_host *host, void *state, gk_vary *vary)
{
  struct script_instance *s = state;

  return gk_family_vary (host, s->in, vary);
}

/* ---- The reference ---- */

/* Returns inputs as arrays by name. */
static PyObject *
make_inputs (const struct script_instance *s, const void *const *memory)
{
  static const gk_device judge = { .kind = GK_CPU };
  static const gk_buffer input = { .role = GK_INPUT };
  PyObject *all = PyDict_New ();

  for (uint32_t i = 0; i < s->in->n_arrays && all != NULL; i++) {
    const gk_array *a = &s->in->array[i];
    PyObject *array;

    if (!gk_is_filled (a))
      continue;
    array = array_new ((void *)memory[i], &input, &s->shape[i], &judge);
    if (array == NULL || PyDict_SetItemString (all, a->name, array) < 0)
      Py_CLEAR (all);
    Py_XDECREF (array);
  }
  return all;
}

/* Calls the script's reference.  False with an exception set. */
static bool
call_reference (const struct script_instance *s, const void *const *memory,
                struct script_reference *r)
{
  PyObject *inputs = make_inputs (s, memory);
  PyObject *pairs = inputs != NULL ? bridge_call ("compute_reference", "(OOO)",
                                                  s->family, s->problem, inputs)
                                   : NULL;
  const bool holds = reference_hold (r, s->in, pairs);

  Py_XDECREF (inputs);
  Py_XDECREF (pairs);
  return holds;
}

/* Draws of inputs before a result counts as constant: so many at least, then
 * as many as fit in a second: one in fifty may differ. */
enum { LEAST_DRAWS = 8, MOST_DRAWS = 1000 };
#define DRAW_SECONDS 1.0

static double
read_clock (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Draws inputs of each kind of data in turn, while the constants stay, until
 * the reference of one differs.  Sets the result.  False with an exception set.
 */
static bool
draw_until_different (struct script_instance *s, const gk_host *host,
                      void *const *drawn, const void *const *given,
                      const struct script_reference *first, uint64_t seed)
{
  const double start = read_clock ();
  struct script_reference other = { 0 };
  const void *memory[GK_MAX_BUFFERS];
  gk_data data = GK_DATA_RANDOM;

  for (uint32_t i = 0; i < s->in->n_arrays; i++)
    memory[i] = s->in->array[i].role == GK_CONSTANT ? given[i] : drawn[i];
  for (int n = 0; n < LEAST_DRAWS
                  || (n < MOST_DRAWS && read_clock () - start < DRAW_SECONDS);
       n++) {
    gk_family_fill (host, s->in, data, ++seed, drawn);
    if (!call_reference (s, memory, &other))
      return false;
    s->result = reference_is_same (first, &other, s->in) ? UNKNOWN : DEPENDS;
    reference_drop (&other);
    if (s->result == DEPENDS)
      return true;
    do
      data = (data + 1) % 64;
    while ((s->kinds & GK_BIT (data)) == 0);
  }
  s->result = CONSTANT;
  return true;
}

/* Finds out whether any other inputs have another result than these.  False
 * with an exception set. */
static bool
search_difference (struct script_instance *s, const gk_host *host,
                   const void *const *given,
                   const struct script_reference *first, uint64_t seed)
{
  void *drawn[GK_MAX_BUFFERS] = { NULL };
  bool ok = true;

  for (uint32_t i = 0; i < s->in->n_arrays && ok; i++) {
    const gk_array *a = &s->in->array[i];

    if (gk_is_filled (a))
      drawn[i] = malloc ((size_t)(a->lines * a->length)
                         * gk_element_bytes (a->dtype));
    ok = !gk_is_filled (a) || drawn[i] != NULL;
  }
  if (!ok)
    PyErr_NoMemory ();
  ok = ok && draw_until_different (s, host, drawn, given, first, seed);
  for (uint32_t i = 0; i < s->in->n_arrays; i++)
    free (drawn[i]);
  return ok;
}

/* Constants of another seed or kind of data differ, too. */
static bool
have_same_constants (const struct script_instance *s,
                     const struct script_reference *a,
                     const struct script_reference *b)
{
  for (uint32_t i = 0; i < s->in->n_arrays; i++)
    if (s->in->array[i].role == GK_CONSTANT)
      return a->data == b->data && a->seed == b->seed;
  return true;
}

/* Compares a reference with the one before, until one differs.  False with an
 * exception set. */
static bool
check_dependence (struct script_instance *s, const gk_host *host,
                  const void *const *memory, const struct script_reference *r)
{
  if (s->result == UNKNOWN && s->reference.holds
      && have_same_constants (s, &s->reference, r)) {
    if (!reference_is_same (&s->reference, r, s->in))
      s->result = DEPENDS;
    else if (!search_difference (s, host, memory, r, r->seed))
      return false;
  }
  if (s->result != CONSTANT)
    return true;
  PyErr_SetString (PyExc_ValueError,
                   "the reference's result does not depend on its inputs, so "
                   "that a variant that writes a constant would be right; "
                   "compute it of them, or add an input on which it depends");
  return false;
}

static bool
compute_reference (struct script_instance *s, const gk_host *host,
                   const gk_check *check)
{
  struct script_reference r = { .data = check->data,
                                .seed = check->seed,
                                .generation = check->generation };
  const void *memory[GK_MAX_BUFFERS];
  bool ok;

  for (uint32_t i = 0; i < s->in->n_arrays; i++)
    memory[i] = s->in->array[i].role == GK_INOUT ? check->before[i]
                                                 : check->buffers[i];
  if (s->result != UNKNOWN)
    reference_drop (&s->reference);
  ok = call_reference (s, memory, &r) && check_dependence (s, host, memory, &r);
  reference_drop (&s->reference);
  if (ok)
    s->reference = r;
  else
    reference_drop (&r);
  return ok;
}

static int
script_verify (const gk_host *host, void *state, gk_check *check)
{
  struct script_instance *s = state;
  const struct script_reference *r = &s->reference;
  int status;

  interpreter_enter ();
  module_set_host (host);
  if ((r->holds && r->data == check->data && r->seed == check->seed
       && r->generation == check->generation)
      || compute_reference (s, host, check)) {
    judged = s;
    status = gk_family_verify (host, s->in, check);
  } else
    status = callback_fail (host, s->family);
  interpreter_leave ();
  return status;
}

static void
script_teardown (const gk_host *host, void *state)
{
  struct script_instance *s = state;

  interpreter_enter ();
  reference_drop (&s->reference);
  Py_DECREF (s->answer);
  interpreter_leave ();
  gk_family_teardown (host, s->in);
  host->free (host, s);
}

bool
family_set_callbacks (gk_family *family, const struct script *script)
{
  static int (*const setups[FAMILIES_MOST]) (const gk_host *, const gk_value *,
                                             gk_setup *)
      = { set_up_0,  set_up_1,  set_up_2,  set_up_3, set_up_4,  set_up_5,
          set_up_6,  set_up_7,  set_up_8,  set_up_9, set_up_10, set_up_11,
          set_up_12, set_up_13, set_up_14, set_up_15 };

  if (n_families == FAMILIES_MOST) {
    PyErr_SetString (PyExc_RuntimeError,
                     "a process loads 16 scripts with a family at most");
    return false;
  }
  with_family[n_families] = script;
  family->setup = setups[n_families++];
  family->fill = script_fill;
  family->vary = script_vary;
  family->verify = script_verify;
  family->teardown = script_teardown;
  return true;
}
