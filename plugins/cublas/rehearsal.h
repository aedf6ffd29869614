/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Operands to try a product on before those of the problem are there: sets of
 * their sizes that are taken in turn, so many that no launch finds its own in
 * the L2 cache.
 */
#ifndef CUBLAS_REHEARSAL_H
#define CUBLAS_REHEARSAL_H

#include "driver.h"
#include "product.h"

struct rehearsal {
  char *base;
  size_t b, c; /* where they lie in a set, behind a */
  size_t set;  /* its bytes */
  int sets, next;
};

struct rehearsal_set {
  const void *a, *b;
  void *c;
};

/* For prepare: takes workspace, and enqueues what fills it, floats in [0.5, 1)
 * of either sign. */
int rehearsal_make (const gk_host *host, const gk_device *device,
                    const struct driver *driver,
                    const struct cublas_product *product,
                    struct rehearsal *rehearsal);

struct rehearsal_set rehearsal_next (struct rehearsal *rehearsal);

#endif
