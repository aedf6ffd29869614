/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The callbacks of variants in scripts.  prepare makes the object that the
 * script's functions get; a launch is one call of the script's function with
 * it, and nothing else.
 *
 * An exception ends the callback: its first line, with the script's file and
 * line, is the reason of the row, and its traceback is printed, which the host
 * shows with the row.  gkhost.Skip skips the case.
 *
 * Garbage is collected in prepare and release, never between launches.
 */
#include <config.h>

#include <stdlib.h>

#include "bridge.h"

/* What prepare leaves for the other callbacks. */
struct prepared_script {
  PyObject *variant, *problem;
  PyObject *launch, *nothing;
  PyObject *stream;  /* its number; None on the CPU */
  PyObject *library; /* what it returned; NULL: nothing */
};

static void
free_prepared (struct prepared_script *p)
{
  Py_XDECREF (p->variant);
  Py_XDECREF (p->problem);
  Py_XDECREF (p->launch);
  Py_XDECREF (p->nothing);
  Py_XDECREF (p->stream);
  Py_XDECREF (p->library);
  free (p);
}

/* Returns the values of the family's options by name. */
static PyObject *
make_settings (const gk_case *c)
{
  PyObject *all = PyDict_New ();

  for (uint32_t i = 0; i < c->n_settings && all != NULL; i++) {
    const gk_setting *s = &c->settings[i];
    PyObject *value = s->type == GK_INT    ? PyLong_FromLongLong (s->value.i)
                      : s->type == GK_REAL ? PyFloat_FromDouble (s->value.f)
                      : s->type == GK_BOOL ? PyBool_FromLong (s->value.i != 0)
                                           : PyUnicode_FromString (s->text);

    if (value == NULL || PyDict_SetItemString (all, s->name, value) < 0)
      Py_CLEAR (all);
    Py_XDECREF (value);
  }
  return all;
}

/* Returns the arrays of the problem by name. */
static PyObject *
make_arrays (const gk_case *c, const void *problem, const gk_device *device)
{
  const gk_setup *setup = c->setup;
  PyObject *all = PyDict_New ();

  for (uint32_t i = 0; i < setup->n_buffers && all != NULL; i++) {
    const gk_buffer *b = &setup->buffers[i];
    PyObject *array
        = array_new (*(void *const *)((const char *)problem + b->slot), b,
                     &setup->shapes[i], device);

    if (array == NULL || PyDict_SetItemString (all, b->name, array) < 0)
      Py_CLEAR (all);
    Py_XDECREF (array);
  }
  return all;
}

/* Makes the problem, and calls the script's prepare. */
static bool
prepare_problem (struct prepared_script *p, const gk_case *c,
                 const gk_variant *v, const gk_device *device,
                 const void *problem, const gk_value *values)
{
  PyObject *settings = make_settings (c);
  PyObject *arrays = make_arrays (c, problem, device);
  PyObject *tunables = callback_values (v->options, v->n_options, values);

  if (settings != NULL && arrays != NULL && tunables != NULL)
    p->problem = bridge_call ("prepare_variant", "(OOOOs)", p->variant,
                              settings, arrays, tunables, device->name);
  Py_XDECREF (settings);
  Py_XDECREF (arrays);
  Py_XDECREF (tunables);
  if (p->problem == NULL)
    return false;
  p->launch = PyObject_GetAttrString (p->variant, "function");
  p->nothing = bridge_function ("launch_nothing");
  p->stream = device->kind == GK_CUDA ? PyLong_FromVoidPtr (device->stream)
                                      : Py_BuildValue ("");
  return p->launch != NULL && p->nothing != NULL && p->stream != NULL;
}

static int
call_launch (const gk_host *host, const struct prepared_script *p,
             PyObject *function)
{
  PyObject *const args[] = { p->problem, p->stream };
  PyObject *result;

  module_set_host (host);
  result = PyObject_Vectorcall (function, args, 2, NULL);
  if (result == Py_None) {
    Py_DECREF (result);
    return GK_OK;
  }
  if (result != NULL) {
    PyErr_Format (PyExc_TypeError,
                  "the variant returned an object of type %s, which is not "
                  "read; write the result to the problem's output",
                  Py_TYPE (result)->tp_name);
    Py_DECREF (result);
  }
  return callback_fail (host, p->variant);
}

static int
script_launch (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  const struct prepared_script *p = state;

  (void)problem, (void)stream;
  return call_launch (host, p, p->launch);
}

static int
script_launch_nothing (const gk_host *host, const void *problem, void *state,
                       void *stream)
{
  const struct prepared_script *p = state;

  (void)problem, (void)stream;
  return call_launch (host, p, p->nothing);
}

static int
script_prepare (const gk_host *host, const gk_device *device,
                const void *problem, const gk_value *values, void **state)
{
  const gk_case *c
      = GK_HAS (host, gk_host, describe) ? host->describe (host) : NULL;
  const struct script *s;
  struct prepared_script *p;
  size_t i;

  interpreter_enter ();
  module_set_host (host);
  s = c != NULL ? script_find (c, &i) : NULL;
  p = s != NULL ? calloc (1, sizeof *p) : NULL;
  if (p == NULL) {
    host->error (host, "the case is not described by this gkhost; install a "
                       "gkhost-python.so of its version");
    interpreter_leave ();
    return GK_FAIL;
  }
  p->variant = s->object[i];
  Py_INCREF (p->variant);
  if (!prepare_problem (p, c, &s->variant[i], device, problem, values)) {
    const int status = callback_fail (host, p->variant);

    free_prepared (p);
    interpreter_leave ();
    return status;
  }
  *state = p;
  return GK_OK;
}

static void
script_release (const gk_host *host, void *state)
{
  struct prepared_script *p = state;
  PyObject *result;

  module_set_host (host);
  result = bridge_call ("release_variant", "(OO)", p->variant, p->problem);
  if (result == NULL)
    callback_fail (host, p->variant);
  Py_XDECREF (result);
  free_prepared (p);
  Py_XDECREF (bridge_call ("collect_garbage", "()"));
  PyErr_Clear ();
  interpreter_leave ();
}

/* The script returns operations, or operations and their class. */
static void
script_work (const gk_host *host, const void *problem, void *state,
             gk_work *work)
{
  struct prepared_script *p = state;
  PyObject *result;

  (void)problem;
  module_set_host (host);
  result = bridge_call ("count_work", "(OOdI)", p->variant, p->problem,
                        work->ops, work->op_class);
  if (result == NULL
      || !PyArg_ParseTuple (result, "dI", &work->ops, &work->op_class))
    callback_fail (host, p->variant);
  Py_XDECREF (result);
}

/* The versions of Python and of the packages that compute. */
static const char *
script_library (const gk_host *host, void *state)
{
  struct prepared_script *p = state;
  const char *text = NULL;

  module_set_host (host);
  Py_XSETREF (p->library, bridge_call ("name_libraries", "()"));
  if (p->library != NULL)
    text = PyUnicode_AsUTF8 (p->library);
  if (text == NULL)
    callback_fail (host, p->variant);
  return text;
}

void
variant_set_callbacks (gk_variant *v)
{
  v->prepare = script_prepare;
  v->launch = script_launch;
  v->release = script_release;
  v->work = script_work;
  v->library = script_library;
  /* On a GPU what an interpreter takes to enqueue is not part of the time. */
  v->launch_nothing = v->device == GK_CPU ? script_launch_nothing : NULL;
}
