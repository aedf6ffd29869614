/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A script's variants as the host's tables.  bridge.py checks what the author
 * wrote, and returns tuples; the texts in the tables are those of Python's
 * strings, which stay.
 */
#include <config.h>

#include <stdlib.h>

#include "bridge.h"

static struct script *scripts;

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

/* Copies (name, help, type, value, min, max, choices). */
static bool
copy_option (gk_option *o, PyObject *tuple)
{
  PyObject *choices;
  long long value, min, max;

  if (!PyArg_ParseTuple (tuple, "ssILLLO", &o->name, &o->help, &o->type, &value,
                         &min, &max, &choices))
    return false;
  o->value.i = value;
  o->min = min;
  o->max = max;
  o->choices = copy_texts (choices);
  return o->choices != NULL;
}

static bool
copy_options (gk_variant *v, PyObject *list)
{
  const Py_ssize_t n = PyTuple_Size (list);
  gk_option *option;

  if (n < 0)
    return false;
  option = calloc ((size_t)n + 1, sizeof *option);
  for (Py_ssize_t i = 0; i < n && option != NULL; i++)
    if (!copy_option (&option[i], PyTuple_GetItem (list, i)))
      return false;
  v->options = option;
  v->n_options = (uint32_t)n;
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
  return copy_options (v, options);
}

/* Copies (name, version, summary, variants).  The tuple stays, with all texts.
 */
static struct script *
copy_script (PyObject *tuple)
{
  struct script *s = calloc (1, sizeof *s);
  PyObject *variants, *objects;
  gk_plugin *p;
  size_t n;

  if (s == NULL)
    return NULL;
  p = &s->plugin;
  *p = (gk_plugin){ .abi = GK_ABI,
                    .size = sizeof *p,
                    .family_size = sizeof (gk_family),
                    .variant_size = sizeof (gk_variant),
                    .option_size = sizeof (gk_option),
                    .companion_size = sizeof (gk_companion) };
  if (!PyArg_ParseTuple (tuple, "sssOO", &p->name, &p->version, &p->summary,
                         &variants, &objects))
    return NULL;
  n = (size_t)PyTuple_Size (variants);
  s->variant = calloc (n, sizeof *s->variant);
  s->object = calloc (n, sizeof *s->object);
  for (size_t i = 0; i < n && s->variant != NULL && s->object != NULL; i++) {
    const Py_ssize_t at = (Py_ssize_t)i;

    s->object[i] = PyTuple_GetItem (objects, at);
    if (s->object[i] == NULL
        || !copy_variant (&s->variant[i], PyTuple_GetItem (variants, at)))
      return NULL;
  }
  p->variants = s->variant;
  p->n_variants = n;
  return s;
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
  s->next = scripts;
  scripts = s;
  return &s->plugin;
}
