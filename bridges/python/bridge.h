/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gkhost-python.so: makes plugins of Python scripts.  It embeds an interpreter,
 * which lives in the workers that the host starts, and never in the host.
 *
 * What a script is given is in Python: the package gkhost has the decorators
 * (script.py), and loads scripts, makes problems and explains exceptions
 * (bridge.py).  This folder has what C alone can do: it starts the interpreter
 * (interpreter.c), copies variants into the tables of the host (table.c), calls
 * functions of the script (variant.c, family.c, callback.c), and lends the
 * host's memory to Python as arrays (array.c).
 *
 * The thread that started the interpreter holds its lock between callbacks,
 * too: Python threads that a script leaves run only while one of its functions
 * waits.
 */
#ifndef PYTHON_BRIDGE_H
#define PYTHON_BRIDGE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdbool.h>

#include <gkhost/plugin.h>

/* A script that was loaded.  It is never freed: the host may use its tables as
 * long as the process lives. */
struct script {
  gk_plugin plugin;
  gk_family family;
  gk_variant *variant;
  PyObject **object;       /* of each variant, a gkhost.script.Variant */
  PyObject *family_object; /* a gkhost.script.Family; NULL: none */
  struct script *next;
};

/* Starts the interpreter, once a process.  False with *why, a message. */
bool interpreter_start (const char **why);
/* Take and give back the interpreter's lock.  Pairs may lie in each other: with
 * --in-process a family judges while a variant is prepared. */
void interpreter_enter (void);
void interpreter_leave (void);
/* Returns a function of gkhost/bridge.py; NULL with an exception set. */
PyObject *bridge_function (const char *name);
/* Calls a function of gkhost/bridge.py with arguments as Py_BuildValue makes
 * them; format has parentheses.  NULL with an exception set. */
PyObject *bridge_call (const char *function, const char *format, ...);

/* Loads a script; to list it, its table may be one that was kept.  NULL with
 * *errors, a message and the traceback. */
const gk_plugin *script_load (const char *path, bool list, const char **errors);

/* Set the callbacks of a variant, and of a script's family.  The latter returns
 * false with an exception set. */
void variant_set_callbacks (gk_variant *variant);
bool family_set_callbacks (gk_family *family, const struct script *script);

/* Keeps a script that was loaded, for script_find. */
void script_keep (struct script *script);
/* Finds the variant of a case; NULL: no script has it. */
const struct script *script_find (const gk_case *c, size_t *index);
/* Returns a tuple of the values of options: numbers, or the index of a choice.
 */
PyObject *callback_values (const gk_option *option, uint32_t n,
                           const gk_value *values);
/* Reports the exception that is set, which is that of the object, a Variant or
 * a Family, where its traceback has no line of the script.  Returns the status
 * of the callback. */
int callback_fail (const gk_host *host, PyObject *object);

/* Makes the type of arrays, and adds it to the module.  False with an exception
 * set. */
bool array_add_type (PyObject *module);
/* Returns a new array of the memory of a buffer.  Where the family does not
 * describe its shape, it is a list of bytes. */
PyObject *array_new (void *data, const gk_buffer *buffer, const gk_shape *shape,
                     const gk_device *device);

/* Returns the module _gkhost, by which gkhost/script.py reaches the host. */
PyObject *module_make (void);
/* The host of the callback that runs, for functions of the module, which Python
 * calls without it. */
void module_set_host (const gk_host *host);

#endif
