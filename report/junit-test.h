/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Prints JUnit XML: one suite of tests.
 */
#ifndef JUNIT_TEST_H
#define JUNIT_TEST_H

#include <stddef.h>
#include <stdio.h>

enum junit_outcome { JUNIT_PASSED, JUNIT_FAILURE, JUNIT_ERROR, JUNIT_SKIPPED };

/* One test.  Its texts are escaped when they are printed. */
struct junit_test {
  const char *group; /* the class name in JUnit: a job */
  const char *name;
  double seconds; /* NaN or 0: unknown */
  enum junit_outcome outcome;
  const char *type;    /* of a failure, one word */
  const char *message; /* of a failure, one line */
  /* Named figures; NaN or 0: left out. */
  struct junit_figure {
    const char *name;
    double value;
  } figure[3];
};

/* Begins zeroed. */
struct junit_totals {
  size_t n[JUNIT_SKIPPED + 1];
  double seconds;
};

void junit_count (struct junit_totals *totals, const struct junit_test *test);

/* Print the suite's head, with the totals of the tests that follow, and its
 * end. */
void junit_begin (FILE *out, const char *name,
                  const struct junit_totals *totals);
void junit_print (FILE *out, const struct junit_test *test);
void junit_end (FILE *out);

#endif /* JUNIT_TEST_H */
