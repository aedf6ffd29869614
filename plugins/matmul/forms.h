/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which forms a problem has (gkhost/matmul.h), where that takes a comparison.
 */
#ifndef MATMUL_FORMS_H
#define MATMUL_FORMS_H

#include <stdbool.h>

#include <gkhost/matmul.h>

/* True where more than A B is computed (GK_MATMUL_UPDATE).  bias: there is one,
 * which before the first launch no address shows. */
static inline bool
matmul_is_updated (const gk_matmul *problem, bool bias)
{
  return problem->alpha != 1 || problem->beta != 0 || bias;
}

#endif /* MATMUL_FORMS_H */
