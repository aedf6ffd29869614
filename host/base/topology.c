/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file-line.h"
#include "base/processors.h"
#include "base/topology.h"
#include "base/xalloc.h"

/* Reads the list in one file of /sys; empty if there is none.  Frees path. */
static void
read_list (const char *root, char *path, cpu_set_t *set)
{
  char *whole = xasprintf ("%s/sys/%s", root, path);
  char *text = file_line (whole, "");

  CPU_ZERO (set);
  if (text != NULL)
    free (processors_parse (set, text));
  free (text);
  free (whole);
  free (path);
}

static void
append_processors (struct texts *texts, struct pool *pool, const cpu_set_t *set)
{
  char *text = processors_format (set);

  texts_add (pool, texts, text);
  free (text);
}

struct texts
topology_nodes (const char *root, struct pool *pool)
{
  struct texts nodes = { 0 };
  cpu_set_t node, set;

  /* Nodes are numbered and listed as processors are. */
  read_list (root, xstrdup ("devices/system/node/has_cpu"), &node);
  for (size_t i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET (i, &node)) {
      read_list (root, xasprintf ("devices/system/node/node%zu/cpulist", i),
                 &set);
      append_processors (&nodes, pool, &set);
    }
  return nodes;
}

/* True if processor is the smallest of a set. */
static bool
is_first (size_t processor, const cpu_set_t *set)
{
  for (size_t i = 0; i < processor; i++)
    if (CPU_ISSET (i, set))
      return false;
  return CPU_ISSET (processor, set);
}

void
topology_core (const char *root, size_t processor, cpu_set_t *set)
{
  read_list (
      root,
      xasprintf ("devices/system/cpu/cpu%zu/topology/thread_siblings_list",
                 processor),
      set);
  CPU_SET (processor, set);
}

struct texts
topology_core_threads (const char *root, const cpu_set_t *usable,
                       struct pool *pool)
{
  struct texts cores = { 0 };
  cpu_set_t set;

  for (size_t i = 0; i < CPU_SETSIZE; i++) {
    if (!CPU_ISSET (i, usable))
      continue;
    topology_core (root, i, &set);
    CPU_AND (&set, &set, usable);
    if (CPU_COUNT (&set) > 1 && is_first (i, &set))
      append_processors (&cores, pool, &set);
  }
  return cores;
}

/* Returns the path of a file of a PCI device, to be freed; NULL if address is
 * not one. */
static char *
device_file (const char *address, const char *name)
{
  unsigned domain, bus, device, function;
  int n = 0;

  if (address == NULL
      || sscanf (address, "%8x:%2x:%2x.%1x%n", &domain, &bus, &device,
                 &function, &n)
             != 4
      || address[n] != '\0')
    return NULL;
  return xasprintf ("bus/pci/devices/%04x:%02x:%02x.%x/%s", domain, bus, device,
                    function, name);
}

/* More than any kernel supports. */
enum { NODES_MOST = 1024 };

static int
read_node (const char *root, const char *address)
{
  char *name = device_file (address, "numa_node");
  char *path = xasprintf ("%s/sys/%s", root, name);
  char *line = file_line (path, ""), *end = line;
  long node = line != NULL ? strtol (line, &end, 10) : -1;
  bool good = end != line && *end == '\0' && node >= 0 && node < NODES_MOST;

  free (line);
  free (path);
  free (name);
  return good ? (int)node : -1;
}

int
topology_near_device (const char *root, const char *address, cpu_set_t *set)
{
  char *list = device_file (address, "local_cpulist");

  CPU_ZERO (set);
  if (list == NULL)
    return -1;
  read_list (root, list, set);
  return read_node (root, address);
}
