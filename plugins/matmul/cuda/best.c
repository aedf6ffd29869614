/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The fastest rung for each type and each GPU.  Its tunables are at their
 * defaults, which adapt to the size; but where rungs compete, or tiles of one,
 * prepare times several ways to multiply (ways.h).
 */
#include <config.h>

#include <stdbool.h>
#include <string.h>

#include "cuda.h"
#include "digits.h"
#include "fma.h"
#include "matmul/forms.h"
#include "operand.h"
#include "persistent.h"
#include "residues.h"
#include "ways.h"

gk_variant matmul_best_variant (void);
gk_variant matmul_bf16x6_variant (void);
gk_variant matmul_cp_async_variant (void);
gk_variant matmul_digits_variant (void);
gk_variant matmul_dmma_variant (void);
bool matmul_few_rows_suits (const gk_matmul *p, const gk_device *device);
gk_variant matmul_few_rows_variant (void);
bool matmul_gemv_suits (const gk_matmul *p, const gk_device *device);
gk_variant matmul_gemv_variant (void);
gk_variant matmul_mma_sync_variant (void);
gk_variant matmul_register_tile_variant (void);
gk_variant matmul_residues_variant (void);
bool matmul_small_suits (const gk_matmul *p, const gk_device *device);
gk_variant matmul_small_variant (void);
gk_variant matmul_tma_variant (void);

/* Whether C has enough elements for nearly one tile of 128 x 256 per
 * multiprocessor, or more. */
static bool
is_large (const gk_matmul *p, const gk_device *device)
{
  return (double)p->m * (double)p->k > 28000.0 * device->units;
}

/* Whether C is smaller than that, but large and deep enough that several
 * multiprocessors share such a tile with profit: from 768^3 on, i32 from
 * 1280^3. */
static bool
is_shared (const gk_matmul *p, const gk_device *device)
{
  const double each = p->dtype == GK_F32 ? 4000 : 12000;

  return (double)p->m * (double)p->k > each * device->units && p->n >= 768;
}

/* A batch of products, to which nothing else is added. */
static bool
is_plain_batch (const gk_matmul *p)
{
  return p->batch > 1 && !matmul_is_updated (p, p->bias != NULL);
}

/* Of batches f32, from products on that fill half of the smallest tile there if
 * there are two and a half such tiles for each multiprocessor: cp-async has
 * smaller ones. */
static bool
suits_tma_batched (const gk_matmul *p, const gk_device *device)
{
  const double elements = (double)p->m * (double)p->k;

  return is_plain_batch (p) && p->dtype == GK_F32 && elements >= 64 * 32
         && elements * (double)p->batch >= 2.5 * 64 * 64 * device->units
         && fma_has_rows_for_tma (p);
}

static bool
suits_tma (const gk_matmul *p, const gk_device *device)
{
  if (p->batch > 1)
    return suits_tma_batched (p, device);
  return p->dtype != GK_F64 && (is_large (p, device) || is_shared (p, device))
         && fma_has_rows_for_tma (p);
}

/* Whether all matrices have one layout. */
static bool
has_one_layout (const gk_matmul *p)
{
  return p->layout_a == p->layout_c && p->layout_b == p->layout_c;
}

/* Batches with more added to them have no kernel there. */
static bool
suits_dmma (const gk_matmul *p, const gk_device *device)
{
  (void)device;
  return p->batch == 1 || is_plain_batch (p);
}

/* Groups have no other rung, nor have batches that those above leave.  Else
 * rows that are not aligned to 16-byte copies go to the rung below if there are
 * tiles of 128 x 128 for most multiprocessors; that has no other layouts, and
 * no alpha, beta and bias. */
static bool
suits_cp_async (const gk_matmul *p, const gk_device *device)
{
  const double tiles = (double)p->m * (double)p->k / (128 * 128);

  if (p->batch > 1 || p->groups > 0 || matmul_is_updated (p, p->bias != NULL)
      || !has_one_layout (p))
    return true;
  return fma_has_rows_for_tma (p) ? !is_large (p, device)
                                  : tiles < 0.75 * device->units;
}

/* Whether the matrices, and planes of so many bytes for each element, are
 * likely to fit into memory. */
static bool
has_room (const gk_matmul *p, const gk_device *device, int of_in, int of_out)
{
  const int size = p->dtype == GK_F64 ? 8 : 4;
  const double in = (double)p->n * ((double)p->m + (double)p->k);
  const double out = (double)p->m * (double)p->k;

  return (size + of_in) * in + (size + of_out) * out
         < 0.7 * (double)device->memory;
}

