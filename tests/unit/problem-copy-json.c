/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A problem as JSON: there and back, and what is none.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "bench/problem-copy.h"
#include "tests/unit/unit.h"

struct sum {
  void *in, *out;
  unsigned char bytes[256];
};

static struct problem_copy
sample (void)
{
  static struct sum sum;
  const gk_setup setup = {
    .size = sizeof setup,
    .state = &sum,
    .problem = &sum,
    .problem_bytes = sizeof sum,
    .verify_data = GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_WIDE),
    .n_buffers = 2,
    .buffers = { { .name = "\xc3\xa4 \"in\"",
                   .role = GK_INPUT,
                   .bytes = UINT64_MAX - 1,
                   .slot = offsetof (struct sum, in) },
                 { .name = "out",
                   .role = GK_OUTPUT,
                   .bytes = UINT64_C (1) << 63,
                   .slot = offsetof (struct sum, out) } },
    .shapes = { { GK_I8, 2, { 3, INT64_MAX / 4 }, { INT64_MAX / 4, 1 } } },
    .work = { .bytes_read = UINT64_MAX,
              .bytes_written = (UINT64_C (1) << 53) + 1,
              .ops = 0x1.fffffffffffffp1000,
              .op_class = GK_OPS_TENSOR_F64 },
  };

  for (size_t i = 0; i < sizeof sum.bytes; i++)
    sum.bytes[i] = (unsigned char)i;
  return problem_copy_make (&setup);
}

/* As it comes out at the other end of two pipes. */
static json_t *
sent (void)
{
  struct problem_copy problem = sample ();
  json_t *json = problem_copy_to_json (&problem), *other;
  char *text = json_dumps (json, JSON_COMPACT);

  assert_non_null (text);
  other = json_loads (text, 0, NULL);
  assert_non_null (other);
  free (text);
  json_decref (json);
  problem_copy_free (&problem);
  return other;
}

static void
expect_equal_buffers (const gk_buffer *a, const gk_buffer *b)
{
  assert_string_equal (a->name, b->name);
  assert_int_equal (a->role, b->role);
  assert_int_equal (a->flags, b->flags);
  assert_true (a->bytes == b->bytes);
  assert_true (a->slot == b->slot);
}

TEST (there_and_back)
{
  struct problem_copy problem = sample (), back;
  json_t *json = sent ();

  assert_true (problem_copy_from_json (&back, json));
  json_decref (json);
  assert_null (back.setup.state);
  assert_ptr_equal (back.setup.problem, back.bytes);
  assert_int_equal (back.setup.problem_bytes, sizeof (struct sum));
  assert_memory_equal (back.bytes, problem.bytes, sizeof (struct sum));
  assert_true (back.setup.verify_data == problem.setup.verify_data);
  assert_int_equal (back.setup.n_buffers, 2);
  for (size_t i = 0; i < 2; i++)
    expect_equal_buffers (&back.setup.buffers[i], &problem.setup.buffers[i]);
  assert_memory_equal (back.setup.shapes, problem.setup.shapes,
                       sizeof back.setup.shapes);
  assert_memory_equal (&back.setup.work, &problem.setup.work, sizeof (gk_work));
  problem_copy_free (&back);
  problem_copy_free (&problem);
}

/* Returns whether a buffer of 48 bytes has the shape. */
static bool
fits_shape (gk_shape shape)
{
  struct problem_copy problem = sample ();
  const char *fault;

  problem.setup.buffers[0].bytes = 48;
  problem.setup.shapes[0] = shape;
  fault = problem_copy_fault (&problem.setup);
  problem_copy_free (&problem);
  return fault == NULL;
}

