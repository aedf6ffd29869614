/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The last choice of an algorithm, and the product that it was made for.
 */
#ifndef CUBLAS_CHOICE_CACHE_H
#define CUBLAS_CHOICE_CACHE_H

#include "lt.h"

struct cublas_choice {
  struct cublas_algorithm algorithm;
  int timed; /* the number of algorithms that were timed */
};

/* False if the last choice was for another product or device. */
bool choice_cache_find (const struct cublas_product *product, int32_t device,
                        struct cublas_choice *choice);
void choice_cache_store (const struct cublas_product *product, int32_t device,
                         const struct cublas_choice *choice);

#endif