/* Splitting numbers pays for large products, and of i32 for smaller ones if
 * other rungs would repack operands first.  H200, us by digits and by what runs
 * else: f32 1024^3 34.6 and 28.0 (bf16x6), 1536^3 70.2 and 104; i32 row 512^3
 * 17.1 and 15.7, 576^3 18.6 and 26.9, tn 448^3 16.7 and 18.4.  If C is narrow,
 * reading the operands dominates, and planes are read once more. */
static bool
suits_digits (const gk_matmul *p, const gk_device *device)
{
  const double products = (double)p->m * (double)p->n * (double)p->k;
  const bool one = has_one_layout (p);

  if (p->m < 256 || p->k < 256 || !has_room (p, device, digits_most, 0))
    return false;
  if (p->dtype == GK_I32)
    return products > (one ? 540.0 * 540 * 540 : 440.0 * 440 * 440)
           && p->n >= 128 && p->n < split_longest;
  return products > 1100.0 * 1100 * 1100 && p->n >= 512
         && p->n <= digits_most_floats;
}

/* For f64, from 2300^3 on. */
static bool
suits_residues (const gk_matmul *p, const gk_device *device)
{
  const double products = (double)p->m * (double)p->n * (double)p->k;

  return products > 2300.0 * 2300 * 2300 && p->n >= 1024
         && p->n <= residues_longest && p->m >= 512 && p->k >= 512
         && has_room (p, device, residues_moduli, residues_moduli);
}

/* From where it is faster than CUDA cores, as far as that is known without
 * timing: 256^3 7.8 and 6.2 us, 512^3 11.3 and 13.0; 500 products of 64 x 64 x
 * 128 31.7 and 23.3, of 64 x 256 x 128 53.0 and 62.1. */
static bool
suits_bf16x6 (const gk_matmul *p, const gk_device *device)
{
  const double products = (double)p->m * (double)p->n * (double)p->k;

  (void)device;
  return products * (double)p->batch > 400.0 * 400 * 400 && p->n >= 128
         && p->m >= 32 && p->k >= 32;
}

static bool
suits_all (const gk_matmul *p, const gk_device *device)
{
  (void)p;
  (void)device;
  return true;
}

/* Ordered by the time on an H200.  best takes the first rung that accepts the
 * problem, that suits it, that the device can run and whose prepare does not
 * skip it; if that is timed, it takes the fastest of all that are (list_ways).
 * Not timed are those that others leave far behind.  Numbers are split only
 * where that suits the problem, as it takes much memory, and as their range may
 * ask for the usual product besides. */
static const struct rung {
  const char *name;
  gk_variant (*variant) (void);
  bool (*suits) (const gk_matmul *p, const gk_device *device);
  /* alone: not in batches; first: where it suits the problem */
  enum { UNTIMED, TIMED_FIRST, TIMED_ALONE, TIMED } timed;
  /* NULL: at its defaults alone. */
  ways_list *ways;
} rungs[] = {
  { "small", matmul_small_variant, matmul_small_suits, TIMED_ALONE, NULL },
  { "few-rows", matmul_few_rows_variant, matmul_few_rows_suits, TIMED_ALONE,
    NULL },
  { "gemv", matmul_gemv_variant, matmul_gemv_suits, TIMED, NULL },
  { "persistent", matmul_persistent_variant, suits_all, TIMED,
    matmul_persistent_ways },
  { "mma-sync", matmul_mma_sync_variant, suits_all, UNTIMED, NULL },
  { "digits", matmul_digits_variant, suits_digits, TIMED_FIRST, NULL },
  { "residues", matmul_residues_variant, suits_residues, TIMED_FIRST, NULL },
  { "bf16x6", matmul_bf16x6_variant, suits_bf16x6, TIMED, matmul_bf16x6_ways },
  { "tma", matmul_tma_variant, suits_tma, TIMED, matmul_tma_ways },
  { "dmma", matmul_dmma_variant, suits_dmma, TIMED, matmul_dmma_ways },
  { "cp-async", matmul_cp_async_variant, suits_cp_async, TIMED,
    matmul_cp_async_ways },
  { "register-tile", matmul_register_tile_variant, suits_all, TIMED, NULL },
};

struct best_state {
  struct way way;
  void *state;
};

static struct way_memo found;

static bool
runs_on (const gk_variant *v, const gk_device *device)
{
  return device->capability >= v->capability
         && (v->capability_max == 0 || device->capability <= v->capability_max);
}

static bool
knows_forms (const gk_variant *v, const gk_matmul *p)
{
  const uint64_t forms
      = (operand_is_summed_wide (p) ? GK_MATMUL_TYPES : 0)
        | (p->batch > 1 ? GK_MATMUL_BATCH : 0)
        | (matmul_is_updated (p, p->bias != NULL) ? GK_MATMUL_UPDATE : 0)
        | (p->groups > 0 ? GK_MATMUL_GROUPS : 0);

  return (forms & ~v->forms) == 0;
}

