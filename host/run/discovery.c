/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message.h"
#include "base/pool.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "plugin/file-identity.h"
#include "run/discovery.h"
#include "suite/settings.h"

#define PLUGIN_PATH "GKHOST_PLUGIN_PATH"

/* A plugin that has not loaded after this time hangs.  A script may import
 * libraries of gigabytes, from a disk that is asked for the first time. */
#define DESCRIBE_SECONDS 20
#define SCRIPT_SECONDS 120

/* Descriptions */

/* Completes why there is no description. */
static void
set_why (struct query *query)
{
  const char *error
      = json_string_value (json_object_get (query->reply, "error"));
  char *why = query->why;

  if (query->reply != NULL)
    query->why = xstrdup (
        error != NULL ? error : "its worker's answer can't be understood");
  else if (why != NULL && query->printed != NULL) {
    query->why = xasprintf ("%s; it printed:%c%s", why,
                            strchr (query->printed, '\n') != NULL ? '\n' : ' ',
                            query->printed);
    free (why);
  }
}

struct query *
describe_plugins (const struct plugin_file *file, size_t n, double seconds)
{
  struct query *query = xcalloc (n, sizeof *query);

  for (size_t i = 0; i < n; i++)
    query[i].request = json_pack ("{s:s, s:s, s:s}", "op", "describe", "path",
                                  file[i].path, "identity", file[i].identity);
  queries_answer (query, n, seconds, 0);
  for (size_t i = 0; i < n; i++)
    if (json_object_get (query[i].reply, "plugin") == NULL)
      set_why (&query[i]);
  return query;
}

/* Plugin files */

struct found_list {
  struct plugin_file *found;
  size_t n;
  struct map paths; /* their paths, with their indices */
  char **folder;    /* those that were searched, for bridges, too */
  size_t n_folders;
};

/* Takes ownership of path.  False, after a message, when a plugin that the user
 * named has a path that records can't hold. */
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
  /* The list owns the key from now on. */
  XAPPEND (list->found, list->n)
      = (struct plugin_file){ .path = path, .named = named };
  return true;
}

static int
is_plugin_name (const struct dirent *entry)
{
  size_t n = strlen (entry->d_name);

  return n > 3 && entry->d_name[0] != '.'
         && strcmp (entry->d_name + n - 3, ".so") == 0;
}

/* Compares without the .so, so that copy.so comes before copy-old.so. */
static int
by_stem (const struct dirent **a, const struct dirent **b)
{
  const char *x = (*a)->d_name, *y = (*b)->d_name;
  size_t n = strlen (x) - 3, m = strlen (y) - 3;
  int order = memcmp (x, y, n < m ? n : m);

  return order != 0 ? order : (n > m) - (n < m);
}

/* Adds the .so files of a folder, by name.  Returns their number, -1 when the
 * folder can't be read. */
static int
add_folder (struct found_list *list, const char *path)
{
  struct dirent **entry;
  int n = scandir (path, &entry, is_plugin_name, by_stem);

  if (n < 0)
    return -1;
  XAPPEND (list->folder, list->n_folders) = xstrdup (path);
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
  /* A folder in the environment may be meant to be filled later. */
  else if (n == 0 && strcmp (by, PLUGIN_PATH) != 0)
    message_print (
        "%s: there is no plugin in this folder, no file that ends in .so",
        path);
  return n >= 0;
}

/* Returns the first of some folders with colons between them, to be freed, and
 * advances folders to the next one, to NULL after the last.  An empty one
 * stands for the folder of the installation. */
static char *
next_folder (const char **folders)
{
  size_t n = strcspn (*folders, ":");
  char *folder = n > 0 ? xstrndup (*folders, n) : xstrdup (PLUGINDIR);

  *folders = (*folders)[n] == ':' ? *folders + n + 1 : NULL;
  return folder;
}

/* Adds the folder of the installation, which may not exist yet. */
static bool
add_installed (struct found_list *list)
{
  if (add_folder (list, PLUGINDIR) >= 0 || errno == ENOENT)
    return true;
  message_print ("%s: %s", PLUGINDIR, strerror (errno));
  return false;
}

/* Stores the default folders in the catalog, in the form of the variable, and
 * adds those that it has: of GKHOST_PLUGIN_PATH, else of the installation. */
static bool
add_default (struct found_list *list, struct catalog *catalog)
{
  const char *variable = getenv (PLUGIN_PATH);
  struct text all = { 0 };
  bool ok = true;

  for (const char *rest = text_or_empty (variable); rest != NULL;) {
    char *folder = next_folder (&rest);

    text_add (&all, "%s%s", folder, rest != NULL ? ":" : "");
    if (catalog->has_defaults)
      ok &= strcmp (folder, PLUGINDIR) == 0
                ? add_installed (list)
                : add_named (list, folder, PLUGIN_PATH);
    free (folder);
  }
  catalog->folders = pool_made (&catalog->pool, all.data);
  return ok;
}

/* Prints why a plugin can't be used: the first line of why as a message, and
 * those below it, such as a traceback.  False when the user named it. */
static bool
leave_out (const struct plugin_file *file, const char *why)
{
  const int first = (int)strcspn (why, "\n");

  message_print ("%s: %.*s%s", file->path, first, why,
                 file->named ? "" : "; left out");
  for (const char *line = why + first; *line == '\n';) {
    const size_t n = strcspn (line + 1, "\n");

    if (n > 0)
      print_line (stderr, "  %.*s", (int)n, line + 1);
    line += 1 + n;
  }
  return !file->named;
}

