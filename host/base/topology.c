/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/file-line.h"
#include "base/processors.h"
#include "base/topology.h"
#include "base/xalloc.h"

/* The list in one file of the system's; empty where there is none.  Takes the
 * path. */
static void
read_list (const char *root, char *path, cpu_set_t *set)
{
  char *whole = xasprintf ("%s/sys/devices/system/%s", root, path);
  char *text = file_line (whole, "");

  CPU_ZERO (set);
  if (text != NULL)
    free (processors_parse (set, text));
  free (text);
  free (whole);
  free (path);
}

static void
add (struct texts *texts, struct pool *pool, const cpu_set_t *set)
{
  char *text = processors_text (set);

  texts_add (pool, texts, text);
  free (text);
}

struct texts
topology_nodes (const char *root, struct pool *pool)
{
  struct texts nodes = { 0 };
  cpu_set_t node, set;

  /* Nodes are numbered as processors are, and listed alike. */
  read_list (root, xstrdup ("node/has_cpu"), &node);
  for (size_t i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET (i, &node)) {
      read_list (root, xasprintf ("node/node%zu/cpulist", i), &set);
      add (&nodes, pool, &set);
    }
  return nodes;
}

/* Whether it is the least of a set. */
static bool
is_first (size_t processor, const cpu_set_t *set)
{
  for (size_t i = 0; i < processor; i++)
    if (CPU_ISSET (i, set))
      return false;
  return CPU_ISSET (processor, set);
}

struct texts
topology_siblings (const char *root, const cpu_set_t *usable, struct pool *pool)
{
  struct texts cores = { 0 };
  cpu_set_t set;

  for (size_t i = 0; i < CPU_SETSIZE; i++) {
    if (!CPU_ISSET (i, usable))
      continue;
    read_list (root, xasprintf ("cpu/cpu%zu/topology/thread_siblings_list", i),
               &set);
    CPU_AND (&set, &set, usable);
    if (CPU_COUNT (&set) > 1 && is_first (i, &set))
      add (&cores, pool, &set);
  }
  return cores;
}
