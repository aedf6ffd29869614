/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cuBLASLt, which comes with cuBLAS, and lets its caller choose among the
 * algorithms that it has for a product.
 */
#ifndef CUBLAS_LT_H
#define CUBLAS_LT_H

#include "cublas.h"

typedef struct cublas_lt cublas_lt;

/* An algorithm with its settings: plain bytes, which mean the same to every
 * handle of one version. */
struct cublas_algorithm {
  uint64_t data[8];
};

enum { CUBLAS_MOST_ALGORITHMS = 100 };

/* For prepare, once blas has its workspace; both it and the product are to
 * outlive the answer.  GK_SKIP, with the reason told, where cuBLASLt is missing
 * or does not take the product. */
int cublas_lt_open (const gk_host *host, const cublas *blas,
                    const struct cublas_product *product, cublas_lt **lt);
void cublas_lt_close (const gk_host *host, cublas_lt *lt); /* may be NULL */

/* The algorithms that the library deems fit, up to CUBLAS_MOST_ALGORITHMS, the
 * best by its own guess first. */
int cublas_lt_find (const gk_host *host, const cublas_lt *lt,
                    struct cublas_algorithm *algorithms, int *n);

/* Enqueues the product, of operands at other places where the like of them lie
 * there.  The library's status: 0 when all went well. */
int cublas_lt_run (const cublas_lt *lt,
                   const struct cublas_algorithm *algorithm, const void *a,
                   const void *b, void *c, void *stream);

/* An algorithm in the library's own numbers: the length of the text. */
size_t cublas_lt_describe (const cublas_lt *lt,
                           const struct cublas_algorithm *algorithm, char *text,
                           size_t room);

#endif
