/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The descent through combinations of tunables: which it asks for, what it
 * keeps, and where it ends.
 */
#include "unit.h"

#include "plan/descent.h"
#include "plan/tunings.h"

enum { N = 3, MOST = 10 };

/* A variant of three tunables with the values 0, 1, ... */
struct space {
  gk_option option[N];
  gk_value value[N][MOST];
  struct sweep sweep[N];
  struct variant_desc variant;
  struct job_variant chosen;
};

static const struct job_variant *
space_make (struct space *s, const size_t *n, const int64_t *usual)
{
  *s = (struct space){ 0 };
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < n[i]; j++)
      s->value[i][j].i = (int64_t)j;
    s->sweep[i] = (struct sweep){ s->value[i], n[i] };
    s->option[i] = (gk_option){ .type = GK_INT, .value.i = usual[i] };
  }
  s->variant.options.option = s->option;
  s->variant.options.n = N;
  s->chosen = (struct job_variant){ &s->variant, s->sweep, NULL };
  return &s->chosen;
}

/* Seconds of a combination; 0: it fails. */
typedef double time_fn (const int64_t *x);

static double
time_of (const struct space *s, time_fn *time, size_t number)
{
  gk_value *value = tunings_values (s->sweep, N, number);
  const int64_t x[N] = { value[0].i, value[1].i, value[2].i };

  free (value);
  return time (x);
}

/* Runs a descent to its end: how many combinations it asked for, and in *found
 * where it is then. */
static size_t
descend (const struct space *s, time_fn *time, size_t *found)
{
  bool asked[MOST * MOST * MOST] = { false };
  struct descent d;
  size_t n = 0, lines = 0;

  descent_start (&d, &s->chosen);
  for (; d.n_line > 0; lines++) {
    double seconds[MOST];

    assert_true (lines < 1000);
    for (size_t i = 0; i < d.n_line; i++) {
      n += !asked[d.line[i]];
      asked[d.line[i]] = true;
      seconds[i] = time_of (s, time, d.line[i]);
    }
    descent_take (&d, seconds);
  }
  *found = d.value[0] * 100 + d.value[1] * 10 + d.value[2];
  descent_free (&d);
  return n;
}

static double
separable (const int64_t *x)
{
  return 1 + (double)llabs (x[0] - 7) + (double)llabs (x[1] - 2)
         + (double)llabs (x[2] - 5);
}

static void
the_least_of_what_is_separable_is_found (void **state)
{
  struct space s;
  size_t found;

  (void)state;
  space_make (&s, (size_t[]){ 10, 10, 10 }, (int64_t[]){ 0, 0, 0 });
  /* Five lines of ten, which share the combinations where they cross. */
  assert_int_equal (descend (&s, separable, &found), 46);
  assert_int_equal (found, 725);
}

static void
a_tunable_of_one_value_is_passed_over (void **state)
{
  struct space s;
  size_t found;

  (void)state;
  space_make (&s, (size_t[]){ 1, 10, 1 }, (int64_t[]){ 0, 0, 0 });
  assert_int_equal (descend (&s, separable, &found), 10);
  assert_int_equal (found, 20);
}

static double
all_fail (const int64_t *x)
{
  (void)x;
  return 0;
}

static double
holed (const int64_t *x)
{
  return x[0] == 0 || x[1] == 2 ? 0 : separable (x);
}

static void
what_fails_is_never_kept (void **state)
{
  struct space s;
  size_t found;

  (void)state;
  space_make (&s, (size_t[]){ 10, 10, 10 }, (int64_t[]){ 4, 4, 4 });
  assert_int_equal (descend (&s, all_fail, &found), 28);
  assert_int_equal (found, 444);
  /* It begins where it fails, and ends next to a hole. */
  space_make (&s, (size_t[]){ 10, 10, 10 }, (int64_t[]){ 0, 0, 0 });
  descend (&s, holed, &found);
  assert_int_equal (found, 715);
}

/* Two valleys along the diagonal, of which each single step leads out. */
static double
coupled (const int64_t *x)
{
  return 10 * (double)llabs (x[0] - x[1]) + 9 - (double)x[0] + 1 + (double)x[2];
}

static void
it_ends_where_no_single_change_betters (void **state)
{
  struct space s;
  size_t found;

  (void)state;
  space_make (&s, (size_t[]){ 10, 10, 10 }, (int64_t[]){ 2, 2, 4 });
  descend (&s, coupled, &found);
  assert_int_equal (found, 220);
}

static double
flat (const int64_t *x)
{
  (void)x;
  return 1;
}

static void
it_begins_at_the_defaults_and_moves_for_less_only (void **state)
{
  struct space s;
  size_t found;

  (void)state;
  /* The second default is not among the values. */
  space_make (&s, (size_t[]){ 10, 5, 10 }, (int64_t[]){ 3, 9, 8 });
  assert_int_equal (descend (&s, flat, &found), 23);
  assert_int_equal (found, 308);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (the_least_of_what_is_separable_is_found),
    cmocka_unit_test (a_tunable_of_one_value_is_passed_over),
    cmocka_unit_test (what_fails_is_never_kept),
    cmocka_unit_test (it_ends_where_no_single_change_betters),
    cmocka_unit_test (it_begins_at_the_defaults_and_moves_for_less_only),
  };

  return cmocka_run_group_tests_name ("descent", tests, NULL, NULL);
}
