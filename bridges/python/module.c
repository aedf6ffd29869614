/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The module _gkhost: the services of the host that scripts use.
 */
#include <config.h>

#include "bridge.h"

/* Python passes no pointer of ours. */
static const gk_host *current_host;

void
module_set_host (const gk_host *host)
{
  current_host = host;
}

static PyObject *
log_line (PyObject *self, PyObject *args)
{
  const char *text;

  (void)self;
  if (!PyArg_ParseTuple (args, "s", &text))
    return NULL;
  if (current_host != NULL)
    current_host->log (current_host, "%s", text);
  Py_RETURN_NONE;
}

static PyObject *
set_metric (PyObject *self, PyObject *args)
{
  const char *name, *unit;
  double value;

  (void)self;
  if (!PyArg_ParseTuple (args, "szd", &name, &unit, &value))
    return NULL;
  if (current_host != NULL && GK_HAS (current_host, gk_host, metric))
    current_host->metric (current_host, name, unit, value);
  Py_RETURN_NONE;
}

PyObject *
module_make (void)
{
  static PyMethodDef methods[]
      = { { "log", log_line, METH_VARARGS, "Adds a line to the record." },
          { "metric", set_metric, METH_VARARGS, "Sets a figure of the case." },
          { NULL, NULL, 0, NULL } };
  static PyModuleDef definition = { PyModuleDef_HEAD_INIT, .m_name = "_gkhost",
                                    .m_size = -1, .m_methods = methods };
  PyObject *module = PyModule_Create (&definition);

  if (module != NULL && array_add_type (module))
    return module;
  Py_XDECREF (module);
  return NULL;
}
