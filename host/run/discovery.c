/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/message.h"
#include "base/map.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "plugin/catalog-resolve.h"
#include "plugin/file-identity.h"
#include "run/describe.h"
#include "run/discovery.h"
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

  if (utf8_count_valid (name, strlen (name)) < strlen (name)) {
    message_print ("%s: its path is not UTF-8, as records are; rename it%s",
                   name, named ? "" : "; left out");
    free (path);
    free (real);
    return !named;
  }
  if (real != NULL) {
    free (path);
    path = real;
  }
  entry = map_find_or_add (&list->paths, path, strlen (path));
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

/* The .so files of a folder, in the order of their names; how many there are,
 * -1: it can't be read. */
static int
add_folder (struct found_list *list, const char *path)
{
  struct dirent **entry;
  int n = scandir (path, &entry, is_plugin_name, by_stem);

  if (n < 0)
    return -1;
  for (int i = 0; i < n; i++) {
    add_found (list, xasprintf ("%s/%s", path, entry[i]->d_name), false);
    free (entry[i]);
  }
  free (entry);
  return n;
}

/* by: the option or variable that names it. */
static bool
add_named (struct found_list *list, const char *path, const char *by)
{
  struct stat st;
  int n;

  if (stat (path, &st) < 0) {
    message_print ("%s: %s; %s takes a plugin or a folder of plugins", path,
                   strerror (errno), by);
    return false;
  }
  if (!S_ISDIR (st.st_mode))
    return add_found (list, xstrdup (path), true);
  n = add_folder (list, path);
  if (n < 0)
    message_print ("%s: %s", path, strerror (errno));
  /* What the environment names may be meant to be filled later. */
  else if (n == 0 && strcmp (by, PLUGIN_PATH) != 0)
    message_print (
        "%s: there is no plugin in this folder, no file that ends in .so",
        path);
  return n >= 0;
}

/* What GKHOST_PLUGIN_PATH says, with colons between; nothing stands for the
 * folder of the installation. */
static const char *
path_variable (void)
{
  const char *value = getenv (PLUGIN_PATH);

  return value != NULL ? value : "";
}

/* The element that folders begins with, to be freed; folders goes on to the
 * next, and to NULL behind the last. */
static char *
next_folder (const char **folders)
{
  size_t n = strcspn (*folders, ":");
  char *folder = n > 0 ? xstrndup (*folders, n) : xstrdup (PLUGINDIR);

  *folders = (*folders)[n] == ':' ? *folders + n + 1 : NULL;
  return folder;
}

/* The same with the names of all. */
static char *
default_folders (void)
{
  struct text all = { 0 };

  for (const char *rest = path_variable (); rest != NULL;) {
    char *folder = next_folder (&rest);

    text_add (&all, "%s%s", folder, rest != NULL ? ":" : "");
    free (folder);
  }
  return all.data;
}

/* Which may be a path that nothing was installed in yet. */
static bool
add_installed (struct found_list *list)
{
  if (add_folder (list, PLUGINDIR) >= 0 || errno == ENOENT)
    return true;
  message_print ("%s: %s", PLUGINDIR, strerror (errno));
  return false;
}

/* The folders of GKHOST_PLUGIN_PATH, else the one of the installation. */
static bool
add_default (struct found_list *list)
{
  bool ok = true;

  for (const char *rest = path_variable (); rest != NULL;) {
    char *folder = next_folder (&rest);

    ok &= strcmp (folder, PLUGINDIR) == 0
              ? add_installed (list)
              : add_named (list, folder, PLUGIN_PATH);
    free (folder);
  }
  return ok;
}

/* Says why a plugin can't be used; false where the user named it. */
static bool
leave_out (const struct plugin_file *file, const char *why)
{
  message_print ("%s: %s%s", file->path, why, file->named ? "" : "; left out");
  return !file->named;
}

/* Leaves out the files that are no plugins, which needs no worker. */
static bool
drop_unusable_files (struct found_list *list)
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
describe_files (struct catalog *catalog, const struct found_list *list,
                double seconds)
{
  struct plugin_answer *described
      = describe_plugins (list->found, list->n, seconds);
  bool ok = true;

  for (size_t i = 0; i < list->n; i++) {
    struct plugin_answer *d = &described[i];
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
  plugin_answers_free (described, list->n);
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

/* Whether one of the paths adds to the default folders, or stands for them. */
static bool
wants_defaults (const char *const *paths, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (paths[i][0] == DISCOVERY_ADDS
        || strcmp (paths[i], DISCOVERY_DEFAULT) == 0)
      return true;
  return n == 0;
}

bool
discover_plugins_within (struct catalog *catalog, const char *const *paths,
                         size_t n, double seconds)
{
  struct found_list list = { 0 };
  char *folders = default_folders ();
  bool ok = true;

  *catalog = (struct catalog){ .has_defaults = wants_defaults (paths, n) };
  catalog->folders = pool_text (&catalog->pool, folders);
  free (folders);
  for (size_t i = 0; i < n; i++) {
    if (strcmp (paths[i], DISCOVERY_DEFAULT) == 0)
      continue;
    ok &= add_named (&list, paths[i] + (paths[i][0] == DISCOVERY_ADDS), "-p");
    catalog->has_named = true;
  }
  if (catalog->has_defaults)
    ok &= add_default (&list);
  ok &= drop_unusable_files (&list);
  ok &= describe_files (catalog, &list, seconds);
  free_list (&list);
  return catalog_resolve (catalog) && ok;
}

bool
discover_plugins (struct catalog *catalog, const char *const *paths, size_t n)
{
  return discover_plugins_within (catalog, paths, n, DESCRIBE_SECONDS);
}
