/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/complain.h"
#include "base/map.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "plugin/file-identity.h"
#include "process/describe.h"
#include "process/discovery.h"
#include "suite/settings.h"

#define PLUGIN_PATH "GKHOST_PLUGIN_PATH"

/* A plugin whose loading takes longer than this is not going to end. */
#define DESCRIBE_SECONDS 20

struct found_list {
  struct plugin_file *found;
  size_t n;
  struct map paths; /* of them, with their indices */
};

/* Takes over path; false, with a complaint, when a plugin that the user named
 * can't be spoken of. */
static bool
add_found (struct found_list *list, char *path, bool named)
{
  char *real = realpath (path, NULL);
  const char *name = real != NULL ? real : path;
  struct map_entry *entry;

  if (utf8_good (name, strlen (name)) < strlen (name)) {
    complain ("%s: its path is not UTF-8, as records are; rename it%s", name,
              named ? "" : "; left out");
    free (path);
    free (real);
    return !named;
  }
  if (real != NULL) {
    free (path);
    path = real;
  }
  entry = map_at (&list->paths, path, strlen (path));
  if (entry->number < list->n) {
    list->found[entry->number].named |= named;
    free (path);
    return true;
  }
  /* The key is the list's own from now on. */
  list->found = xgrow (list->found, list->n, sizeof *list->found);
  list->found[list->n++] = (struct plugin_file){ .path = path, .named = named };
  return true;
}

static int
is_plugin_name (const struct dirent *entry)
{
  size_t n = strlen (entry->d_name);

  return n > 3 && entry->d_name[0] != '.'
         && strcmp (entry->d_name + n - 3, ".so") == 0;
}

/* Without the .so, so that copy.so is found before a copy-old.so beside it. */
static int
by_stem (const struct dirent **a, const struct dirent **b)
{
  const char *x = (*a)->d_name, *y = (*b)->d_name;
  size_t n = strlen (x) - 3, m = strlen (y) - 3;
  int order = memcmp (x, y, n < m ? n : m);

  return order != 0 ? order : (n > m) - (n < m);
}

/* The .so files of a folder, in the order of their names. */
static bool
add_folder (struct found_list *list, const char *path)
{
  struct dirent **entry;
  int n = scandir (path, &entry, is_plugin_name, by_stem);

  if (n < 0)
    return false;
  for (int i = 0; i < n; i++) {
    add_found (list, xasprintf ("%s/%s", path, entry[i]->d_name), false);
    free (entry[i]);
  }
  free (entry);
  return true;
}

/* by: the option or variable that names it. */
static bool
add_named (struct found_list *list, const char *path, const char *by)
{
  struct stat st;

  if (stat (path, &st) < 0) {
    complain ("%s: %s; %s takes a plugin or a folder of plugins", path,
              strerror (errno), by);
    return false;
  }
  if (!S_ISDIR (st.st_mode))
    return add_found (list, xstrdup (path), true);
  if (!add_folder (list, path)) {
    complain ("%s: %s", path, strerror (errno));
    return false;
  }
  return true;
}

/* Folders, with colons between. */
static const char *
default_folders (void)
{
  const char *variable = getenv (PLUGIN_PATH);

  return variable != NULL && variable[0] != '\0' ? variable : PLUGINDIR;
}

/* The folders of GKHOST_PLUGIN_PATH, else the one of the installation. */
static bool
add_default (struct found_list *list)
{
  const char *folders = default_folders ();
  char *path, *folder, *rest;
  bool ok = true;

  if (strcmp (folders, PLUGINDIR) == 0) {
    if (!add_folder (list, PLUGINDIR) && errno != ENOENT) {
      complain ("%s: %s", PLUGINDIR, strerror (errno));
      return false;
    }
    return true;
  }
  path = xstrdup (folders);
  for (folder = strtok_r (path, ":", &rest); folder != NULL;
       folder = strtok_r (NULL, ":", &rest))
    ok &= add_named (list, folder, PLUGIN_PATH);
  free (path);
  return ok;
}

/* Says why a plugin can't be used; false where the user named it. */
static bool
leave_out (const struct plugin_file *file, const char *why)
{
  complain ("%s: %s%s", file->path, why, file->named ? "" : "; left out");
  return !file->named;
}

/* Leaves out the files that are no plugins, which needs no worker. */
static bool
look_at_files (struct found_list *list)
{
  size_t n = 0;
  bool ok = true;

  for (size_t i = 0; i < list->n; i++) {
    struct plugin_file *file = &list->found[i];
    char *why = file_identity (file->path, &file->identity);

    if (why == NULL) {
      list->found[n++] = *file;
      continue;
    }
    ok &= leave_out (file, why);
    free (why);
    free (file->path);
  }
  list->n = n;
  return ok;
}

/* Has workers load them, and takes what they say. */
static bool
ask_workers (struct catalog *catalog, const struct found_list *list,
             double seconds)
{
  struct described *described = describe (list->found, list->n, seconds);
  bool ok = true;

  for (size_t i = 0; i < list->n; i++) {
    struct described *d = &described[i];
    char *why = NULL;

    if (d->plugin != NULL)
      why = catalog_add (catalog, &list->found[i], d->plugin, setting_is_key);
    if (why != NULL)
      d->why = xasprintf ("what its worker says of it is broken: %s", why);
    if (d->why != NULL)
      ok &= leave_out (&list->found[i], d->why);
    else if (d->plugin == NULL)
      ok = false;
    free (why);
  }
  described_free (described, list->n);
  return ok;
}

static void
free_list (struct found_list *list)
{
  for (size_t i = 0; i < list->n; i++) {
    free (list->found[i].path);
    free (list->found[i].identity);
  }
  free (list->found);
  map_free (&list->paths);
}

bool
discover_plugins_within (struct catalog *catalog, const char *const *paths,
                         size_t n, double seconds)
{
  struct found_list list = { 0 };
  bool ok = true;

  *catalog = (struct catalog){ .has_defaults = n == 0 };
  catalog->folders = pool_text (&catalog->pool, default_folders ());
  if (n == 0)
    ok = add_default (&list);
  for (size_t i = 0; i < n; i++) {
    bool defaults = strcmp (paths[i], DISCOVERY_DEFAULT) == 0;

    ok &= defaults ? add_default (&list) : add_named (&list, paths[i], "-p");
    catalog->has_defaults |= defaults;
    catalog->has_named |= !defaults;
  }
  ok &= look_at_files (&list);
  ok &= ask_workers (catalog, &list, seconds);
  free_list (&list);
  return catalog_resolve (catalog) && ok;
}

bool
discover_plugins (struct catalog *catalog, const char *const *paths, size_t n)
{
  return discover_plugins_within (catalog, paths, n, DESCRIBE_SECONDS);
}
