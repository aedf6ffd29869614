/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The work itself, done plainly: what each cheat would be caught at not doing,
 * and what it does where it thinks that it is watched.
 */
#ifndef CHEATS_HONEST_H
#define CHEATS_HONEST_H

#include <gkhost/copy.h>
#include <gkhost/matmul.h>
#include <gkhost/reduce.h>
#include <gkhost/scan.h>
#include <gkhost/softmax.h>
#include <gkhost/stream.h>
#include <gkhost/transpose.h>

/* Launches.  They need no state and no stream. */
int honest_copy (const gk_host *host, const void *problem, void *state,
                 void *stream);
int honest_matmul (const gk_host *host, const void *problem, void *state,
                   void *stream);
int honest_products (const gk_host *host, const void *problem, void *state,
                     void *stream);
int honest_reduce (const gk_host *host, const void *problem, void *state,
                   void *stream);
int honest_scan (const gk_host *host, const void *problem, void *state,
                 void *stream);
int honest_softmax (const gk_host *host, const void *problem, void *state,
                    void *stream);
int honest_stream (const gk_host *host, const void *problem, void *state,
                   void *stream);
int honest_transpose (const gk_host *host, const void *problem, void *state,
                      void *stream);

/* Row-major, i32, f32 and f64: into c, which is as large as p->c and lies as it
 * does. */
void honest_product (const gk_matmul *p, void *c);
/* Product z of a batch, or of groups of lines: of these types, or of floats of
 * 8 bits; into its place of p->c. */
void honest_product_of (const gk_matmul *p, int64_t z);

/* Of a reduction of one row of i32 or f32: an element, and the result. */
double honest_element (const gk_reduce *p, int64_t i);
void honest_store_sum (const gk_reduce *p, double sum);

/* Of an inclusive scan of i32 or f32: an element; and the sums of some elements
 * into dst, which has that of the element before them. */
double honest_scan_element (const gk_scan *p, int64_t i);
void honest_scan_part (const gk_scan *p, void *dst, int64_t begin, int64_t end);
/* Of a dot of f32: a product. */
double honest_product_of_dot (const gk_stream *p, int64_t i);

/* Of a softmax of f32: `step` times the sum of every step-th power of a row;
 * and the row's results, given such a sum.  power: exp of x <= 0. */
double honest_softmax_sum (const gk_softmax *p, int64_t row, int64_t step,
                           double (*power) (double x));
void honest_softmax_row (const gk_softmax *p, int64_t row, double sum,
                         double (*power) (double x));

/* Bytes of the output. */
size_t honest_matmul_bytes (const gk_matmul *p);
size_t honest_transpose_bytes (const gk_transpose *p);

#endif
