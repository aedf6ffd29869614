/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A rung whose operands are split into bytes (split.h): the engine's launches
 * and, for floats, the launch of another kernel behind them, the plain one,
 * which computes if the split kernel found the operands unsplittable.
 */
#ifndef MATMUL_SPLIT_PRODUCT_H
#define MATMUL_SPLIT_PRODUCT_H

#include "engine.h"

/* Makes the plain kernel's launch, a state of prepared.h: it computes only if
 * *only_if, in device memory, is not 0. */
typedef int split_plain (const gk_host *host, const gk_device *device,
                         const gk_matmul *problem, const unsigned *only_if,
                         void **state);

/* For prepare; the other three functions take the state.  plain: NULL for
 * integers. */
int split_product_make (const gk_host *host, const gk_device *device,
                        const gk_matmul *problem,
                        const struct engine_settings *settings,
                        split_plain *plain, void **state);
int split_product_launch (const gk_host *host, const void *problem, void *state,
                          void *stream);
void split_product_release (const gk_host *host, void *state);

/* The work that tensor cores do for it. */
void split_product_work (const gk_host *host, const void *problem, void *state,
                         gk_work *work);

/* Its paths, by the names that split_path_of numbers, with the fewest products
 * of each; integers have none.  of_bf16: the products of bf16 that the plain
 * kernel computes for each of floats; 0: its work is the family's. */
void split_product_paths (void *state, const char *const *names, uint32_t n,
                          int of_bf16, gk_paths *paths);

#endif /* MATMUL_SPLIT_PRODUCT_H */
