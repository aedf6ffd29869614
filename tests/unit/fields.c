/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The fields of records: what JSON says and what it does not, and who may say
 * it.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "record/records.h"
#include "tests/unit/unit.h"

static struct pool pool;

static int
free_pool (void **state)
{
  (void)state;
  pool_free (&pool);
  return 0;
}

/* A record of a table with what text says, of these sources. */
static void *
read_as (const struct fields *fields, const char *text, unsigned sources)
{
  void *record = pool_alloc (&pool, fields->bytes);
  json_t *json = json_loads (text, 0, NULL);

  assert_non_null (json);
  fields_clear (fields, record);
  fields_from_json (fields, record, &pool, json, sources);
  json_decref (json);
  return record;
}

/* What text says comes back as it is, and nothing else does. */
static void
assert_kept (const struct fields *fields, const char *text)
{
  void *record = read_as (fields, text, BY_HOST | BY_WORKER);
  json_t *again = fields_to_json (fields, record);
  json_t *json = json_loads (text, 0, NULL);

  if (!json_equal (again, json))
    fail_msg ("wanted:\n%s\ngot:\n%s", text, json_dumps (again, 0));
  json_decref (again);
  json_decref (json);
}

TEST (what_is_read_is_written)
{
  assert_kept (&case_fields, "{}");
  assert_kept (&end_fields, "{\"cases\":0,\"wall_s\":0.0}");
  assert_kept (
      &case_fields,
      "{\"case\":0,\"job\":\"\",\"peer\":false,\"params\":{},"
      "\"tuned\":{\"tile\":32,\"pad\":false,\"scale\":0.5,\"kind\":\"a\"},"
      "\"mode\":{\"cache\":\"hot\"},\"settings\":{\"seed\":7,\"noise\":0.25},"
      "\"status\":\"timeout\",\"verify\":{\"done\":true},"
      "\"time\":{\"median_s\":1e-6},\"of_limit\":0.5,\"log\":[\"a\",\"\"],"
      "\"verdicts\":[]}");
  assert_kept (&run_fields,
               "{\"type\":\"run\",\"host\":{\"cores\":2},\"devices\":[{},"
               "{\"name\":\"cpu\",\"l2\":1,\"f32\":2.5}],\"plugins\":[],"
               "\"suite\":{\"bytes\":0},\"command\":[\"gkhost\"]}");
}

TEST (what_is_of_another_type_is_absent)
{
  const struct case_record *c = read_as (
      &case_fields,
      "{\"case\":\"7\",\"job\":7,\"peer\":\"yes\",\"params\":[1],"
      "\"mode\":{\"cache\":\"warm\",\"launch\":1},\"settings\":[],"
      "\"status\":\"good\",\"time\":{\"median_s\":\"1\",\"samples\":1.5},"
      "\"work\":7,\"log\":\"x\"}",
      BY_HOST | BY_WORKER);
  json_t *again = fields_to_json (&case_fields, c);

  assert_int_equal (json_object_size (again), 0);
  json_decref (again);
}

/* Numbers of a language that has reals only. */
TEST (whole_reals_are_integers)
{
  const struct case_record *c
      = read_as (&case_fields, "{\"case\":3.0,\"time\":{\"median_s\":2}}",
                 BY_HOST | BY_WORKER);

  assert_int_equal (c->number, 3);
  assert_true (c->result.time.median_s == 2);
}

/* A worker that claims more than is its own changes nothing. */
TEST (a_worker_sets_its_own_fields_only)
{
  struct case_record *c
      = read_as (&case_fields, "{\"case\":1,\"variant\":\"honest\"}", BY_HOST);
  json_t *answer = json_loads (
      "{\"type\":\"end\",\"case\":9,\"variant\":\"best\",\"peer\":true,"
      "\"device\":\"cuda:9\",\"settings\":{\"verify\":true},\"output\":\"x\","
      "\"verdicts\":[\"fine\"],\"invented\":1,\"status\":\"ok\","
      "\"rate\":{\"value\":1e99,\"unit\":\"B/s\"},\"of_limit\":9.0,"
      "\"limit\":{\"seconds\":9.0,\"by\":\"memory\"},"
      "\"time\":{\"median_s\":1.0,\"invented\":2},\"log\":[\"said\"]}",
      0, NULL);
  json_t *want
      = json_loads ("{\"case\":1,\"variant\":\"honest\",\"status\":\"ok\","
                    "\"time\":{\"median_s\":1.0},\"log\":[\"said\"]}",
                    0, NULL);
  json_t *got;

  fields_from_json (&case_fields, c, &pool, answer, BY_WORKER);
  got = fields_to_json (&case_fields, c);
  assert_true (json_equal (got, want));
  json_decref (got);
  json_decref (want);
  json_decref (answer);
}

/* Reports compare by address. */
TEST (what_is_equal_is_kept_once)
{
  static const char text[]
      = "{\"job\":\"a\",\"params\":{\"rows\":1,\"dtype\":\"f32\"},"
        "\"mode\":{\"cache\":\"cold\"},\"settings\":{\"seed\":3}}";
  const struct case_record *a = read_as (&case_fields, text, BY_HOST);
  const struct case_record *b = read_as (&case_fields, text, BY_HOST);
  const struct case_record *other = read_as (
      &case_fields, "{\"params\":{\"rows\":2,\"dtype\":\"f32\"}}", BY_HOST);

  assert_ptr_equal (a->job, b->job);
  assert_ptr_equal (a->params, b->params);
  assert_ptr_equal (a->settings, b->settings);
  assert_ptr_not_equal (a->params, other->params);
}

TEST (paths_and_columns_are_unique)
{
  for (size_t i = 0; i < case_fields.n; i++) {
    const char *dot = strchr (case_fields.field[i].path, '.');

    /* As much room as struct path has for an object's name. */
    assert_true (dot == NULL || dot - case_fields.field[i].path < 16);
    for (size_t j = 0; j < i; j++) {
      const struct field *a = &case_fields.field[i], *b = &case_fields.field[j];

      assert_string_not_equal (a->path, b->path);
      if (a->column != NULL && b->column != NULL)
        assert_string_not_equal (a->column, b->column);
    }
  }
}

int
main (void)
{
  return unit_run (NULL, free_pool);
}
