/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <string.h>

#include <gkhost/family-elements.h>

#include "element.h"

static const struct {
  uint8_t bytes, component;
} elements[] = {
  [GK_I8] = { 1, 0 },    [GK_I16] = { 2, 0 }, [GK_I32] = { 4, 4 },
  [GK_I64] = { 8, 8 },   [GK_F16] = { 2, 2 }, [GK_BF16] = { 2, 2 },
  [GK_F32] = { 4, 4 },   [GK_F64] = { 8, 8 }, [GK_C64] = { 8, 4 },
  [GK_C128] = { 16, 8 }, [GK_U8] = { 1, 0 },
};

uint32_t
move_element (gk_dtype dtype)
{
  return elements[dtype].bytes;
}

uint32_t
move_component (gk_dtype dtype)
{
  return elements[dtype].component;
}

static double
read_component (uint32_t bytes, const unsigned char *at)
{
  double d;
  float f;

  if (bytes == sizeof d) {
    memcpy (&d, at, sizeof d);
    return d;
  }
  memcpy (&f, at, sizeof f);
  return f;
}

bool
move_same_value (gk_dtype dtype, const void *is, const void *wanted)
{
  const unsigned char *p = is, *q = wanted;
  const uint32_t bytes = move_component (dtype), element = move_element (dtype);
  bool all_finite = true;

  if (bytes < sizeof (float))
    return memcmp (p, q, element) == 0;

  for (uint32_t at = 0; at < element; at += bytes)
    if (!isfinite (read_component (bytes, q + at)))
      all_finite = false;

  for (uint32_t at = 0; at < element; at += bytes) {
    const double x = read_component (bytes, p + at),
                 y = read_component (bytes, q + at);

    if (x != y && !(isnan (x) && !all_finite))
      return false;
  }
  return true;
}

double
move_error (gk_dtype dtype, const void *is, const void *wanted)
{
  const gk_dtype part = dtype == GK_C64    ? GK_F32
                        : dtype == GK_C128 ? GK_F64
                                           : dtype;
  double off = 0, right = 0;

  if (gk_is_integer (dtype))
    return 0;
  for (uint32_t i = 0; i < move_element (dtype) / gk_element_bytes (part);
       i++) {
    const double number = gk_number (part, wanted, i);

    off += fabs (gk_number (part, is, i) - number);
    right += fabs (number);
  }
  return off / right;
}