/* A variant that names no layouts accepts problems whose matrices all have the
 * same layout. */
static bool
accepts_problem (const gk_variant *v, const gk_matmul *p)
{
  return (v->dtypes & GK_BIT (p->dtype)) != 0 && knows_forms (v, p)
         && (v->layouts != 0 || has_one_layout (p));
}

/* Adds the ways of a rung to n others, of which the first may be its default.
 */
static int
add_ways (const struct rung *rung, const gk_matmul *p, const gk_device *device,
          struct way *ways, int n)
{
  struct way own[WAYS_MOST];
  int more = 1;

  if (rung->ways != NULL)
    more = rung->ways (p, device, own, WAYS_MOST - n);
  else
    own[0] = way_by_default (rung->name, rung->variant ());
  for (int i = strcmp (ways[0].name, rung->name) == 0; i < more; i++)
    ways[n++] = own[i];
  return n;
}

/* The first is the rung's default.  Rungs skip what they are not for. */
static int
list_ways (const gk_device *device, const gk_matmul *p,
           const struct rung *chosen, struct way *ways)
{
  int n = 1;

  ways[0] = way_by_default (chosen->name, chosen->variant ());
  if (chosen->timed == UNTIMED || p->groups > 0)
    return n;
  for (size_t i = 0; i < GK_COUNT (rungs) && n < WAYS_MOST; i++) {
    const struct rung *const rung = &rungs[i];
    const gk_variant v = rung->variant ();

    if (rung->timed == UNTIMED || (rung->timed == TIMED_ALONE && p->batch > 1)
        || (rung->timed == TIMED_FIRST && !rung->suits (p, device))
        || !accepts_problem (&v, p) || !runs_on (&v, device))
      continue;
    n = add_ways (rung, p, device, ways, n);
  }
  return n;
}

/* Prepares the fastest way of the first rung that does not skip the problem.
 * The host keeps the message of the last one that did. */
static int
choose_rung (const gk_host *host, const gk_device *device, const gk_matmul *p,
             void **state)
{
  struct way ways[WAYS_MOST];
  bool tried = false;

  for (size_t i = 0; i < GK_COUNT (rungs); i++) {
    const gk_variant rung = rungs[i].variant ();
    int r;

    if (!accepts_problem (&rung, p) || !runs_on (&rung, device)
        || !rungs[i].suits (p, device))
      continue;
    tried = true;
    r = ways_prepare (host, device, p, ways,
                      list_ways (device, p, &rungs[i], ways), &found, state);
    if (r != GK_SKIP)
      return r;
    host->log (host, "%s does not run here; the next rung is tried",
               rungs[i].name);
  }
  if (!tried)
    host->error (
        host,
        "no rung multiplies this type and layout on compute capability "
        "%u.%u; from 8.0 on there is one for each",
        device->capability / 10, device->capability % 10);
  return GK_SKIP;
}

static int
best_prepare (const gk_host *host, const gk_device *device, const void *problem,
              const gk_value *values, void **state)
{
  struct best_state *s = host->alloc (host, sizeof *s);
  int r;

  (void)values;
  if (s == NULL)
    return GK_FAIL;
  s->state = NULL;
  r = way_prepare_noted (host, device, problem, &found, &s->state);
  if (r == GK_SKIP)
    r = choose_rung (host, device, problem, &s->state);
  if (r == GK_OK) {
    s->way = found.way;
    *state = s;
  } else
    host->free (host, s);
  return r;
}

static int
best_launch (const gk_host *host, const void *problem, void *state,
             void *stream)
{
  const struct best_state *s = state;

  return s->way.variant.launch (host, problem, s->state, stream);
}

static void
best_work (const gk_host *host, const void *problem, void *state,
           gk_work *best_work)
{
  const struct best_state *s = state;

  if (s->way.variant.work != NULL)
    s->way.variant.work (host, problem, s->state, best_work);
}

static void
best_paths (const gk_host *host, void *state, gk_paths *paths)
{
  const struct best_state *s = state;

  if (s->way.variant.paths != NULL)
    s->way.variant.paths (host, s->state, paths);
}

static void
best_release (const gk_host *host, void *state)
{
  struct best_state *s = state;

  way_release (host, &s->way, s->state);
  host->free (host, s);
}

gk_variant
matmul_best_variant (void)
{
  gk_variant v = cuda_variant (best_launch);

  v.dtypes = MATMUL_DTYPES;
  v.layouts = MATMUL_LAYOUTS;
  v.problem_size = sizeof (gk_matmul);
  v.forms
      = GK_MATMUL_TYPES | GK_MATMUL_BATCH | GK_MATMUL_UPDATE | GK_MATMUL_GROUPS;
  v.prepare = best_prepare;
  v.work = best_work;
  v.paths = best_paths;
  v.release = best_release;
  return v;
}
