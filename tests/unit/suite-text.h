/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Suites for tests, from text.
 */
#ifndef SUITE_TEXT_H
#define SUITE_TEXT_H

#include "suite/suite.h"

/* As suite_read, of a file that holds n bytes of text. */
bool suite_from_bytes (struct suite *suite, const char *text, size_t n);
bool suite_from_text (struct suite *suite, const char *text);

#endif
