/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The cache is a global, as no other state lives long enough: release frees
 * what prepare made, and a quick case is released after each turn in which it
 * takes samples.  A new choice in each turn would take a second, and turns
 * could time different algorithms.  One entry is enough, as all turns of a
 * problem precede the next problem, and callbacks come from one thread.
 */
#include <config.h>

#include "choice-cache.h"

static struct {
  bool is_there;
  int32_t device;
  struct cublas_product product;
  struct cublas_choice choice;
} kept;

static bool
alike (const struct cublas_operand *a, const struct cublas_operand *b)
{
  return a->rows == b->rows && a->cols == b->cols && a->ld == b->ld
         && a->stride == b->stride && a->op == b->op && a->type == b->type
         && a->n_scales == b->n_scales && a->scale_mode == b->scale_mode;
}

/* Whether the same is added; how large the factors are does not matter. */
static bool
has_same_update (const struct cublas_product *p, const struct cublas_product *q)
{
  return p->updated == q->updated && (p->bias != NULL) == (q->bias != NULL)
         && cublas_adds_old (p) == cublas_adds_old (q);
}

/* The operands' addresses do not matter. */
static bool
same_shape (const struct cublas_product *p, const struct cublas_product *q)
{
  return alike (&p->a, &q->a) && alike (&p->b, &q->b) && p->ldc == q->ldc
         && p->batch == q->batch && p->stride_c == q->stride_c
         && p->type_c == q->type_c && p->compute == q->compute
         && p->fast == q->fast && has_same_update (p, q);
}

bool
choice_cache_find (const struct cublas_product *product, int32_t device,
                   struct cublas_choice *choice)
{
  if (!kept.is_there || kept.device != device
      || !same_shape (&kept.product, product))
    return false;
  *choice = kept.choice;
  return true;
}

void
choice_cache_store (const struct cublas_product *product, int32_t device,
                    const struct cublas_choice *choice)
{
  kept.is_there = true;
  kept.device = device;
  kept.product = *product;
  kept.choice = *choice;
}
