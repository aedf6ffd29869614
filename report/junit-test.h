/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The XML that JUnit's tools read: one suite of tests.
 */
#ifndef JUNIT_TEST_H
#define JUNIT_TEST_H

#include <stddef.h>
#include <stdio.h>

enum junit_outcome { JUNIT_PASSED, JUNIT_FAILURE, JUNIT_ERROR, JUNIT_SKIPPED };

/* One test.  Texts are as they came: they are escaped here. */
struct junit_test {
  const char *group; /* what tools call the class: a job */
  const char *name;
  double seconds; /* NaN, or 0: not known */
  enum junit_outcome outcome;
  const char *type;    /* of what did not pass, in a word */
  const char *message; /* likewise, in a line */
  /* Figures, by name; NaN or 0: left out. */
  struct junit_figure {
    const char *name;
    double value;
  } figure[3];
};

/* Zeroed: none yet. */
struct junit_totals {
  size_t n[JUNIT_SKIPPED + 1];
  double seconds;
};

void junit_count (struct junit_totals *totals, const struct junit_test *test);

/* The suite with so many tests, which follow, and its end. */
void junit_begin (FILE *out, const char *name,
                  const struct junit_totals *totals);
void junit_print (FILE *out, const struct junit_test *test);
void junit_end (FILE *out);

#endif /* JUNIT_TEST_H */
