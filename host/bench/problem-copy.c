/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <float.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/base64.h"
#include "base/xalloc.h"
#include "bench/problem-copy.h"
#include "plugin/abi-names.h"
#include "plugin/table-faults.h"

/* ---- The copy ---- */

struct problem_copy
problem_copy_make (const gk_setup *setup)
{
  struct problem_copy p = { .setup = *setup };

  p.bytes = xmalloc (setup->problem_bytes);
  memcpy (p.bytes, setup->problem, setup->problem_bytes);
  p.setup.problem = p.bytes;
  p.setup.state = NULL;
  for (size_t i = 0; i < setup->n_buffers; i++)
    p.setup.buffers[i].name = p.name[i] = xstrdup (setup->buffers[i].name);
  return p;
}

void
problem_copy_free (struct problem_copy *problem)
{
  for (size_t i = 0; i < GK_MAX_BUFFERS; i++)
    free (problem->name[i]);
  free (problem->bytes);
  *problem = (struct problem_copy){ 0 };
}

/* True if an earlier buffer has the same slot. */
static bool
is_slot_shared (const gk_setup *setup, size_t i)
{
  for (size_t j = 0; j < i; j++)
    if (setup->buffers[j].slot == setup->buffers[i].slot)
      return true;
  return false;
}

static bool
are_zero (const uint64_t *word, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (word[i] != 0)
      return false;
  return true;
}

const char *
work_fault (const gk_work *work)
{
  if (flags_are_wrong (work->flags, 0)
      || !are_zero (work->reserved, GK_COUNT (work->reserved)))
    return "work.flags, or its reserved words, are not 0";
  /* JSON has no infinity, and no time is negative. */
  return work->ops >= 0 && work->ops <= DBL_MAX
             ? NULL
             : "work.ops is not a number of operations";
}

const char *
work_later (const gk_work *work)
{
  return work->op_class >= op_class_names.n ? "work.op_class is one "
         : flags_are_later (work->flags, 0) ? "work.flags has one "
                                            : NULL;
}

static const uint8_t element_bytes[] = {
  [GK_I8] = 1,      [GK_I16] = 2,    [GK_I32] = 4, [GK_I64] = 8, [GK_F16] = 2,
  [GK_BF16] = 2,    [GK_F32] = 4,    [GK_F64] = 8, [GK_C64] = 8, [GK_C128] = 16,
  [GK_U8] = 1,      [GK_TF32] = 4,   [GK_U16] = 2, [GK_U32] = 4, [GK_BOOL8] = 1,
  [GK_F8_E4M3] = 1, [GK_F8_E5M2] = 1
};

char *
problem_copy_later (const gk_setup *setup)
{
  const char *what = work_later (&setup->work);

  if (setup->verify_data >= GK_BIT (N_DATA))
    what = "verify_data has a kind of data ";
  for (size_t i = 0; i < setup->n_buffers && i < GK_MAX_BUFFERS; i++)
    if (setup->buffers[i].role > GK_CONSTANT)
      what = "the role of a buffer is one ";
    else if (setup->shapes[i].dtype >= GK_COUNT (element_bytes))
      what = "the dtype of a shape is one ";
    else if (flags_are_later (setup->buffers[i].flags, 0))
      what = "a buffer has a flag ";
  return what != NULL ? xasprintf ("%s" NAME_IS_LATER, what) : NULL;
}

/* True unless each element that the shape describes lies in the buffer. */
static bool
is_shape_wrong (const gk_shape *shape, uint64_t bytes)
{
  uint64_t last = 0, offset;

  if (shape->n_dims == 0)
    return false;
  if (shape->n_dims > GK_MAX_DIMS)
    return true;
  for (uint32_t d = 0; d < shape->n_dims; d++)
    if (shape->extent[d] < 1 || shape->stride[d] < 0
        || __builtin_mul_overflow ((uint64_t)(shape->extent[d] - 1),
                                   (uint64_t)shape->stride[d], &offset)
        || __builtin_add_overflow (last, offset, &last))
      return true;
  return last >= bytes / element_bytes[shape->dtype];
}