/* Returns the bridge's path in a folder, to be freed; NULL: it is not there. */
static char *
bridge_in (const char *folder, const char *name)
{
  char *path = xasprintf ("%s/%s", folder, name);
  char *real = realpath (path, NULL);

  free (path);
  return real;
}

/* Searches the folders of plugins that were named, then the default ones. */
static char *
find_bridge (const struct found_list *list, const struct catalog *catalog,
             const char *name)
{
  char *found = NULL;

  for (size_t i = 0; i < list->n_folders && found == NULL; i++)
    found = bridge_in (list->folder[i], name);
  for (const char *rest = catalog->folders; rest != NULL && found == NULL;) {
    char *folder = next_folder (&rest);

    found = bridge_in (folder, name);
    free (folder);
  }
  return found;
}

/* Returns why the file is no plugin, to be freed; NULL and its identity. */
static char *
identify_file (const struct found_list *list, const struct catalog *catalog,
               struct plugin_file *file)
{
  bool known;
  char *name = script_bridge_name (file->path, &known);
  char *bridge = name != NULL ? find_bridge (list, catalog, name) : NULL;
  char *why;

  if (known && bridge == NULL)
    why = xasprintf ("it is a script, and %s, which runs it, is not in %s; "
                     "install gkhost's package for the language, or build "
                     "gkhost where configure finds it",
                     name, catalog->folders);
  else if (bridge == NULL && file->named && file_is_bridge (file->path))
    why = xstrdup ("it is a bridge, which runs scripts; name a script with -p");
  else
    why = file_identity (file->path, bridge, &file->identity);
  free (name);
  free (bridge);
  return why;
}

/* A bridge is opened for a script only. */
static bool
has_bridge_name (const char *path)
{
  const char *slash = strrchr (path, '/');

  return strncmp (slash != NULL ? slash + 1 : path, "gkhost-", 7) == 0;
}

/* Drops the files that are no plugins, which needs no worker. */
static bool
drop_unusable_files (struct found_list *list, const struct catalog *catalog)
{
  size_t n = 0;
  bool ok = true;

  for (size_t i = 0; i < list->n; i++) {
    struct plugin_file *file = &list->found[i];
    char *why;

    if (!file->named && has_bridge_name (file->path)
        && file_is_bridge (file->path)) {
      free (file->path);
      continue;
    }
    why = identify_file (list, catalog, file);
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

/* Prints whose code root is about to run, once for each folder or file. */
static void
warn_of_writers (const struct found_list *list)
{
  struct pool pool = { 0 };
  struct texts said = { 0 };

  for (size_t i = 0; i < list->n && geteuid () == 0; i++) {
    char *writers = file_writers (list->found[i].path);

    if (writers == NULL)
      continue;
    if (!texts_contain (&said, writers))
      message_print ("%s, and root loads a plugin from there: chown it to root "
                     "and chmod go-w it, or run as another user",
                     writers);
    texts_add_once (&pool, &said, writers);
  }
  pool_free (&pool);
}

static bool
has_script (const struct found_list *list)
{
  for (size_t i = 0; i < list->n; i++)
    if (identity_bridge (list->found[i].identity) != NULL)
      return true;
  return false;
}

/* Describes the files in workers and adds the answers to the catalog. */
static bool
describe_files (struct catalog *catalog, const struct found_list *list)
{
  const double seconds = has_script (list) ? SCRIPT_SECONDS : DESCRIBE_SECONDS;
  struct query *described = describe_plugins (list->found, list->n, seconds);
  bool ok = true;

  for (size_t i = 0; i < list->n; i++) {
    struct query *d = &described[i];
    json_t *plugin = json_object_get (d->reply, "plugin");
    char *why = NULL;

    if (plugin != NULL)
      why = catalog_add (catalog, &list->found[i], plugin, setting_is_key);
    if (why != NULL)
      d->why = xasprintf ("its description is broken: %s", why);
    if (d->why != NULL)
      ok &= leave_out (&list->found[i], d->why);
    else if (plugin == NULL)
      ok = false;
    free (why);
  }
  queries_free (described, list->n);
  free (described);
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
  for (size_t i = 0; i < list->n_folders; i++)
    free (list->folder[i]);
  free (list->folder);
  map_free (&list->paths);
}

bool
discover_plugins (struct catalog *catalog, const char *const *paths, size_t n)
{
  struct found_list list = { 0 };
  bool ok = true;

  *catalog = (struct catalog){ .has_defaults = n == 0 };
  for (size_t i = 0; i < n; i++) {
    const bool stands = strcmp (paths[i], DISCOVERY_DEFAULT) == 0;
    const bool adds = paths[i][0] == DISCOVERY_ADDS;

    catalog->has_defaults |= stands || adds;
    catalog->has_named |= !stands;
    if (!stands)
      ok &= add_named (&list, paths[i] + adds, "-p");
  }
  ok &= add_default (&list, catalog);
  ok &= drop_unusable_files (&list, catalog);
  warn_of_writers (&list);
  ok &= describe_files (catalog, &list);
  free_list (&list);
  return catalog_resolve (catalog) && ok;
}
