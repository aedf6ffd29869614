/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Operands to time a product, or a batch, with before the problem's own exist:
 * sets of their sizes, used in turn, so many that a launch does not find its
 * set in the L2 cache.
 */
#ifndef CUBLAS_OPERAND_SETS_H
#define CUBLAS_OPERAND_SETS_H

#include "driver.h"
#include "product.h"

struct operand_sets {
  char *base;
  const float *ones; /* scales; NULL where there are none */
  size_t b, c;       /* offsets in a set; a is at its start */
  size_t set;        /* its bytes */
  int sets, next;
};

/* For prepare: takes workspace, and enqueues the copies that fill it with
 * floats in [0.5, 1) of either sign. */
int operand_sets_make (const gk_host *host, const gk_device *device,
                       const struct driver *driver,
                       const struct cublas_product *product,
                       struct operand_sets *rehearsal);

/* The next in turn; and the first, always. */
struct operand_set operand_sets_next (struct operand_sets *rehearsal);
struct operand_set operand_sets_first (const struct operand_sets *rehearsal);

#endif
