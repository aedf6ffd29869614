/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Starts CPython.  It is the python of the virtual environment that VIRTUAL_ENV
 * names, else the one that this bridge was built for: sys.executable is a
 * python either way, never gkhost, since libraries start it to compile in
 * parallel.
 *
 * Bytecode of gkhost's own package is not kept: its folder may be root's.
 *
 * Signals belong to the host.  The locale stays as it is.  Plugins are opened
 * with RTLD_LOCAL, but extension modules find the interpreter's functions among
 * the global symbols: libpython is opened again for that.
 */
#include <config.h>

#include <dlfcn.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bridge.h"

#define PATH_VARIABLE "GKHOST_PYTHON_PATH"

static PyObject *bridge_module; /* gkhost.bridge */
static PyThreadState *outside;  /* NULL: the lock is held */
static unsigned depth;          /* of calls that need it */

void
interpreter_enter (void)
{
  if (depth++ == 0 && outside != NULL) {
    PyEval_RestoreThread (outside);
    outside = NULL;
  }
}

void
interpreter_leave (void)
{
  if (--depth == 0)
    outside = PyEval_SaveThread ();
}

/* Makes libpython's symbols global. */
static bool
share_symbols (const char **why)
{
  union {
    void (*function) (void);
    void *address;
  } here = { .function = Py_Initialize };
  Dl_info info;

  if (dladdr (here.address, &info) != 0
      && dlopen (info.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD) != NULL)
    return true;
  *why = "libpython's symbols can't be made global, so no module would load";
  return false;
}

/* Returns the python to be, or NULL with *why.  The text stays. */
static const char *
find_program (const char **why)
{
  static char text[2 * PATH_MAX];
  const char *venv = getenv ("VIRTUAL_ENV");

  if (venv == NULL || venv[0] == '\0')
    return PYTHON_PROGRAM;
  snprintf (text, sizeof text, "%s/lib/python" PYTHON_VERSION, venv);
  if (access (text, X_OK) == 0) {
    snprintf (text, sizeof text, "%s/bin/python", venv);
    return text;
  }
  snprintf (
      text, sizeof text,
      "VIRTUAL_ENV is %s, which is not an environment of Python " PYTHON_VERSION
      ", for which gkhost-python.so was built; make one "
      "with python" PYTHON_VERSION " -m venv, or unset VIRTUAL_ENV",
      venv);
  *why = text;
  return NULL;
}

/* Returns an error's text, which stays. */
static const char *
status_text (PyStatus status)
{
  static char text[512];

  snprintf (text, sizeof text, "Python can't be started: %s",
            status.err_msg != NULL ? status.err_msg : "no reason was given");
  return text;
}

static const char *
initialize_python (const char *program)
{
  PyPreConfig before;
  PyConfig config;
  PyStatus status;

  PyPreConfig_InitPythonConfig (&before);
  before.utf8_mode = 1;
  before.configure_locale = 0;
  before.coerce_c_locale = 0;
  status = Py_PreInitialize (&before);
  if (PyStatus_Exception (status))
    return status_text (status);
  PyConfig_InitPythonConfig (&config);
  config.install_signal_handlers = 0;
  config.parse_argv = 0;
  config.buffered_stdio = 0;
  config.pathconfig_warnings = 0;
  config.write_bytecode = 0;
  status = PyConfig_SetBytesString (&config, &config.program_name, program);
  if (!PyStatus_Exception (status))
    status = PyConfig_SetBytesString (&config, &config.executable, program);
  if (!PyStatus_Exception (status))
    status = Py_InitializeFromConfig (&config);
  PyConfig_Clear (&config);
  return PyStatus_Exception (status) ? status_text (status) : NULL;
}

/* Adds the folder of the package gkhost to the front of sys.path: the one
 * beside the plugins, or the one that the variable names, as in a build tree.
 */
static bool
add_package (void)
{
  const char *folder = getenv (PATH_VARIABLE);
  char text[PATH_MAX + 16];
  Dl_info info;
  PyObject *path = PySys_GetObject ("path"), *item;
  bool ok;

  if (folder == NULL && dladdr (&bridge_module, &info) != 0) {
    snprintf (text, sizeof text, "%s", info.dli_fname);
    folder = text;
    if (strrchr (text, '/') != NULL)
      strcpy (strrchr (text, '/'), "/../python");
  }
  item = PyUnicode_DecodeFSDefault (folder != NULL ? folder : ".");
  ok = item != NULL && path != NULL && PyList_Insert (path, 0, item) == 0;
  Py_XDECREF (item);
  return ok;
}

/* Imports the module that takes SIGINT when it is first imported, and gives the
 * signal back. */
static void
keep_interrupt (void)
{
  struct sigaction before;
  PyObject *module;

  sigaction (SIGINT, NULL, &before);
  module = PyImport_ImportModule ("_signal");
  sigaction (SIGINT, &before, NULL);
  Py_XDECREF (module);
  PyErr_Clear ();
}

/* Imports gkhost.bridge, with the module _gkhost that it needs. */
static bool
import_bridge (void)
{
  PyObject *own = module_make ();

  if (own != NULL
      && PyDict_SetItemString (PyImport_GetModuleDict (), "_gkhost", own) == 0
      && add_package ())
    bridge_module = PyImport_ImportModule ("gkhost.bridge");
  Py_XDECREF (own);
  if (bridge_module == NULL)
    PyErr_Print ();
  return bridge_module != NULL;
}

bool
interpreter_start (const char **why)
{
  static const char *failed; /* it is tried once */
  static bool tried;
  const char *program;

  if (bridge_module != NULL)
    return true;
  *why = failed;
  if (tried)
    return false;
  tried = true;
  program = find_program (&failed);
  if (program != NULL && share_symbols (&failed))
    failed = initialize_python (program);
  if (failed == NULL) {
    keep_interrupt ();
    if (!import_bridge ())
      failed = "gkhost's package for Python can't be imported, as printed; "
               "install it beside the plugins, or name its folder "
               "in " PATH_VARIABLE;
  }
  *why = failed;
  return bridge_module != NULL;
}

PyObject *
bridge_function (const char *name)
{
  return PyObject_GetAttrString (bridge_module, name);
}

PyObject *
bridge_call (const char *function, const char *format, ...)
{
  PyObject *callable = bridge_function (function);
  PyObject *arguments, *result = NULL;
  va_list args;

  va_start (args, format);
  arguments = callable != NULL ? Py_VaBuildValue (format, args) : NULL;
  va_end (args);
  if (arguments != NULL)
    result = PyObject_CallObject (callable, arguments);
  Py_XDECREF (callable);
  Py_XDECREF (arguments);
  return result;
}
