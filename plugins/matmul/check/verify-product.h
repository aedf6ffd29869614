/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The verification of one product, alone, or of a batch or group.
 */
#ifndef MATMUL_CHECK_VERIFY_PRODUCT_H
#define MATMUL_CHECK_VERIFY_PRODUCT_H

#include "matmul/matrix.h"
#include "problem.h"
#include "update.h"
#include "varied.h"

/* One verification: its matrices, in the row-major view, and its reference. */
struct product_check {
  const gk_host *host;
  gk_check *check;
  struct reference *reference;
  struct matrix a, b, c;
  struct product_update update;
  int64_t drawn_inner; /* by which inputs were drawn (update.h) */
  struct product_inputs from;
  bool swapped;        /* rows here are columns to the user */
  bool once;           /* the reference is for this check alone */
  bool quiet;          /* no messages */
  uint8_t poison[8];   /* of elements that were not written */
  uint64_t first_byte; /* of C in its buffer */
  char name[24];       /* of C, for messages */
  char part[40];       /* before all messages: "in group 7, ", or empty */
};

/* Returns a check of one product, without a reference; its matrices are those
 * of the problem. */
struct product_check verify_views (const gk_host *host,
                                   const gk_matmul *problem, gk_check *check);

/* Judges the product. */
int verify_product (const struct product_check *j);

/* Frees what the reference has. */
void verify_discard (const struct product_check *j);

#endif
