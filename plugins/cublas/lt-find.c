/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lists cuBLASLt's algorithms with their settings.
 *
 * The library's heuristic proposes some.  There are more: each algorithm has
 * tiles, numbers of stages, clusters, ways to split the inner dimension and
 * options of its own, and the library says of each combination whether it can
 * run.  All combinations would be too many: here are those of tiles and stages,
 * and what differs in a single setting from an algorithm that proved fast.
 */
#include <config.h>

#include <string.h>

#include "lt-calls.h"
#include "tuning.h"

enum { MOST_PROPOSED = 500, MOST_IDS = 256, MOST_VALUES = 1024 };

/* What an algorithm can do. */
enum {
  CAPABILITY_SPLIT_K = 0,
  CAPABILITY_REDUCTIONS = 1,
  CAPABILITY_TILES = 6,
  CAPABILITY_CUSTOM_MOST = 7,
  CAPABILITY_STAGES = 13
};

/* Numbers that the library has for clusters and instructions; what it does not
 * know is no algorithm that can run. */
enum { LAST_CLUSTER = 63, LAST_INNER_SHAPE = 7, LAST_CUSTOM = 255 };

static const double find_seconds = 1, vary_seconds = 0.1;

static bool
is_listed (const struct cublas_lt_list *list,
           const struct cublas_algorithm *algorithm)
{
  for (int i = 0; i < list->n; i++)
    if (memcmp (&list->algorithms[i], algorithm, sizeof *algorithm) == 0)
      return true;
  return false;
}

/* Adds it if it can run, and is not there. */
static void
add_algorithm (const cublas_lt *lt, const struct cublas_algorithm *algorithm,
               struct cublas_lt_list *list)
{
  struct heuristic_result result = { .status = 0 };

  if (list->n < list->room
      && lt->call.check (lt->handle, lt->operation, lt->a, lt->b, lt->c, lt->c,
                         algorithm, &result)
             == 0
      && result.workspace <= lt->workspace_bytes
      && !is_listed (list, algorithm))
    list->algorithms[list->n++] = *algorithm;
}

/* False if the algorithm has no such setting. */
static bool
set_config (const cublas_lt *lt, struct cublas_algorithm *algorithm,
            int attribute, uint32_t value)
{
  const uint16_t narrow = (uint16_t)value;

  return lt->call.config_set (
             algorithm, attribute,
             config_is_short (attribute) ? (const void *)&narrow : &value,
             config_is_short (attribute) ? sizeof narrow : sizeof value)
         == 0;
}

/* A number, 0 if it is unknown. */
static uint32_t
capability_of (const cublas_lt *lt, const struct cublas_algorithm *algorithm,
               int capability)
{
  uint32_t value = 0;
  size_t written;

  return lt->call.capability (algorithm, capability, &value, sizeof value,
                              &written)
                 == 0
             ? value
             : 0;
}

/* Values of a setting. */
struct setting_values {
  uint32_t of[MOST_VALUES];
  int n;
};

/* Of an algorithm that lists none, 0, which is undefined. */
static void
list_values (const cublas_lt *lt, const struct cublas_algorithm *algorithm,
             int capability, struct setting_values *values)
{
  size_t bytes = 0, written;

  values->n = 1;
  values->of[0] = 0;
  if (lt->call.capability (algorithm, capability, NULL, 0, &bytes) == 0
      && bytes > 0 && bytes <= sizeof values->of
      && lt->call.capability (algorithm, capability, values->of, bytes,
                              &written)
             == 0)
    values->n = (int)(bytes / sizeof values->of[0]);
}

/* Adds what differs in tile and stages. */
static void
vary_tile (const cublas_lt *lt, const struct cublas_algorithm *like,
           double until, struct cublas_lt_list *list)
{
  struct setting_values tiles, stages;

  list_values (lt, like, CAPABILITY_TILES, &tiles);
  list_values (lt, like, CAPABILITY_STAGES, &stages);
  for (int t = 0; t < tiles.n; t++)
    for (int s = 0; s < stages.n && tuning_clock () < until; s++) {
      struct cublas_algorithm algorithm = *like;

      if (set_config (lt, &algorithm, CONFIG_TILE, tiles.of[t])
          && set_config (lt, &algorithm, CONFIG_STAGES, stages.of[s]))
        add_algorithm (lt, &algorithm, list);
    }
}

static void
vary_setting (const cublas_lt *lt, const struct cublas_algorithm *like,
              int attribute, uint32_t last, double until,
              struct cublas_lt_list *list)
{
  for (uint32_t value = 0; value <= last && tuning_clock () < until; value++) {
    struct cublas_algorithm algorithm = *like;

    if (set_config (lt, &algorithm, attribute, value))
      add_algorithm (lt, &algorithm, list);
  }
}

/* Adds what differs in how many blocks share a sum, and in how its parts are
 * added up. */
