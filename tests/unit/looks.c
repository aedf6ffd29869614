/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Who looks for a message finds one that is there, leaves it to be received,
 * returns without one, too, and does not look while it rests.
 */
#include <config.h>

#include <sys/socket.h>
#include <unistd.h>

#include "run/frame.h"
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

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_found),
    cmocka_unit_test (test_none),
    cmocka_unit_test (test_closed),
    cmocka_unit_test (test_rest),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
