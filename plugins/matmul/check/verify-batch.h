/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The verification of a batch, or of groups: each product is judged in each
 * launch that is judged, as a product of its own (verify-product.c).  Groups
 * are found by the judge's own copy of group_lines; one without lines has
 * nothing to judge.  What follows holds of groups, too, but that one of the
 * inputs is a part of a matrix that all share.
 *
 * No reference is kept.  A reference of one product follows the generations by
 * computing two rows and two columns again; in a batch each product has other
 * inputs in each generation (varied.h), and of small matrices two rows and
 * columns are a large part.  So each check makes the reference of each product
 * from its inputs as they are, and frees it: the memory is that of one product
 * for each thread, and no result of an earlier check can take part.
 *
 * Per product that is (columns.h, folds.h, modular.h): all columns, where these
 * are 16 at most; else 8 columns, among them the one that the generation
 * varied, and all of them folded, which take as long as 16; of integers all
 * elements of a small product, else Freivalds' check.  So a batch takes about
 * as long as to make the reference of one large product with as many elements.
 * What is drawn, columns, signs and vectors, is drawn for each product and each
 * generation.
 *
 * What that finds, in any product: elements that were not written; the result
 * of its neighbour, or of an earlier launch, as no two products have the same
 * inputs, nor have two generations; rows of an earlier launch, in the column
 * that was varied; sums in fewer bits, in the columns and the folds of each
 * product.
 *
 * A product with scales is judged so, too: each generation has other scales,
 * and with them all of C differs.
 *
 * The first pass is quiet.  The first wrong product is judged once more for its
 * message.
 */
#ifndef MATMUL_CHECK_VERIFY_BATCH_H
#define MATMUL_CHECK_VERIFY_BATCH_H

#include <gkhost/matmul.h>

/* matmul_verify of several products, of groups, or of one product with scales.
 * problem: with the buffers of this check. */
int verify_batch (const gk_host *host, const gk_matmul *problem,
                  gk_check *check);

#endif
