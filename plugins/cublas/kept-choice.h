/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The algorithm that was chosen last, and what for.
 */
#ifndef CUBLAS_KEPT_CHOICE_H
#define CUBLAS_KEPT_CHOICE_H

#include "lt.h"

struct cublas_choice {
  struct cublas_algorithm algorithm;
  int timed; /* so many were tried */
};

/* False where the last one was for another product or device. */
bool kept_choice_find (const struct cublas_product *product, int32_t device,
                       struct cublas_choice *choice);
void kept_choice_put (const struct cublas_product *product, int32_t device,
                      const struct cublas_choice *choice);

#endif
