/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Compares the results of a product's algorithms: the first one's are taken to
 * be right.  This is no proof, but detects algorithms that leave out parts of C
 * or of the sums; the family judges the launches that are timed.
 */
#ifndef CUBLAS_OUTPUT_CHECK_H
#define CUBLAS_OUTPUT_CHECK_H

#include "operand-sets.h"
#include "stopwatch.h"

struct output_check {
  const struct driver *driver;
  void *stream;
  const struct cublas_product *product;
  struct operand_set set;
  size_t bytes; /* of the columns of C that are compared, and of each */
  size_t column;
  int products; /* of a batch, that are compared, and the columns of each */
  int columns;
  char *first, *other; /* their elements, as the first algorithm left them, and
                          as another one did */
  bool has_first;
  int error; /* of the device itself, which is unusable then; 0: none */
};

/* For prepare, with a set that the launches to compare write to.  GK_FAIL, with
 * nothing to close, if memory is short. */
int output_check_open (const gk_host *host, const struct driver *driver,
                       void *stream, const struct cublas_product *product,
                       struct operand_set set, struct output_check *check);
void output_check_close (const gk_host *host, struct output_check *check);

/* Launches an algorithm once, and compares.  False also if it does not run. */
bool output_check_compare (struct output_check *check,
                           stopwatch_enqueue *enqueue, void *state);

#endif
