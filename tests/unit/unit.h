/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What each unit test includes: cmocka with the headers that it needs, and the
 * head of a test.  A test adds itself to the program's tests, which run in the
 * order of the file; a program that needs no other main () has unit.c's.
 */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* cmocka passes each test a state, which few have. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define TEST(name) FIXTURE_TEST (name, NULL, NULL)
/* Constructors run in the order of their numbers; those up to 100 are taken. */
#define FIXTURE_TEST(name, setup, teardown)                                    \
  static void name (void **state);                                             \
  static void __attribute__ ((constructor (101 + __LINE__)))                   \
  unit_add_##name (void)                                                       \
  {                                                                            \
    const struct CMUnitTest test                                               \
        = cmocka_unit_test_setup_teardown (name, setup, teardown);             \
                                                                               \
    unit_add (&test);                                                          \
  }                                                                            \
  static void name (void **state)

void unit_add (const struct CMUnitTest *test);
/* Runs all tests between a setup and a teardown of the program, which may be
 * NULL; returns the exit status. */
int unit_run (CMFixtureFunction setup, CMFixtureFunction teardown);

#endif
