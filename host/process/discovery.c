/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/complain.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "process/child.h"
#include "process/discovery.h"

#define PLUGIN_PATH "GKHOST_PLUGIN_PATH"

/* Workers that describe plugins side by side. */
enum { AT_ONCE = 8 };

/* A plugin whose loading takes longer than this is not going to end. */
#define DESCRIBE_SECONDS 20

/* A .so that was found, and whether the user named it. */
struct found {
  char *path;
  bool named;
};

struct found_list {
  struct found *found;
  size_t n;
};

/* Takes over path; false, with a complaint, when a plugin that the user named
 * can't be spoken of. */
static bool
add_found (struct found_list *list, char *path, bool named)
{
  char *real = realpath (path, NULL);
  const char *name = real != NULL ? real : path;

  if (utf8_good (name, strlen (name)) < strlen (name)) {
    complain ("%s: its path is not UTF-8, as records are; rename it%s", name,
              named ? "" : "; left out");
    free (path);
    free (real);
    return !named;
  }
  for (size_t i = 0; i < list->n && real != NULL; i++)
    if (strcmp (list->found[i].path, real) == 0) {
      list->found[i].named |= named;
      free (path);
      free (real);
      return true;
    }
  if (real != NULL) {
    free (path);
    path = real;
  }
  list->found = xgrow (list->found, list->n, sizeof *list->found);
  list->found[list->n++] = (struct found){ path, named };
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

/* Takes a worker's answer, which is due at a time of the clock; false when the
 * plugin can't be used. */
static bool
apply_answer (struct catalog *catalog, struct child *child,
              const struct found *found, double due)
{
  json_t *reply = NULL;
  char *why = NULL;
  const char *error;
  bool ok;

  switch (child_wait (child, due - clock_now (), &reply, &why)) {
  case CHILD_ANSWERED:
    break;
  case CHILD_TIMEOUT:
    why = xasprintf ("loading it did not finish within %d s", DESCRIBE_SECONDS);
    break;
  case CHILD_INTERRUPTED:
    why = xstrdup ("interrupted");
    break;
  case CHILD_CRASHED:
  case CHILD_BESIDE:
    break;
  }
  error = why != NULL ? why
                      : json_string_value (json_object_get (reply, "error"));
  if (error == NULL
      && !catalog_add (catalog, json_object_get (reply, "plugin"),
                       found->named))
    error = "its worker's answer can't be understood";
  ok = error == NULL;
  if (!ok)
    complain ("%s: %s%s", found->path, error, found->named ? "" : "; left out");
  json_decref (reply);
  free (why);
  return ok;
}

/* Describes up to AT_ONCE plugins side by side. */
static bool
ask_workers (struct catalog *catalog, const struct found *found, size_t n)
{
  struct child child[AT_ONCE];
  bool started[AT_ONCE], ok = true;
  double due = clock_now () + DESCRIBE_SECONDS;

  for (size_t i = 0; i < n; i++) {
    json_t *request
        = json_pack ("{s:s, s:s}", "op", "describe", "path", found[i].path);
    started[i] = child_spawn (&child[i], CHILD_WORKER);
    if (started[i])
      child_send (&child[i], request);
    json_decref (request);
  }
  for (size_t i = 0; i < n; i++) {
    if (!started[i]) {
      ok = false;
      continue;
    }
    if (!apply_answer (catalog, &child[i], &found[i], due))
      ok &= !found[i].named;
    child_kill (&child[i]);
  }
  return ok;
}

bool
discover_plugins (struct catalog *catalog, const char *const *paths, size_t n)
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
  for (size_t i = 0; i < list.n; i += AT_ONCE)
    ok &= ask_workers (catalog, list.found + i,
                       list.n - i < AT_ONCE ? list.n - i : AT_ONCE);
  for (size_t i = 0; i < list.n; i++)
    free (list.found[i].path);
  free (list.found);
  return catalog_resolve (catalog) && ok;
}
