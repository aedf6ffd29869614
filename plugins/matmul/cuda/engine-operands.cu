/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Prepares a product's operands for the engine: decides which are repacked,
 * split or loaded to registers, and makes these launches.
 */
#include <cuda_runtime.h>

#include "cuda/cleared.cuh"
#include "engine-operands.h"

struct operand
engine_operand_repacked (const struct operand *o)
{
  const bool keep = o->mn_major && o->element == 2;
  struct operand to = *o;

  to.at = NULL;
  to.pitch = repack_pitch (keep ? o->lines : o->inner, o->element);
  to.mn_major = keep;
  return to;
}

/* Allocates workspace for the repacked operand, and redirects the operand to
 * it. */
static int
repack_operand (const gk_host *host, struct operand *o,
                struct engine_product *it)
{
  struct operand to = engine_operand_repacked (o);
  const int64_t rows = to.mn_major ? o->inner : o->lines;
  const int64_t cols = to.mn_major ? o->lines : o->inner;
  void *const at
      = host->workspace (host, (size_t)rows * (size_t)to.pitch * to.element);

  if (!at)
    return GK_SKIP;
  it->matrices[it->n++] = {
    o->at, at, rows, cols, to.pitch, o->pitch, o->mn_major && !to.mn_major
  };
  to.at = at;
  *o = to;
  return GK_OK;
}

/* Allocates workspace for the operand's planes, and redirects the operand to
 * it. */
static int
split_operand (const gk_host *host, struct operand *o, int planes, bool floats,
               struct split_matrix *to)
{
  const int64_t pitch = split_plane (o->inner) * planes;
  void *const at = host->workspace (host, (size_t)(o->lines * pitch));
  void *const scales = floats ? host->workspace (
                           host, (size_t)o->lines * sizeof (struct split_scale))
                              : NULL;

  if (!at || (floats && !scales))
    return GK_SKIP;
  to->from = o->at;
  to->to = (uint8_t *)at;
  to->scales = (struct split_scale *)scales;
  to->lines = o->lines;
  to->inner = o->inner;
  to->pitch = o->pitch;
  to->mn_major = o->mn_major;
  *o = { at, o->lines, pitch, pitch, 1, false };
  return GK_OK;
}

/* Whether a consumer should load this operand through registers.  An operand of
 * few lines is faster to repack, as there are few rows to multiply. */
static bool
is_fetched (const struct operand *o, const struct operand *other)
{
  return o->mn_major && operand_is_aligned (o)
         && (o->lines > 128 || o->lines * 8 > other->lines);
}

/* For floats, what four digits may need. */
static struct digits
digits_of (gk_dtype dtype)
{
  if (dtype == GK_I32)
    return { digits_most, digits_most - 1 };
  if (dtype == GK_F32)
    return { digits_most, digits_most };
  return {};
}

struct engine_product
engine_product_of (const gk_matmul *p, const struct engine_settings *settings)
{
  struct engine_product it = {};

  it.a = operand_a (p);
  it.b = operand_b (p);
  it.digits = digits_of (p->dtype);
  it.products = p->dtype != GK_F32        ? digits_products (&it.digits)
                : settings->products != 0 ? settings->products
                                          : 6;
  if (p->dtype == GK_F64)
    it.moduli = residues_moduli;
  it.planes = it.moduli > 0 ? it.moduli : it.digits.planes;
  if (it.planes > 0 || it.a.element == 2 || !settings->from_registers)
    return it;
  if (is_fetched (&it.b, &it.a)
      && (!is_fetched (&it.a, &it.b) || it.a.lines < it.b.lines)) {
    const struct operand a = it.a;

    it.a = it.b;
    it.b = a;
    it.transposed = true;
  }
  it.from_registers = is_fetched (&it.a, &it.b);
  return it;
}

/* Allocates the planes of C's residues.  A tile does not reach into the next
 * plane. */
static int
allocate_residues (const gk_host *host, struct engine_product *it)
{
  struct residues_planes *const planes = &it->residues;

  planes->rows = (it->a.lines + 255) / 256 * 256;
  planes->pitch = split_plane (it->b.lines);
  planes->at = (uint8_t *)host->workspace (
      host, (size_t)(planes->rows * planes->pitch) * (size_t)it->moduli);
  if (planes->rows * it->moduli <= INT32_MAX)
    return planes->at ? GK_OK : GK_SKIP;
  host->error (
      host,
      "C has more rows than TMA counts in planes of residues; make m smaller");
  return GK_SKIP;
}

/* Prepares the split of both operands. */
static int
make_split (const gk_host *host, const gk_device *device, bool floats,
            struct engine_product *it)
{
  int r;

  if (it->a.inner >= split_longest) {
    host->error (host,
                 "an inner dimension of %d or more exceeds what TMA counts in "
                 "planes; make n smaller",
                 split_longest);
    return GK_SKIP;
  }
  r = cleared_workspace (host, device, 1, &it->signals);
  if (r == GK_OK)
    r = split_operand (host, &it->a, it->planes, floats, &it->split[0]);
  if (r == GK_OK)
    r = split_operand (host, &it->b, it->planes, floats, &it->split[1]);
  it->split[1].b = true;
  return r == GK_OK && it->moduli > 0 ? allocate_residues (host, it) : r;
}

int
engine_product_allocate (const gk_host *host, const gk_device *device,
                         const gk_matmul *p, struct engine_product *it)
{
  int r = GK_OK;

  if (it->planes > 0)
    return make_split (host, device, p->dtype != GK_I32, it);

  if (!it->from_registers && !operand_is_ready (&it->a))
    r = repack_operand (host, &it->a, it);
  if (r == GK_OK && !operand_is_ready (&it->b))
    r = repack_operand (host, &it->b, it);
  return r;
}

int
engine_product_launches (const gk_host *host, const struct engine_product *it,
                         void *launches[], int *n)
{
  int r = GK_OK;

  if (it->moduli > 0)
    r = split_scale_f64 (host, it->split, residues_bits (), &launches[*n]);
  else if (it->split[0].scales)
    r = split_scale_f32 (host, it->split, it->signals, &launches[*n]);
  *n += launches[*n] != NULL;
  if (r == GK_OK && it->moduli > 0)
    r = residues_split_make (host, it->split, &it->signals->nonzero,
                             it->one_wave, &launches[*n]);
  else if (r == GK_OK && it->split[0].scales)
    r = digits_split_floats_make (host, it->split, it->signals, it->one_wave,
                                  it->products, &launches[*n]);
  else if (r == GK_OK && it->digits.planes > 0)
    r = digits_split_make (host, it->split, &it->signals->nonzero, it->one_wave,
                           &launches[*n]);
  else if (r == GK_OK && it->n > 0)
    r = repack_make (host, it->matrices, it->n, it->a.element, it->one_wave,
                     NULL, &launches[*n]);
  *n += launches[*n] != NULL;
  return r;
}
