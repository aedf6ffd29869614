/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Families in scripts.  setup calls the script's function, which names options,
 * arrays and tolerances; inputs, their changes, error bounds and verdicts are
 * those of gkhost/family.h.  The script's reference computes all outputs at
 * once, in double: once for the inputs of a verification, whose lines are then
 * compared.
 *
 * A callback of a family gets no object but its state, and setup not even that:
 * each script's family has a setup function of its own.
 */
#include <config.h>

#include <stdlib.h>

#include <gkhost/family.h>

#include "bridge.h"

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
  /* The reference's outputs: doubles, or integers of 64 bits. */
  Py_buffer value[GK_MAX_BUFFERS], scale[GK_MAX_BUFFERS];
  bool holds;
  gk_data data; /* of the inputs that they were computed from */
  uint64_t seed, generation;
};

/* gk_reference has no argument for it. */
static const struct script_instance *judged;

static void
copy_reference (const void *problem, gk_line *line)
{
  const Py_buffer *value = &judged->value[line->output];
  const Py_buffer *scale = &judged->scale[line->output];
  const size_t bytes = (size_t)line->length * sizeof (double);
  const size_t from = (size_t)line->line * bytes;

  (void)problem;
  if (line->integer != NULL)
    memcpy (line->integer, (const char *)value->buf + from, bytes);
  else
    memcpy (line->value, (const char *)value->buf + from, bytes);
  if (line->scale != NULL && scale->obj != NULL)
    memcpy (line->scale, (const char *)scale->buf + from, bytes);
}

static void
drop_reference (struct script_instance *s)
{
  for (int i = 0; i < GK_MAX_BUFFERS; i++) {
    PyBuffer_Release (&s->value[i]);
    PyBuffer_Release (&s->scale[i]);
  }
  s->holds = false;
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
  if (read_setup (s, setup, s->answer))
    return gk_instance_finish (s->in, copy_reference);
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

/* Returns the inputs of a verification as arrays by name. */
static PyObject *
make_inputs (const struct script_instance *s, const gk_check *check)
{
  static const gk_device judge = { .kind = GK_CPU };
  static const gk_buffer input = { .role = GK_INPUT };
  PyObject *all = PyDict_New ();

  for (uint32_t i = 0; i < s->in->n_arrays && all != NULL; i++) {
    const gk_array *a = &s->in->array[i];
    const void *const *buffers
        = a->role == GK_INOUT ? check->before : check->buffers;
    PyObject *array;

    if (!gk_is_filled (a))
      continue;
    array = array_new ((void *)buffers[i], &input, &s->shape[i], &judge);
    if (array == NULL || PyDict_SetItemString (all, a->name, array) < 0)
      Py_CLEAR (all);
    Py_XDECREF (array);
  }
  return all;
}

/* Stores the values of each output, and their scales unless they are None, of a
 * tuple of pairs. */
static bool
hold_reference (struct script_instance *s, PyObject *pairs)
{
  Py_ssize_t next = 0;

  for (uint32_t i = 0; i < s->in->n_arrays; i++) {
    PyObject *value, *scale;

    if (!gk_is_computed (&s->in->array[i]))
      continue;
    if (!PyArg_ParseTuple (PyTuple_GetItem (pairs, next++), "OO", &value,
                           &scale)
        || PyObject_GetBuffer (value, &s->value[i], PyBUF_SIMPLE) < 0
        || (scale != Py_None
            && PyObject_GetBuffer (scale, &s->scale[i], PyBUF_SIMPLE) < 0))
      return false;
  }
  return true;
}

static bool
compute_reference (struct script_instance *s, const gk_check *check)
{
  PyObject *inputs = make_inputs (s, check), *pairs;

  drop_reference (s);
  pairs = inputs != NULL ? bridge_call ("compute_reference", "(OOO)", s->family,
                                        s->problem, inputs)
                         : NULL;
  s->holds = pairs != NULL && hold_reference (s, pairs);
  s->data = check->data;
  s->seed = check->seed;
  s->generation = check->generation;
  Py_XDECREF (inputs);
  Py_XDECREF (pairs);
  return s->holds;
}

static int
script_verify (const gk_host *host, void *state, gk_check *check)
{
  struct script_instance *s = state;
  int status;

  interpreter_enter ();
  module_set_host (host);
  if ((s->holds && s->data == check->data && s->seed == check->seed
       && s->generation == check->generation)
      || compute_reference (s, check)) {
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
  drop_reference (s);
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
