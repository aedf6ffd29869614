/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The tests of a program, and the main () that runs them.
 */
#include <config.h>

#include <errno.h>

#include "tests/unit/unit.h"

static struct CMUnitTest tests[64];
static size_t n_tests;

void
unit_add (const struct CMUnitTest *test)
{
  if (n_tests == sizeof tests / sizeof tests[0])
    abort ();
  tests[n_tests++] = *test;
}

int
unit_run (CMFixtureFunction setup, CMFixtureFunction teardown)
{
  /* cmocka passes over the places without a test. */
  return cmocka_run_group_tests_name (program_invocation_short_name, tests,
                                      setup, teardown);
}

__attribute__ ((weak)) int
main (void)
{
  return unit_run (NULL, NULL);
}
