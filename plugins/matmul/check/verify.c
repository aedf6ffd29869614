/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The verification of both families' results: of one product
 * (verify-product.c), whose reference is kept, or of several, which are
 * verified one by one (verify-batch.c), and so is a product with scales.
 */
#include <config.h>

#include "matmul/batch.h"
#include "verify-batch.h"
#include "verify-product.h"

int
matmul_verify (const gk_host *host, void *state, gk_check *check)
{
  struct matmul_state *s = state;
  gk_matmul p = s->problem;
  struct product_check j;

  p.a = check->buffers[MATMUL_A];
  p.b = check->buffers[MATMUL_B];
  p.c = (void *)(uintptr_t)check->buffers[MATMUL_C];
  p.bias = s->has_bias ? check->buffers[MATMUL_BIAS] : NULL;
  if (p.groups > 0)
    p.group_lines = check->buffers[MATMUL_GROUP_LINES];
  if (p.scales != GK_SCALES_NONE) {
    p.scale_a = check->buffers[MATMUL_SCALE_A];
    p.scale_b = check->buffers[MATMUL_SCALE_A + 1];
  }
  if (matmul_is_divided (&p) || p.scales != GK_SCALES_NONE)
    return verify_batch (host, &p, check);
  j = verify_views (host, &p, check);
  j.reference = &s->reference[check->data];
  return verify_product (&j);
}