static const char *
find_buffer_fault (const gk_setup *setup, size_t i)
{
  const gk_buffer *b = &setup->buffers[i];

  if (b->name == NULL || b->role > GK_CONSTANT)
    return "a buffer has no name, or no role that plugin.h names";
  /* Names are sent to the worker, and stored in records, as JSON. */
  if (utf8_count_valid (b->name, strlen (b->name)) != strlen (b->name))
    return "the name of a buffer is not UTF-8";
  if (flags_are_wrong (b->flags, 0)
      || !are_zero (b->reserved, GK_COUNT (b->reserved)))
    return "the flags of a buffer, or its reserved words, are not 0";
  if (b->bytes == 0)
    return "the family requests a buffer of 0 bytes";
  if (setup->problem_bytes < sizeof (void *)
      || b->slot > setup->problem_bytes - sizeof (void *)
      || b->slot % sizeof (void *) != 0)
    return "the slot of a buffer is not a pointer in the problem; set "
           "problem_bytes, and slot with offsetof";
  if (is_shape_wrong (&setup->shapes[i], b->bytes))
    return "the shape of a buffer does not lie in it; set its dtype, extents "
           "and strides, or leave it zero";
  if (is_slot_shared (setup, i))
    return "two buffers share a slot; give each a pointer of its own in the "
           "problem";
  return NULL;
}

const char *
problem_copy_fault (const gk_setup *setup)
{
  const uint64_t judged = setup->verify_data & ~GK_BIT (GK_DATA_ZERO);
  bool output = false, varied = false;

  if (setup->problem == NULL || setup->n_buffers == 0
      || setup->n_buffers > GK_MAX_BUFFERS)
    return "the family did not set a problem and 1 to 16 buffers";
  for (size_t i = 0; i < setup->n_buffers; i++) {
    const char *fault = find_buffer_fault (setup, i);

    if (fault != NULL)
      return fault;
    output |= serves_as (&setup->buffers[i], GK_OUTPUT);
    varied |= is_varied (&setup->buffers[i]);
  }
  if (!output)
    return "the family has no output, so there is nothing to verify";
  if (has_role (setup, GK_CONSTANT) && !varied)
    return "every input is a constant, so a variant could keep its result; "
           "make one GK_INPUT";
  if (judged == 0 || setup->verify_data >= GK_BIT (N_DATA))
    return "verify_data must be kinds of data that plugin.h names, and not "
           "zero "
           "alone";
  if ((setup->plant_data & ~setup->verify_data) != 0)
    return "plant_data has a kind of data that verify_data lacks";
  return work_fault (&setup->work);
}

/* ---- The copy as JSON ---- */

/* Returns [extent, stride, extent, stride ...]; a new reference. */
static json_t *
shape_to_json (const gk_shape *shape)
{
  json_t *list = json_array ();

  for (uint32_t d = 0; d < shape->n_dims; d++) {
    json_array_append_new (list, json_integer (shape->extent[d]));
    json_array_append_new (list, json_integer (shape->stride[d]));
  }
  return list;
}

static void
shape_from_json (gk_shape *shape, gk_dtype dtype, const json_t *list)
{
  shape->dtype = dtype;
  shape->n_dims = (uint32_t)(json_array_size (list) / 2);
  for (uint32_t d = 0; d < shape->n_dims && d < GK_MAX_DIMS; d++) {
    shape->extent[d] = json_integer_value (json_array_get (list, 2 * d));
    shape->stride[d] = json_integer_value (json_array_get (list, 2 * d + 1));
  }
}

static json_t *
buffers_to_json (const gk_setup *setup)
{
  json_t *list = json_array ();

  for (size_t i = 0; i < setup->n_buffers; i++) {
    const gk_buffer *b = &setup->buffers[i];

    /* JSON integers have 63 bits and a sign; the cast keeps all 64. */
    json_array_append_new (
        list,
        json_pack ("{s:s, s:i, s:I, s:I, s:i, s:o}", "name", b->name, "role",
                   (int)b->role, "bytes", (json_int_t)b->bytes, "slot",
                   (json_int_t)b->slot, "dtype", (int)setup->shapes[i].dtype,
                   "shape", shape_to_json (&setup->shapes[i])));
  }
  return list;
}

json_t *
problem_copy_to_json (const struct problem_copy *problem)
{
  const gk_setup *s = &problem->setup;
  char *text = base64_encode (problem->bytes, s->problem_bytes);
  json_t *json
      = json_pack ("{s:s, s:I, s:I, s:o, s:I, s:I, s:f, s:i}", "bytes", text,
                   "forms", (json_int_t)s->forms, "verify_data",
                   (json_int_t)s->verify_data, "buffers", buffers_to_json (s),
                   "bytes_read", (json_int_t)s->work.bytes_read,
                   "bytes_written", (json_int_t)s->work.bytes_written, "ops",
                   s->work.ops, "op_class", (int)s->work.op_class);

  free (text);
  return json;
}

