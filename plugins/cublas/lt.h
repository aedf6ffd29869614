/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cuBLASLt, which comes with cuBLAS, and lets its caller choose among its
 * algorithms for a product, or for a batch of products.
 */
#ifndef CUBLAS_LT_H
#define CUBLAS_LT_H

#include "cublas.h"

typedef struct cublas_lt cublas_lt;

/* An algorithm with its settings: plain bytes, with the same meaning for every
 * handle of one version. */
struct cublas_algorithm {
  uint64_t data[8];
};

struct cublas_lt_list {
  struct cublas_algorithm *algorithms;
  int n, room;
};

/* For prepare, once blas has its workspace; blas and the product must outlive
 * *lt.  GK_SKIP, after a message, if cuBLASLt is missing, does not support the
 * product, or is older than 12.9 and there are scales of blocks. */
int cublas_lt_open (const gk_host *host, const cublas *blas,
                    const struct cublas_product *product, cublas_lt **lt);
void cublas_lt_close (const gk_host *host, cublas_lt *lt); /* may be NULL */

/* Lists the algorithms that the library proposes, best first by its own
 * estimate; then, in a random order, all others that it says can run, with all
 * tiles and numbers of stages, as far as a second goes.  GK_SKIP, after a
 * message, if it proposes none. */
int cublas_lt_find (const gk_host *host, const cublas_lt *lt,
                    struct cublas_lt_list *list);

/* Adds those that are not there and differ from the i-th in a single setting,
 * or in tile and stages, as far as a tenth of a second goes. */
void cublas_lt_vary (const cublas_lt *lt, int i, struct cublas_lt_list *list);

/* Enqueues the product, with operands at other addresses but with the same
 * shape and alignment.  Returns the library's status: 0 on success. */
int cublas_lt_run (const cublas_lt *lt,
                   const struct cublas_algorithm *algorithm,
                   const struct operand_set *at, void *stream);

/* Of a product with a bias: reads it from there.  Returns the library's status.
 */
int cublas_lt_set_bias (const cublas_lt *lt, const void *bias);

/* Prints an algorithm in the library's own numbers.  Returns the text's length.
 */
size_t cublas_lt_describe (const cublas_lt *lt,
                           const struct cublas_algorithm *algorithm, char *text,
                           size_t room);

#endif
