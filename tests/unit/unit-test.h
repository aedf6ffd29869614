/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What each unit test includes in place of cmocka.h: that, and the standard
 * headers that it needs ahead of it.
 */
#ifndef UNIT_TEST_H
#define UNIT_TEST_H

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

#endif
