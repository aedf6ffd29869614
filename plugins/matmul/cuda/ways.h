/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ways to multiply: a way is a variant with values of its tunables.  The
 * fastest of several is found for a problem, by timing them, and prepared.
 */
#ifndef MATMUL_WAYS_H
#define MATMUL_WAYS_H

#include <stdbool.h>

#include <gkhost/matmul.h>

enum { WAY_MOST_OPTIONS = 16, WAYS_MOST = 64 };

struct way {
  const char *name; /* the variant's */
  gk_variant variant;
  gk_value values[WAY_MOST_OPTIONS];
};

#ifdef __cplusplus
extern "C" {
#endif

/* The variant with its tunables at their defaults. */
static inline struct way
way_by_default (const char *name, gk_variant variant)
{
  struct way way = { .name = name, .variant = variant };

  for (uint32_t i = 0; i < variant.n_options && i < WAY_MOST_OPTIONS; i++)
    way.values[i] = variant.options[i].value;
  return way;
}

static inline int
way_prepare (const gk_host *host, const gk_device *device,
             const gk_matmul *problem, const struct way *way, void **state)
{
  return way->variant.prepare (host, device, problem, way->values, state);
}

static inline void
way_release (const gk_host *host, const struct way *way, void *state)
{
  if (way->variant.release)
    way->variant.release (host, state);
}

/* For prepare: the index of the fastest of n ways, WAYS_MOST at most; the first
 * where no other is faster, and where there is no memory or time to try.  Those
 * that skip the problem are left out.  Waits for the device, and frees the
 * memory that it and the ways take.  *timed: how many were timed. */
int ways_fastest (const gk_host *host, const gk_device *device,
                  const gk_matmul *problem, const struct way *ways, int n,
                  int *timed);

/* The last way that a variant took, and of which shape the problem was.  It is
 * static, as no other state of a variant outlives release: it is prepared again
 * for other data and in each of the host's turns.  All turns of a problem come
 * before the next problem, so that one memo is enough. */
struct way_memo {
  bool is_there;
  int32_t device;
  gk_matmul shape; /* the problem without addresses */
  struct way way;
};

/* Prepares the way that was noted for a problem of this shape; GK_SKIP: there
 * is none, or it skips this one.  Of groups there is none, as their lines may
 * differ. */
int way_prepare_noted (const gk_host *host, const gk_device *device,
                       const gk_matmul *problem, const struct way_memo *memo,
                       void **state);

/* Prepares the fastest of n ways, or the first where that skips the problem.
 * Where this returns GK_OK, the memo has the way that was taken. */
int ways_prepare (const gk_host *host, const gk_device *device,
                  const gk_matmul *problem, const struct way *ways, int n,
                  struct way_memo *memo, void **state);

/* Lists the ways of a rung that has several, its own choice first.  Returns how
 * many, at most `most`. */
typedef int ways_list (const gk_matmul *p, const gk_device *device,
                       struct way *ways, int most);
ways_list matmul_bf16x6_ways, matmul_cp_async_ways, matmul_dmma_ways,
    matmul_persistent_ways, matmul_tma_ways;

#ifdef __cplusplus
}
#endif

#endif /* MATMUL_WAYS_H */