static void
vary_split (const cublas_lt *lt, const struct cublas_algorithm *like,
            double until, struct cublas_lt_list *list)
{
  static const uint32_t splits[]
      = { 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32 };
  const uint32_t reductions
      = lt_reductions (lt) & capability_of (lt, like, CAPABILITY_REDUCTIONS);
  struct cublas_algorithm algorithm = *like;

  if (capability_of (lt, like, CAPABILITY_SPLIT_K) == 0)
    return;
  if (set_config (lt, &algorithm, CONFIG_SPLIT_K, 1)
      && set_config (lt, &algorithm, CONFIG_REDUCTION, 0))
    add_algorithm (lt, &algorithm, list);
  for (size_t i = 0; i < sizeof splits / sizeof splits[0]; i++)
    for (uint32_t reduction = 1; reduction <= reductions; reduction *= 2)
      if ((reduction & reductions) != 0 && tuning_clock () < until
          && set_config (lt, &algorithm, CONFIG_SPLIT_K, splits[i])
          && set_config (lt, &algorithm, CONFIG_REDUCTION, reduction))
        add_algorithm (lt, &algorithm, list);
}

void
cublas_lt_vary (const cublas_lt *lt, int i, struct cublas_lt_list *list)
{
  const struct cublas_algorithm like = list->algorithms[i];
  const uint32_t custom = capability_of (lt, &like, CAPABILITY_CUSTOM_MOST);
  const double until = tuning_clock () + vary_seconds;

  vary_split (lt, &like, until, list);
  vary_setting (lt, &like, CONFIG_SWIZZLE, 1, until, list);
  vary_setting (lt, &like, CONFIG_CLUSTER, LAST_CLUSTER, until, list);
  vary_setting (lt, &like, CONFIG_CUSTOM,
                custom < LAST_CUSTOM ? custom : LAST_CUSTOM, until, list);
  vary_setting (lt, &like, CONFIG_INNER_SHAPE, LAST_INNER_SHAPE, until, list);
  vary_tile (lt, &like, until, list);
}

/* The library's proposals. */
static int
find_proposed (const gk_host *host, const cublas_lt *lt,
               struct cublas_lt_list *list)
{
  struct heuristic_result *results
      = host->alloc (host, MOST_PROPOSED * sizeof *results);
  int found = 0, status;

  if (results == NULL)
    return GK_FAIL;
  status = lt->call.heuristic (lt->handle, lt->operation, lt->a, lt->b, lt->c,
                               lt->c, lt->preference, MOST_PROPOSED, results,
                               &found);
  list->n = 0;
  for (int i = 0; status == 0 && i < found && list->n < list->room; i++)
    if (results[i].status == 0)
      list->algorithms[list->n++] = results[i].algorithm;
  host->free (host, results);
  if (list->n > 0)
    return GK_OK;
  host->error (host,
               "cuBLASLt has no algorithm for this type, layout and size "
               "(status %d)",
               status);
  return GK_SKIP;
}

/* The others; each gets an equal part of the time that is left. */
static void
find_others (const cublas_lt *lt, struct cublas_lt_list *list)
{
  const struct cublas_product *p = lt->product;
  const double until = tuning_clock () + find_seconds;
  int ids[MOST_IDS], n = 0;

  if (lt->call.ids (lt->handle, p->compute, p->scale, p->a.type, p->b.type,
                    p->type_c, p->type_c, MOST_IDS, ids, &n)
      != 0)
    return;
  for (int i = 0; i < n; i++) {
    const double now = tuning_clock ();
    struct cublas_algorithm algorithm;

    memset (&algorithm, 0, sizeof algorithm);
    if (lt->call.init (lt->handle, p->compute, p->scale, p->a.type, p->b.type,
                       p->type_c, p->type_c, ids[i], &algorithm)
        == 0)
      vary_tile (lt, &algorithm, now + (until - now) / (n - i), list);
  }
}

/* Puts those behind the first `from` in a random order: whatever there is no
 * time for is then no special part of them. */
static void
list_shuffle (const gk_host *host, struct cublas_lt_list *list, int from)
{
  for (int i = list->n - 1; i > from; i--) {
    const struct cublas_algorithm last = list->algorithms[i];
    uint32_t random;
    int other;

    host->random (host, &random, sizeof random, (uint64_t)i);
    other = from + (int)(random % (uint32_t)(i - from + 1));
    list->algorithms[i] = list->algorithms[other];
    list->algorithms[other] = last;
  }
}

int
cublas_lt_find (const gk_host *host, const cublas_lt *lt,
                struct cublas_lt_list *list)
{
  const int r = find_proposed (host, lt, list);
  const int proposed = list->n;

  if (r != GK_OK)
    return r;
  find_others (lt, list);
  list_shuffle (host, list, proposed);
  return GK_OK;
}
