/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/read-file.h"
#include "base/xalloc.h"
#include "device/host-memory.h"

/* ---- Control groups ---- */

/* Names in the two versions of control groups, which may coexist. */
struct cgroup_version {
  const char *filesystem;
  const char *controller; /* in /proc/self/cgroup and in the options of the
                             mount; "" in version 2 */
  const char *limit[2];   /* the lower one applies */
  const char *usage, *statistics;
  const char *reclaimable; /* the word before the number, and a blank */
};

static const struct cgroup_version versions[] = {
  { "cgroup2",
    "",
    { "memory.max", "memory.high" },
    "memory.current",
    "memory.stat",
    "inactive_file " },
  { "cgroup",
    "memory",
    { "memory.limit_in_bytes", NULL },
    "memory.usage_in_bytes",
    "memory.stat",
    "total_inactive_file " },
};

/* Calls parse with each line of a file, without its newline, until it returns
 * true.  False if it never does. */
static bool
find_line (const char *root, const char *path,
           bool (*parse) (char *line, void *user), void *user)
{
  char *name = xasprintf ("%s%s", root, path), *line = NULL;
  FILE *f = fopen (name, "re");
  bool found = false;
  size_t room = 0;

  while (f != NULL && !found && getline (&line, &room, f) >= 0) {
    line[strcspn (line, "\n")] = '\0';
    found = parse (line, user);
  }
  if (f != NULL)
    fclose (f);
  free (line);
  free (name);
  return found;
}

/* True if a comma-separated list contains a word. */
static bool
has_word (const char *list, const char *word)
{
  size_t n = strlen (word);

  for (;; list++) {
    if (strncmp (list, word, n) == 0 && (list[n] == ',' || list[n] == '\0'))
      return true;
    list = strchr (list, ',');
    if (list == NULL)
      return false;
  }
}

/* A version's hierarchy, and the position of the process in it. */
struct hierarchy {
  const struct cgroup_version *version;
  char *group;       /* "/docker/1234", from the top of the hierarchy */
  char *mount_point; /* where the part of the hierarchy from */
  char *mount_root;  /* this group downwards is mounted */
};

/* Parses "4:memory:/docker/1234" or "0::/user.slice". */
static bool
parse_group_line (char *line, void *user)
{
  struct hierarchy *hierarchy = user;
  char *list = strchr (line, ':'), *group;

  if (list == NULL || (group = strchr (++list, ':')) == NULL)
    return false;
  *group++ = '\0';
  if (!has_word (list, hierarchy->version->controller))
    return false;
  hierarchy->group = xstrdup (group);
  return true;
}

/* Parses "35 31 0:32 /docker/1234 /sys/fs/cgroup/memory rw,nosuid shared:1 -
 * cgroup cgroup rw,memory"; the number of fields before the dash varies. */
static bool
parse_mount_line (char *line, void *user)
{
  struct hierarchy *hierarchy = user;
  const char *controller = hierarchy->version->controller;
  const char *end = strstr (line, " - ");
  char mount_root[4096], mount_point[4096], type[64], options[4096] = "";

  if (end == NULL
      || sscanf (line, "%*s %*s %*s %4095s %4095s", mount_root, mount_point)
             != 2
      || sscanf (end, " - %63s %*s %4095s", type, options) < 1
      || strcmp (type, hierarchy->version->filesystem) != 0)
    return false;
  if (controller[0] != '\0' && !has_word (options, controller))
    return false;
  hierarchy->mount_root = xstrdup (mount_root);
  hierarchy->mount_point = xstrdup (mount_point);
  return true;
}

/* Returns the group's folder in the file system.  A group outside of the mount
 * gets the mount itself, with the limits that are visible there. */