static bool
buffers_from_json (gk_setup *setup, const json_t *list)
{
  json_t *item;
  size_t i;

  setup->n_buffers = 0;
  if (json_array_size (list) > GK_MAX_BUFFERS)
    return false;
  json_array_foreach (list, i, item)
  {
    gk_buffer *b = &setup->buffers[i];
    json_int_t bytes, slot;
    json_t *shape;
    int role, dtype;

    if (json_unpack (item, "{s:s, s:i, s:I, s:I, s:i, s:o}", "name", &b->name,
                     "role", &role, "bytes", &bytes, "slot", &slot, "dtype",
                     &dtype, "shape", &shape)
        != 0)
      return false;
    shape_from_json (&setup->shapes[i], (gk_dtype)dtype, shape);
    b->role = (gk_role)role;
    b->bytes = (uint64_t)bytes;
    b->slot = (uint64_t)slot;
    setup->n_buffers++;
  }
  return true;
}

bool
problem_copy_from_json (struct problem_copy *problem, const json_t *json)
{
  gk_setup s = { .size = sizeof s };
  json_int_t forms, verify_data, bytes_read, bytes_written;
  unsigned char *bytes = NULL;
  const char *text;
  json_t *buffers;
  size_t n;
  int op_class;
  bool ok
      = json_unpack ((json_t *)json, "{s:s, s:I, s:I, s:o, s:I, s:I, s:F, s:i}",
                     "bytes", &text, "forms", &forms,
                     "verify_data", &verify_data, "buffers", &buffers,
                     "bytes_read", &bytes_read, "bytes_written", &bytes_written,
                     "ops", &s.work.ops, "op_class", &op_class)
            == 0
        && buffers_from_json (&s, buffers)
        && (bytes = base64_decode (text, &n)) != NULL;

  if (!ok)
    return false;
  s.problem = bytes;
  s.problem_bytes = n;
  s.forms = (uint64_t)forms;
  s.verify_data = (uint64_t)verify_data;
  s.work.bytes_read = (uint64_t)bytes_read;
  s.work.bytes_written = (uint64_t)bytes_written;
  s.work.op_class = (gk_op_class)op_class;
  ok = problem_copy_fault (&s) == NULL;
  if (ok)
    *problem = problem_copy_make (&s);
  free (bytes);
  return ok;
}

/* ---- Views ---- */

enum { PAGE = 4096 };

/* On each side of an input. */
static uint64_t
zone_of (gk_role role)
{
  return role == GK_INPUT ? PAGE : 0;
}

/* Adds so many bytes in whole pages, with saturation. */
static uint64_t
add_pages (uint64_t bytes, uint64_t more)
{
  if (more > UINT64_MAX - (PAGE - 1))
    return UINT64_MAX;
  more = (more + PAGE - 1) / PAGE * PAGE;
  return bytes + more < bytes ? UINT64_MAX : bytes + more;
}

bool
serves_as (const gk_buffer *b, gk_role role)
{
  return b->role == role || b->role == GK_INOUT
         || (b->role == GK_CONSTANT && role == GK_INPUT);
}

bool
is_varied (const gk_buffer *b)
{
  return b->role == GK_INPUT || b->role == GK_INOUT;
}

bool
has_role (const gk_setup *setup, gk_role role)
{
  for (size_t i = 0; i < setup->n_buffers; i++)
    if (setup->buffers[i].role == role)
      return true;
  return false;
}

uint64_t
views_bytes (const gk_setup *setup, gk_role role)
{
  uint64_t bytes = 0;

  for (size_t i = 0; i < setup->n_buffers; i++)
    if (serves_as (&setup->buffers[i], role))
      bytes = add_pages (add_pages (bytes, setup->buffers[i].bytes),
                         2 * zone_of (role));
  return bytes;
}

void
views_set_addresses (const gk_setup *setup, gk_role role, void *memory,
                     void *view[GK_MAX_BUFFERS])
{
  uint64_t at = 0;

  for (size_t i = 0; i < setup->n_buffers; i++) {
    if (!serves_as (&setup->buffers[i], role))
      continue;
    view[i] = (char *)memory + at + zone_of (role);
    at = add_pages (at, setup->buffers[i].bytes) + 2 * zone_of (role);
  }
}

/* Returns the bytes behind a view, up to the end of its zone. */
static size_t
bytes_behind (const gk_buffer *buffer)
{
  return (size_t)(add_pages (0, buffer->bytes) - buffer->bytes + PAGE);
}

static bool
is_zero (const char *byte, size_t n)
{
  return byte[0] == 0 && memcmp (byte, byte + 1, n - 1) == 0;
}

const char *
view_find_damage (const gk_buffer *buffer, void *view)
{
  char *begin = view, *end = begin + buffer->bytes;
  const char *where = !is_zero (end, bytes_behind (buffer))
                          ? "behind the end of"
                      : !is_zero (begin - PAGE, PAGE) ? "before"
                                                      : NULL;

  if (where != NULL) {
    memset (end, 0, bytes_behind (buffer));
    memset (begin - PAGE, 0, PAGE);
  }
  return where;
}
