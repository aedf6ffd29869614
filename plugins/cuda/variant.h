/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a CUDA variant describes itself, in the file of its kernel: a C++ table
 * can be initialized by functions, which a C table can't.
 */
#ifndef CUDA_VARIANT_H
#define CUDA_VARIANT_H

#include <gkhost/plugin.h>

/* Returns a variant; its family, name and summary are set in the plugin's
 * table. */
static inline gk_variant
cuda_variant (int (*launch) (const gk_host *, const void *, void *, void *))
{
  gk_variant v = { 0 };

  v.device = GK_CUDA;
  v.launch = launch;
  return v;
}

/* A row of the table of a family's CUDA plugin. */
static inline gk_variant
cuda_variant_of (const char *family, const char *name, const char *summary,
                 gk_variant v)
{
  v.family = family;
  v.name = name;
  v.summary = summary;
  return v;
}

/* Tunables. choices: ended by NULL; value: the index of the default. */
static inline gk_option
cuda_choice (const char *name, const char *help, const char *unit,
             const char *const *choices, int value)
{
  gk_option o = { 0 };

  o.name = name;
  o.help = help;
  o.unit = unit;
  o.type = GK_CHOICE;
  o.choices = choices;
  o.value.i = value;
  return o;
}

static inline gk_option
cuda_number (const char *name, const char *help, const char *unit, int value,
             int min, int max)
{
  gk_option o = { 0 };

  o.name = name;
  o.help = help;
  o.unit = unit;
  o.type = GK_INT;
  o.value.i = value;
  o.min = min;
  o.max = max;
  return o;
}

static inline gk_option
cuda_switch (const char *name, const char *help, int value)
{
  gk_option o = { 0 };

  o.name = name;
  o.help = help;
  o.type = GK_BOOL;
  o.value.i = value;
  return o;
}

#endif /* CUDA_VARIANT_H */
