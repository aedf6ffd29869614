/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/read-file.h"
#include "base/text.h"
#include "base/processors.h"
#include "base/xalloc.h"

/* ---- Sets of processors ---- */

/* Parses a number at *text and advances *text; -1: no number, or too large for
 * a set. */
static int
parse_number (const char **text)
{
  char *end;
  long number;

  if (**text < '0' || **text > '9')
    return -1;
  number = strtol (*text, &end, 10);
  *text = end;
  return number < CPU_SETSIZE ? (int)number : -1;
}

/* "3" or "0-7" */
static bool
add_range (cpu_set_t *set, const char *text)
{
  int from = parse_number (&text), to = from;

  if (*text == '-') {
    text++;
    to = parse_number (&text);
  }
  if (from < 0 || to < from || *text != '\0')
    return false;
  for (int i = from; i <= to; i++)
    CPU_SET ((size_t)i, set);
  return true;
}

char *
processors_parse (cpu_set_t *set, const char *text)
{
  struct list list;
  char *why = NULL;

  CPU_ZERO (set);
  if (!list_split (&list, text))
    return xstrdup (LIST_EMPTY_HINT);
  for (size_t i = 0; i < list.n && why == NULL; i++)
    if (!add_range (set, list.item[i]))
      why = xasprintf ("'%s' is no processor's number from 0 to %d, nor a "
                       "range of them, as in 0-7, 16",
                       list.item[i], CPU_SETSIZE - 1);
  list_free (&list);
  return why;
}

char *
processors_format (const cpu_set_t *set)
{
  struct text text = { 0 };

  text_add (&text, "%s", "");
  for (size_t i = 0, end; i < CPU_SETSIZE; i = end) {
    for (end = i; end < CPU_SETSIZE && CPU_ISSET (end, set);)
      end++;
    if (end > i)
      text_add (&text, "%s%zu", text.n > 0 ? "," : "", i);
    if (end > i + 1)
      text_add (&text, "-%zu", end - 1);
    end += end == i;
  }
  return text.data;
}

void
processors_get_usable (cpu_set_t *set)
{
  long n;

  CPU_ZERO (set);
  if (sched_getaffinity (0, sizeof *set, set) == 0)
    return;
  n = sysconf (_SC_NPROCESSORS_ONLN);
  for (long i = 0; i < n || i == 0; i++)
    CPU_SET ((size_t)i, set);
}

bool
processors_set_affinity (const cpu_set_t *set)
{
  return sched_setaffinity (0, sizeof *set, set) == 0;
}

/* ---- Where processors are ---- */

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
      texts_add (pool, &nodes, pool_made (pool, processors_format (&set)));
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
      texts_add (pool, &cores, pool_made (pool, processors_format (&set)));
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

/* ---- Memory near a node ---- */

/* Raw system calls, so that libnuma is not needed; the policies are those of
 * the kernel's <linux/mempolicy.h>. */
void
node_memory_prefer (int node)
{
#if defined SYS_set_mempolicy && defined SYS_get_mempolicy
  enum { DEFAULT, PREFERRED };
  enum { WORD = CHAR_BIT * sizeof (unsigned long), WORDS = 1024 / WORD };
  unsigned long nodes[WORDS] = { 0 };
  int policy;

  if (node < 0 || node >= WORD * WORDS
      || syscall (SYS_get_mempolicy, &policy, NULL, 0ul, NULL, 0ul) != 0
      || policy != DEFAULT)
    return;
  nodes[node / WORD] = 1ul << node % WORD;
  syscall (SYS_set_mempolicy, PREFERRED, nodes, WORD * WORDS + 1ul);
#else
  (void)node;
#endif
}
