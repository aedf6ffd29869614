/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A look for a message finds one that is there, and leaves it to be received;
 * it ends without one, too.  Where others have the core meanwhile, looks become
 * rarer.
 */
#include <config.h>

#include <sys/socket.h>
#include <unistd.h>

#include "run/frame.h"
#include "tests/unit/own-clock.h"
#include "tests/unit/unit.h"

static void
open_pair (int fd[2])
{
  assert_int_equal (socketpair (AF_UNIX, SOCK_SEQPACKET, 0, fd), 0);
}

static void
close_pair (const int fd[2])
{
  close (fd[0]);
  close (fd[1]);
}

static void
test_found (void **state)
{
  struct looks looks = { 0 };
  char byte = 0;
  int fd[2];

  (void)state;
  open_pair (fd);
  assert_int_equal (send (fd[0], "x", 1, 0), 1);
  look_for_message (fd[1], &looks);
  assert_int_equal (recv (fd[1], &byte, 1, MSG_DONTWAIT), 1);
  assert_int_equal (byte, 'x');
  close_pair (fd);
}

static void
test_none (void **state)
{
  struct looks looks = { 0 };
  char byte;
  int fd[2];

  (void)state;
  open_pair (fd);
  look_for_message (fd[1], &looks);
  assert_int_equal (recv (fd[1], &byte, 1, MSG_DONTWAIT), -1);
  close_pair (fd);
}

/* Of who is gone nothing is waited for. */
static void
test_closed (void **state)
{
  struct looks looks = { 0 };
  char byte;
  int fd[2];

  (void)state;
  open_pair (fd);
  close (fd[0]);
  look_for_message (fd[1], &looks);
  assert_int_equal (recv (fd[1], &byte, 1, MSG_DONTWAIT), 0);
  close (fd[1]);
}

/* No descriptor is touched. */
static void
test_rest (void **state)
{
  struct looks looks = { .rest = 16, .left = 2 };

  (void)state;
  look_for_message (-1, &looks);
  look_for_message (-1, &looks);
  assert_int_equal (looks.left, 0);
  assert_int_equal (looks.rest, 16);
}

/* Each turn takes a millisecond, as where others have the core. */
static void
test_rarer (void **state)
{
  struct looks looks = { 0 };
  int fd[2];

  (void)state;
  open_pair (fd);
  of_reading = 1e-3;
  for (unsigned rest = 16; rest <= 4096; rest *= 4) {
    looks.left = 0;
    look_for_message (fd[1], &looks);
    assert_int_equal (looks.rest, rest);
    assert_int_equal (looks.left, rest);
  }
  looks.left = 0;
  look_for_message (fd[1], &looks);
  assert_int_equal (looks.rest, 4096);
  of_reading = 1e-6;
  looks.left = 0;
  look_for_message (fd[1], &looks);
  assert_int_equal (looks.rest, 0);
  close_pair (fd);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_found),  cmocka_unit_test (test_none),
    cmocka_unit_test (test_closed), cmocka_unit_test (test_rest),
    cmocka_unit_test (test_rarer),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
