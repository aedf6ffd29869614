/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <stdlib.h>

#include "base/processors.h"
#include "base/xalloc.h"
#include "run/cpu-affinity.h"

/* One for the thread that times, and one for the threads of its driver. */
enum { CORES_EACH = 2 };

/* The cores to distribute. */
struct share {
  const char *root;
  const cpu_set_t *usable;
  size_t n;
  cpu_set_t *near; /* cores near each device; empty: not known */
  cpu_set_t *own;  /* cores of each device's worker */
  cpu_set_t left;  /* cores without a worker */
};

/* Moves a core that is in both sets from the second to the third, with all of
 * its hardware threads, since work on one of them slows the others down.  Cores
 * with high numbers come first, since interrupts mostly go to the lowest. */
static bool
take_core (const char *root, const cpu_set_t *of, cpu_set_t *left,
           cpu_set_t *to)
{
  for (int c = CPU_SETSIZE - 1; c >= 0; c--) {
    cpu_set_t core;

    if (!CPU_ISSET ((size_t)c, of) || !CPU_ISSET ((size_t)c, left))
      continue;
    topology_core (root, (size_t)c, &core);
    CPU_AND (&core, &core, left);
    CPU_OR (to, to, &core);
    CPU_XOR (left, left, &core);
    return true;
  }
  return false;
}

/* Assigns n cores to each device.  False when that leaves less than one
 * processor for each judge. */
static bool
take_cores (struct share *s, int n)
{
  s->left = *s->usable;
  for (size_t i = 0; i < s->n; i++)
    CPU_ZERO (&s->own[i]);
  for (int k = 0; k < n; k++)
    for (size_t i = 0; i < s->n; i++)
      if (CPU_COUNT (&s->near[i]) > 0
          && !take_core (s->root, &s->near[i], &s->left, &s->own[i]))
        return false;
  return n == 0 || (size_t)CPU_COUNT (&s->left) >= s->n;
}

/* Shares out the cores without a worker among the judges, by count, near ones
 * first: a judge has as many threads as it may use processors.  Where there are
 * too few cores, each may use them all. */
static void
take_cores_of_judges (const struct share *s, cpu_set_t *judge)
{
  cpu_set_t left = s->left;
  bool enough = true;

  for (size_t i = 0; i < s->n; i++) {
    const int n = CPU_COUNT (&left) / (int)(s->n - i);

    CPU_ZERO (&judge[i]);
    while (CPU_COUNT (&judge[i]) < n
           && (take_core (s->root, &s->near[i], &left, &judge[i])
               || take_core (s->root, &left, &left, &judge[i])))
      continue;
    enough &= n > 0;
  }
  for (size_t i = 0; i < s->n && !enough; i++)
    judge[i] = s->left;
}

/* Returns the list, NULL for none and for all. */
static char *
list_of (const struct share *s, const cpu_set_t *set)
{
  return CPU_COUNT (set) > 0 && !CPU_EQUAL (set, s->usable)
             ? processors_format (set)
             : NULL;
}

void
cpu_affinities_make (struct cpu_affinity *affinity, const char *root,
                     const char *const *address, size_t n,
                     const cpu_set_t *usable)
{
  struct share s = { .root = root,
                     .usable = usable,
                     .n = n,
                     .near = xcalloc (n, sizeof *s.near),
                     .own = xcalloc (n, sizeof *s.own) };
  cpu_set_t *judge = xcalloc (n, sizeof *judge);
  int each = CORES_EACH;

  for (size_t i = 0; i < n; i++) {
    affinity[i].node = topology_near_device (root, address[i], &s.near[i]);
    CPU_AND (&s.near[i], &s.near[i], usable);
  }
  while (!take_cores (&s, each))
    each--;
  take_cores_of_judges (&s, judge);
  for (size_t i = 0; i < n; i++) {
    const cpu_set_t *timing = each > 0 ? &s.own[i] : &s.near[i];

    affinity[i].worker
        = list_of (&s, CPU_COUNT (timing) > 0 ? timing : &s.left);
    affinity[i].judge = list_of (&s, &judge[i]);
  }
  free (judge);
  free (s.near);
  free (s.own);
}

void
cpu_affinity_free (struct cpu_affinity *affinity)
{
  free (affinity->worker);
  free (affinity->judge);
}

const char *
cpu_affinity_cpus (const struct cpu_affinity *affinity, const struct job *job)
{
  if (job->cpus != NULL || affinity == NULL)
    return job->cpus;
  return affinity->worker;
}

static void
set_cpus (json_t *request, const char *cpus)
{
  if (cpus != NULL)
    json_object_set_new (request, "cpus", json_string (cpus));
}

void
cpu_affinity_set_timing (const struct cpu_affinity *affinity,
                         const struct job *job, json_t *request)
{
  set_cpus (request, cpu_affinity_cpus (affinity, job));
  if (affinity != NULL && affinity->node >= 0 && job->cpus == NULL)
    json_object_set_new (request, "node", json_integer (affinity->node));
}

void
cpu_affinity_set_judge (const struct cpu_affinity *affinity, json_t *request)
{
  if (affinity != NULL)
    set_cpus (request, affinity->judge);
}
