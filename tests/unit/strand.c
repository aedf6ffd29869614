/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Strands: while one waits the others go on, each sees what it waits for and no
 * more, and outside of a strand a wait is a plain one.
 */
#include "unit.h"

#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/strand.h"

/* What is told of by all, in order. */
static char said[64];

struct talk {
  struct strand *strand;
  const char *name;
  int from, to; /* pipes; -1: none */
};

static void
say (const char *word)
{
  strncat (said, word, sizeof said - strlen (said) - 1);
}

/* Waits for a byte, if need be, and then sends one. */
static void
pass_on (void *user)
{
  struct talk *t = user;
  struct pollfd fd = { .fd = t->from, .events = POLLIN };
  char byte = 'x';

  if (t->from >= 0) {
    say ("(");
    assert_int_equal (strand_poll (t->strand, &fd, 1, 60), 1);
    assert_int_equal (fd.revents & POLLIN, POLLIN);
    assert_int_equal (read (t->from, &byte, 1), 1);
  }
  say (t->name);
  if (t->to >= 0)
    assert_int_equal (write (t->to, &byte, 1), 1);
}

static void
free_all (struct strand *const *strand, size_t n)
{
  for (size_t i = 0; i < n; i++)
    strand_free (strand[i]);
}

/* The first waits for the second, and that one for the third. */
static void
each_goes_on_when_it_can (void **state)
{
  struct talk talk[3] = { { .name = "a" }, { .name = "b" }, { .name = "c" } };
  struct strand *strand[3];
  int first[2], second[2];

  (void)state;
  said[0] = '\0';
  assert_int_equal (pipe (first), 0);
  assert_int_equal (pipe (second), 0);
  talk[0].from = first[0], talk[0].to = -1;
  talk[1].from = second[0], talk[1].to = first[1];
  talk[2].from = -1, talk[2].to = second[1];
  for (int i = 0; i < 3; i++)
    strand[i] = talk[i].strand = strand_new (pass_on, &talk[i]);
  strands_run (strand, 3);
  assert_string_equal (said, "((cba");
  free_all (strand, 3);
  for (int i = 0; i < 2; i++) {
    close (first[i]);
    close (second[i]);
  }
}

static void
wait_in_vain (void *user)
{
  struct talk *t = user;
  struct pollfd fd = { .fd = t->from, .events = POLLIN };
  char byte = 'x';

  assert_int_equal (strand_poll (t->strand, &fd, 1, 1e-3), 0);
  assert_int_equal (fd.revents, 0);
  say (t->name);
  assert_int_equal (write (t->to, &byte, 1), 1);
}

/* Nobody waits as long as others may. */
static void
each_has_its_own_time (void **state)
{
  struct talk talk[2] = { { .name = "b" }, { .name = "a" } };
  struct strand *strand[2];
  int answer[2], quiet[2];

  (void)state;
  said[0] = '\0';
  assert_int_equal (pipe (answer), 0);
  assert_int_equal (pipe (quiet), 0);
  talk[0].from = answer[0], talk[0].to = -1;
  talk[1].from = quiet[0], talk[1].to = answer[1];
  strand[0] = talk[0].strand = strand_new (pass_on, &talk[0]);
  strand[1] = talk[1].strand = strand_new (wait_in_vain, &talk[1]);
  strands_run (strand, 2);
  assert_string_equal (said, "(ab");
  free_all (strand, 2);
  for (int i = 0; i < 2; i++) {
    close (answer[i]);
    close (quiet[i]);
  }
}

static void
note (int number)
{
  (void)number;
}

static void
be_interrupted (void *user)
{
  struct talk *t = user;

  assert_int_equal (strand_poll (t->strand, NULL, 0, 60), -1);
  assert_int_equal (errno, EINTR);
}

/* A signal is all's to see, since it may be the end of all. */
static void
a_signal_ends_all_waits (void **state)
{
  struct sigaction action = { .sa_handler = note };
  /* Again and again, lest the first comes before the wait. */
  const struct itimerval often = { { 0, 50000 }, { 0, 50000 } }, never = { 0 };
  struct talk talk[2] = { 0 };
  struct strand *strand[2];

  (void)state;
  sigaction (SIGALRM, &action, NULL);
  setitimer (ITIMER_REAL, &often, NULL);
  for (int i = 0; i < 2; i++)
    strand[i] = talk[i].strand = strand_new (be_interrupted, &talk[i]);
  strands_run (strand, 2);
  setitimer (ITIMER_REAL, &never, NULL);
  free_all (strand, 2);
}

static void
do_nothing (void *user)
{
  (void)user;
}

static void
outside_it_is_a_plain_wait (void **state)
{
  struct strand *strand = strand_new (do_nothing, NULL);
  struct pollfd fd = { .events = POLLIN };
  int ends[2];

  (void)state;
  assert_int_equal (pipe (ends), 0);
  fd.fd = ends[0];
  strands_run (&strand, 1);
  for (int i = 0; i < 2; i++) {
    struct strand *none = i == 0 ? NULL : strand;

    assert_int_equal (strand_poll (none, &fd, 1, 0), 0);
    assert_int_equal (strand_poll (none, &fd, 1, -1), 0);
  }
  assert_int_equal (write (ends[1], "x", 1), 1);
  assert_int_equal (strand_poll (strand, &fd, 1, 60), 1);
  strand_free (strand);
  close (ends[0]);
  close (ends[1]);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (each_goes_on_when_it_can),
    cmocka_unit_test (each_has_its_own_time),
    cmocka_unit_test (a_signal_ends_all_waits),
    cmocka_unit_test (outside_it_is_a_plain_wait),
  };

  return cmocka_run_group_tests_name ("strand", tests, NULL, NULL);
}
