/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the callbacks of variants and families share: the script of a case, the
 * values of options for Python, and an exception as the reason of a row.
 */
#include <config.h>

#include "bridge.h"

static struct script *scripts;

void
script_keep (struct script *s)
{
  s->next = scripts;
  scripts = s;
}

const struct script *
script_find (const gk_case *c, size_t *index)
{
  for (const struct script *s = scripts; s != NULL; s = s->next)
    for (*index = 0; *index < s->plugin.n_variants; ++*index)
      if (strcmp (s->variant[*index].family, c->family) == 0
          && strcmp (s->variant[*index].name, c->variant) == 0)
        return s;
  return NULL;
}

PyObject *
callback_values (const gk_option *option, uint32_t n, const gk_value *values)
{
  PyObject *tuple = PyTuple_New ((Py_ssize_t)n);

  for (uint32_t i = 0; i < n && tuple != NULL; i++) {
    PyObject *value = option[i].type == GK_REAL
                          ? PyFloat_FromDouble (values[i].f)
                          : PyLong_FromLongLong (values[i].i);

    if (value == NULL)
      Py_CLEAR (tuple);
    else
      PyTuple_SetItem (tuple, (Py_ssize_t)i, value);
  }
  return tuple;
}

int
callback_fail (const gk_host *host, PyObject *object)
{
  PyObject *type, *value, *trace, *answer;
  const char *text = NULL;
  int status = GK_FAIL;

  PyErr_Fetch (&type, &value, &trace);
  PyErr_NormalizeException (&type, &value, &trace);
  if (value != NULL && trace != NULL)
    PyException_SetTraceback (value, trace);
  answer = bridge_call ("explain_callback", "(OO)",
                        value != NULL ? value : Py_None, object);
  if (answer == NULL || !PyArg_ParseTuple (answer, "is", &status, &text)) {
    PyErr_Print ();
    text = "an exception that the bridge could not explain, as printed";
  }
  host->error (host, "%s", text);
  Py_XDECREF (answer);
  Py_XDECREF (type);
  Py_XDECREF (value);
  Py_XDECREF (trace);
  return status;
}
