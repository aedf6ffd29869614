/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What each unit test includes: cmocka with the headers that it needs, and the
 * head of a test.
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

/* A test without a state of cmocka's. */
#define TEST(name) static void name (void **state)

#endif