static char *
find_folder (const struct hierarchy *hierarchy)
{
  const char *group = hierarchy->group, *mount_root = hierarchy->mount_root;
  size_t n = strcmp (mount_root, "/") == 0 ? 0 : strlen (mount_root);

  if (strncmp (group, mount_root, n) != 0
      || (group[n] != '/' && group[n] != '\0')
      || strncmp (group + n, "/..", 3) == 0 || strcmp (group + n, "/") == 0)
    group = "", n = 0;
  return xasprintf ("%s%s", hierarchy->mount_point, group + n);
}

/* Reads the number after `begin` in the first line that begins with it. */
static bool
read_number (const char *root, const char *folder, const char *file,
             const char *begin, uint64_t *value)
{
  char *path = xasprintf ("%s%s/%s", root, folder, file);
  char *line = file_line (path, begin), *end = line;
  bool found;

  /* A limit may be "max". */
  *value = line != NULL ? strtoull (line, &end, 10) : 0;
  found = end != line;
  free (line);
  free (path);
  return found;
}

/* Returns the bytes that one group leaves. */
static uint64_t
read_group_room (const char *root, const char *folder,
                 const struct cgroup_version *version)
{
  uint64_t least = UINT64_MAX, limit, usage, reclaimable;

  for (int i = 0; i < 2 && version->limit[i] != NULL; i++)
    if (read_number (root, folder, version->limit[i], "", &limit)
        && limit < least)
      least = limit;
  if (least == UINT64_MAX
      || !read_number (root, folder, version->usage, "", &usage))
    return UINT64_MAX;
  if (read_number (root, folder, version->statistics, version->reclaimable,
                   &reclaimable))
    usage -= reclaimable < usage ? reclaimable : usage;
  return least > usage ? least - usage : 0;
}

/* Returns the least that the groups leave, from the process's own up to the
 * root. */
static uint64_t
read_least_room (const char *root, const struct hierarchy *hierarchy)
{
  char *folder = find_folder (hierarchy);
  size_t n = strlen (hierarchy->mount_point);
  uint64_t least = UINT64_MAX;

  for (;;) {
    uint64_t left = read_group_room (root, folder, hierarchy->version);

    if (left < least)
      least = left;
    if (strlen (folder) <= n)
      break;
    *strrchr (folder, '/') = '\0';
  }
  free (folder);
  return least;
}

/* Returns the bytes that this process can allocate before one of its control
 * groups, at any level, reaches its limit (cgroup.c); containers and batch
 * systems limit memory in this way.  Reclaimable page cache counts as free.
 * UINT64_MAX: no limit.  The path of each file is prefixed with root, "" except
 * in tests. */
static uint64_t
cgroup_memory_available (const char *root)
{
  uint64_t least = UINT64_MAX;

  for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
    struct hierarchy hierarchy = { .version = &versions[i] };

    if (find_line (root, "/proc/self/cgroup", parse_group_line, &hierarchy)
        && find_line (root, "/proc/self/mountinfo", parse_mount_line,
                      &hierarchy)) {
      uint64_t left = read_least_room (root, &hierarchy);

      if (left < least)
        least = left;
    }
    free (hierarchy.group);
    free (hierarchy.mount_root);
    free (hierarchy.mount_point);
  }
  return least;
}

/* ---- The memory of the machine ---- */

/* Returns a field of /proc/meminfo in bytes; 0 if it is missing. */
static uint64_t
read_meminfo (const char *root, const char *field)
{
  uint64_t kib;

  read_number (root, "/proc", "meminfo", field, &kib);
  return kib << 10;
}

uint64_t
host_memory_total (void)
{
  return read_meminfo ("", "MemTotal:");
}

uint64_t
host_memory_available_below (const char *root)
{
  uint64_t bytes = read_meminfo (root, "MemAvailable:");
  uint64_t limited = cgroup_memory_available (root);

  return bytes > 0 && bytes < limited ? bytes : limited;
}

/* With 32 bits at most half of the address space is usable. */
uint64_t
host_memory_available (void)
{
  uint64_t bytes = host_memory_available_below ("");

  return bytes < PTRDIFF_MAX || sizeof (size_t) > 4 ? bytes : PTRDIFF_MAX;
}
