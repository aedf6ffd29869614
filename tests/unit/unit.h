/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What each unit test includes first: cmocka, with the headers that it wants before
 * itself, and what all tests use.
 */
#ifndef UNIT_H
#define UNIT_H

#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#endif
