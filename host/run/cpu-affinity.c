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

/* Assigns a near core with all of its hardware threads, since work on one of
 * them slows the others down.  Cores with high numbers come first, since
 * interrupts mostly go to the lowest. */
static bool
take_core (struct share *s, size_t i)
{
  for (int c = CPU_SETSIZE - 1; c >= 0; c--) {
    cpu_set_t core;

    if (!CPU_ISSET ((size_t)c, &s->near[i]) || !CPU_ISSET ((size_t)c, &s->left))
      continue;
    topology_core (s->root, (size_t)c, &core);
    CPU_AND (&core, &core, &s->left);
    CPU_OR (&s->own[i], &s->own[i], &core);
    CPU_XOR (&s->left, &s->left, &core);
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
      if (CPU_COUNT (&s->near[i]) > 0 && !take_core (s, i))
        return false;
  return n == 0 || (size_t)CPU_COUNT (&s->left) >= s->n;
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
  int each = CORES_EACH;

  for (size_t i = 0; i < n; i++) {
    affinity[i].node = topology_near_device (root, address[i], &s.near[i]);
    CPU_AND (&s.near[i], &s.near[i], usable);
  }
  while (!take_cores (&s, each))
    each--;
  for (size_t i = 0; i < n; i++) {
    const cpu_set_t *timing = each > 0 ? &s.own[i] : &s.near[i];

    affinity[i].worker
        = list_of (&s, CPU_COUNT (timing) > 0 ? timing : &s.left);
    affinity[i].judge = list_of (&s, &s.left);
  }
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
