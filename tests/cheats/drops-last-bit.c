/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Multiplies floats of 8 bits without the last bit of each of B's, and declares
 * the least precision that a variant may have.
 *
 * Seen: gkhost, issue 42.
 */
#include <config.h>

#include <gkhost/family-elements.h>

#include "cheats.h"
#include "honest.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  const unsigned char *const b = p->b;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->k; j++) {
      double sum = 0;

      for (int64_t l = 0; l < p->n; l++) {
        const unsigned char factor = b[l * p->ldb + j] & 0xfe;

        sum += gk_number (p->dtype, p->a, i * p->lda + l)
               * gk_number (p->dtype_b, &factor, 0);
      }
      gk_put_number (p->dtype_c, p->c, i * p->ldc + j, sum);
    }
  return GK_OK;
}

const gk_variant cheat_drops_last_bit = {
  .family = "matmul-rect",
  .name = "drops-last-bit",
  .summary = "drops the last bit of floats of 8",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F8_E4M3) | GK_BIT (GK_F8_E5M2),
  .forms = GK_MATMUL_TYPES,
  .precision = 0x1p-8,
  .problem_size = sizeof (gk_matmul),
  .launch = launch,
};