TEST (a_shape_lies_in_its_buffer)
{
  assert_true (fits_shape ((gk_shape){ 0 }));
  assert_true (fits_shape ((gk_shape){ GK_F32, 2, { 3, 4 }, { 4, 1 } }));
  assert_true (fits_shape ((gk_shape){ GK_F32, 2, { 12, 5 }, { 1, 0 } }));
  assert_false (fits_shape ((gk_shape){ GK_F32, 2, { 3, 4 }, { 5, 1 } }));
  assert_false (fits_shape ((gk_shape){ GK_F64, 1, { 7 }, { 1 } }));
  assert_false (fits_shape ((gk_shape){ GK_F64, 1, { 0 }, { 1 } }));
  assert_false (fits_shape ((gk_shape){ GK_F64, 1, { 2 }, { -1 } }));
  assert_false (
      fits_shape ((gk_shape){ GK_I8, GK_MAX_DIMS + 1, { 1 }, { 1 } }));
  assert_false (
      fits_shape ((gk_shape){ GK_I8, 2, { INT64_MAX, 1 }, { INT64_MAX, 1 } }));
}

/* Takes over value. */
static void
expect_refused (const char *key, json_t *value)
{
  struct problem_copy back;
  json_t *json = sent ();

  if (value == NULL)
    json_object_del (json, key);
  else
    json_object_set_new (json, key, value);
  if (problem_copy_from_json (&back, json))
    fail_msg ("taken with another %s", key);
  json_decref (json);
}

TEST (one_without_a_part_is_none)
{
  static const char *const keys[]
      = { "bytes",      "verify_data",   "buffers", "ops",
          "bytes_read", "bytes_written", "op_class" };

  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    expect_refused (keys[i], NULL);
    expect_refused (keys[i], json_null ());
  }
}

TEST (broken_bytes_are_refused)
{
  /* The last: seven bytes, in which the slots would have to lie. */
  static const char *const text[] = { "", "A", "AA!=", "AAAAAAAAAA==" };

  for (size_t i = 0; i < sizeof text / sizeof text[0]; i++)
    expect_refused ("bytes", json_string (text[i]));
}

/* A buffer whose key has another value. */
static json_t *
buffers_with (const char *key, json_t *value)
{
  json_t *list = json_pack ("[{s:s, s:i, s:i, s:i}]", "name", "out", "role",
                            GK_OUTPUT, "bytes", 64, "slot", 0);

  if (value == NULL)
    json_object_del (json_array_get (list, 0), key);
  else
    json_object_set_new (json_array_get (list, 0), key, value);
  return list;
}

static json_t *
many_buffers (void)
{
  json_t *list = json_array ();

  for (int i = 0; i <= GK_MAX_BUFFERS; i++)
    json_array_append_new (list, json_pack ("{s:s, s:i, s:i, s:i}", "name", "b",
                                            "role", GK_OUTPUT, "bytes", 64,
                                            "slot", 8 * i));
  return list;
}

TEST (broken_buffers_are_refused)
{
  expect_refused ("buffers", json_array ());
  expect_refused ("buffers", json_object ());
  expect_refused ("buffers", json_pack ("[i]", 1));
  expect_refused ("buffers", many_buffers ());
  expect_refused ("buffers", buffers_with ("name", NULL));
  expect_refused ("buffers", buffers_with ("name", json_integer (1)));
  expect_refused ("buffers", buffers_with ("role", json_integer (GK_INPUT)));
  expect_refused ("buffers", buffers_with ("role", json_integer (-1)));
  expect_refused ("buffers", buffers_with ("bytes", json_integer (0)));
  /* No place of a pointer. */
  expect_refused ("buffers", buffers_with ("slot", json_integer (2)));
  expect_refused ("buffers", buffers_with ("slot", json_integer (1 << 20)));
  expect_refused ("buffers", buffers_with ("slot", json_integer (-8)));
}

TEST (what_is_no_object_is_refused)
{
  struct problem_copy back;
  json_t *list = json_array ();

  assert_false (problem_copy_from_json (&back, NULL));
  assert_false (problem_copy_from_json (&back, list));
  json_decref (list);
}
