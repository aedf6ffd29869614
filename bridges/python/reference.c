/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "reference.h"

void
reference_drop (struct script_reference *r)
{
  for (int i = 0; i < GK_MAX_BUFFERS; i++) {
    PyBuffer_Release (&r->value[i]);
    PyBuffer_Release (&r->scale[i]);
  }
  r->holds = false;
}

bool
reference_hold (struct script_reference *r, const gk_instance *in,
                PyObject *pairs)
{
  Py_ssize_t next = 0;

  if (pairs == NULL)
    return false;
  for (uint32_t i = 0; i < in->n_arrays; i++) {
    PyObject *value, *scale;

    if (!gk_is_computed (&in->array[i]))
      continue;
    if (!PyArg_ParseTuple (PyTuple_GetItem (pairs, next++), "OO", &value,
                           &scale)
        || PyObject_GetBuffer (value, &r->value[i], PyBUF_SIMPLE) < 0
        || (scale != Py_None
            && PyObject_GetBuffer (scale, &r->scale[i], PyBUF_SIMPLE) < 0)) {
      reference_drop (r);
      return false;
    }
  }
  r->holds = true;
  return true;
}

void
reference_copy_line (const struct script_reference *r, gk_line *line)
{
  const Py_buffer *value = &r->value[line->output];
  const Py_buffer *scale = &r->scale[line->output];
  const size_t bytes = (size_t)line->length * sizeof (double);
  const size_t from = (size_t)line->line * bytes;

  if (line->integer != NULL)
    memcpy (line->integer, (const char *)value->buf + from, bytes);
  else
    memcpy (line->value, (const char *)value->buf + from, bytes);
  if (line->scale != NULL && scale->obj != NULL)
    memcpy (line->scale, (const char *)scale->buf + from, bytes);
}

/* What the error of an element is relative to. */
static double
find_scale (const struct script_reference *r, uint32_t output, Py_ssize_t i)
{
  const double *scale = r->scale[output].buf, *value = r->value[output].buf;
  const double magnitude = gk_magnitude (value[i]);

  return scale != NULL && scale[i] > magnitude ? scale[i] : magnitude;
}

/* The least bound of any data will do.  A reference is in double: its own
 * rounding, where it adds many numbers, is no difference. */
static bool
is_same_float (const struct script_reference *a,
               const struct script_reference *b, uint32_t output, Py_ssize_t i,
               gk_dtype dtype)
{
  const double x = ((const double *)a->value[output].buf)[i];
  const double y = ((const double *)b->value[output].buf)[i];
  const double unit
      = dtype == GK_F64 ? gk_power_of_two (-47) : gk_output_roundoff (dtype);
  const double of_a = find_scale (a, output, i);
  const double of_b = find_scale (b, output, i);

  return x == y || (x != x && y != y)
         || gk_magnitude (x - y) <= 8 * unit * (of_a > of_b ? of_a : of_b);
}

static bool
is_same_output (const struct script_reference *a,
                const struct script_reference *b, uint32_t output,
                gk_dtype dtype)
{
  const Py_ssize_t bytes = a->value[output].len;

  if (gk_is_integer (dtype))
    return memcmp (a->value[output].buf, b->value[output].buf, (size_t)bytes)
           == 0;
  for (Py_ssize_t i = 0; i < bytes / (Py_ssize_t)sizeof (double); i++)
    if (!is_same_float (a, b, output, i, dtype))
      return false;
  return true;
}

bool
reference_is_same (const struct script_reference *a,
                   const struct script_reference *b, const gk_instance *in)
{
  for (uint32_t i = 0; i < in->n_arrays; i++)
    if (gk_is_computed (&in->array[i])
        && !is_same_output (a, b, i, in->array[i].dtype))
      return false;
  return true;
}
