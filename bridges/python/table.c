/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A script's variants as the host's tables.  bridge.py checks what the author
 * wrote, and returns tuples; the texts in the tables are those of Python's
 * strings, which stay.
 */
#include <config.h>

#include <stdlib.h>

#include "bridge.h"

/* Returns texts that end with NULL, of a tuple of strings. */
static const char *const *
copy_texts (PyObject *tuple)
{
  const Py_ssize_t n = PyTuple_Size (tuple);
  const char **text;

  if (n < 0)
    return NULL;
  text = calloc ((size_t)n + 1, sizeof *text);
  for (Py_ssize_t i = 0; i < n && text != NULL; i++)
    text[i] = PyUnicode_AsUTF8 (PyTuple_GetItem (tuple, i));
  return text;
}

/* Copies (name, help, type, flags, value, min, max, real value, min, max,
 * allowed, choices). */
static bool
copy_option (gk_option *o, PyObject *tuple)
{
  unsigned long long allowed;
  long long value, min, max;
  PyObject *choices;
  double real;

  if (!PyArg_ParseTuple (tuple, "ssIILLLdddKO", &o->name, &o->help, &o->type,
                         &o->flags, &value, &min, &max, &real, &o->fmin,
                         &o->fmax, &allowed, &choices))
    return false;
  if (o->type == GK_REAL)
    o->value.f = real;
  else
    o->value.i = value;
  o->min = min;
  o->max = max;
  o->allowed = allowed;
  o->choices = copy_texts (choices);
  return o->choices != NULL;
}

static bool
copy_options (const gk_option **options, uint32_t *n_options, PyObject *list)
{
  const Py_ssize_t n = PyTuple_Size (list);
  gk_option *option;

  if (n < 0)
    return false;
  option = calloc ((size_t)n + 1, sizeof *option);
  for (Py_ssize_t i = 0; i < n && option != NULL; i++)
    if (!copy_option (&option[i], PyTuple_GetItem (list, i)))
      return false;
  *options = option;
  *n_options = (uint32_t)n;
  return option != NULL;
}

/* Copies (family, name, summary, device, flags, dtypes, layouts,
 * precision, warmup, options). */
static bool
copy_variant (gk_variant *v, PyObject *tuple)
{
  unsigned long long dtypes, layouts;
  PyObject *options;

  if (!PyArg_ParseTuple (tuple, "sssIIKKdIO", &v->family, &v->name, &v->summary,
                         &v->device, &v->flags, &dtypes, &layouts,
                         &v->precision, &v->warmup, &options))
    return false;
  v->dtypes = dtypes;
  v->layouts = layouts;
  variant_set_callbacks (v);
  return copy_options (&v->options, &v->n_options, options);
}

/* Copies (name, summary, options), or None. */
static bool
copy_family (struct script *s, PyObject *tuple)
{
  gk_family *f = &s->family;
  PyObject *options;

  if (tuple == Py_None)
    return true;
  s->plugin.family = f;
  return PyArg_ParseTuple (tuple, "ssO", &f->name, &f->summary, &options)
         && copy_options (&f->options, &f->n_options, options)
         && family_set_callbacks (f, s);
}

static bool
copy_variants (struct script *s, PyObject *variants, PyObject *objects)
{
  const size_t n = (size_t)PyTuple_Size (variants);

  s->variant = calloc (n + 1, sizeof *s->variant);
  s->object = calloc (n + 1, sizeof *s->object);
  if (s->variant == NULL || s->object == NULL)
    return false;
  for (size_t i = 0; i < n; i++) {
    const Py_ssize_t at = (Py_ssize_t)i;

    s->object[i] = PyTuple_GetItem (objects, at);
    if (s->object[i] == NULL
        || !copy_variant (&s->variant[i], PyTuple_GetItem (variants, at)))
      return false;
  }
  s->plugin.variants = s->variant;
  s->plugin.n_variants = n;
  return true;
}

/* Copies (name, version, summary, family, variants, family object, variant
 * objects).  The tuple stays, with all texts. */
static struct script *
copy_script (PyObject *tuple)
{
  struct script *s = calloc (1, sizeof *s);
  PyObject *family, *variants, *objects;
  gk_plugin *p;

  if (s == NULL)
    return NULL;
  p = &s->plugin;
  *p = (gk_plugin){ .abi = GK_ABI,
                    .size = sizeof *p,
                    .family_size = sizeof (gk_family),
                    .variant_size = sizeof (gk_variant),
                    .option_size = sizeof (gk_option),
                    .companion_size = sizeof (gk_companion) };
  return PyArg_ParseTuple (tuple, "sssOOOO", &p->name, &p->version, &p->summary,
                           &family, &variants, &s->family_object, &objects)
                 && copy_family (s, family)
                 && copy_variants (s, variants, objects)
             ? s
             : NULL;
}

const gk_plugin *
script_load (const char *path, bool list, const char **errors)
{
  /* A table, or a text that explains why there is none. */
  PyObject *loaded = bridge_call ("load_script", "(si)", path, list);
  struct script *s = NULL;

  if (loaded != NULL && PyUnicode_Check (loaded)) {
    *errors = PyUnicode_AsUTF8 (loaded);
    return NULL;
  }
  if (loaded != NULL)
    s = copy_script (loaded);
  if (s == NULL) {
    PyErr_Print ();
    *errors = "the bridge of gkhost failed, as printed";
    return NULL;
  }
  script_keep (s);
  return &s->plugin;
}
