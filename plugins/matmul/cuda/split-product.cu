/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The variants digits and residues, as far as they are alike.
 */
#include "split-product.h"
#include "cuda/prepared.h"

struct split_product_state {
  void *engine;
  void *plain;       /* a prepared launch, or NULL */
  double factors[3]; /* of the paths' work */
};

void
split_product_release (const gk_host *host, void *state)
{
  struct split_product_state *const s = (struct split_product_state *)state;

  if (s->plain)
    prepared_release (host, s->plain);
  if (s->engine)
    engine_release (host, s->engine);
  host->free (host, s);
}

int
split_product_make (const gk_host *host, const gk_device *device,
                    const gk_matmul *problem,
                    const struct engine_settings *settings, split_plain *plain,
                    void **state)
{
  struct split_product_state *const s
      = (struct split_product_state *)host->alloc (host, sizeof *s);
  int r;

  if (!s)
    return GK_FAIL;
  *s = {};
  r = engine_make (host, device, problem, settings, &s->engine);
  if (r == GK_OK && plain)
    r = plain (host, device, problem, &engine_signals (s->engine)->unsplittable,
               &s->plain);
  if (r == GK_OK)
    *state = s;
  else
    split_product_release (host, s);
  return r;
}

int
split_product_launch (const gk_host *host, const void *problem, void *state,
                      void *stream)
{
  const struct split_product_state *const s
      = (const struct split_product_state *)state;
  const int r = engine_launch (host, problem, s->engine, stream);

  return r == GK_OK && s->plain
             ? prepared_launch (host, problem, s->plain, stream)
             : r;
}

void
split_product_work (const gk_host *, const void *, void *state, gk_work *work)
{
  work->ops
      *= engine_products (((const struct split_product_state *)state)->engine);
  work->op_class = GK_OPS_TENSOR_I8;
}

void
split_product_paths (void *state, const char *const *names, uint32_t n,
                     int of_bf16, gk_paths *paths)
{
  static const gk_op_class op_classes[]
      = { GK_OPS_TENSOR_BF16, GK_OPS_TENSOR_I8, GK_OPS_TENSOR_I8 };
  struct split_product_state *const s = (struct split_product_state *)state;
  const int products = engine_products (s->engine);

  if (!s->plain)
    return;
  s->factors[0] = of_bf16;
  s->factors[1] = products;
  s->factors[2] = products > 10 ? products : 10;
  paths->names = names;
  paths->launches = engine_signals (s->engine)->taken;
  paths->factors = s->factors;
  paths->op_classes = op_classes;
  paths->n = n;
}
