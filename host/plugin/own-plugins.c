/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which plugins are gkhost's own.  A plugin says itself what it is called and
 * what it brings, so that only the place of its file tells: gkhost's own have
 * the names that they were built with, and lie where they were installed with
 * this program, or where they were built with it.  Who can write there can
 * replace the program, too.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "plugin/file-identity.h"

/* Frees the name.  True where both are the same folder. */
static bool
is_folder (const char *folder, char *name)
{
  char *real = realpath (name, NULL);
  bool same = real != NULL && strcmp (real, folder) == 0;

  free (real);
  free (name);
  return same;
}

/* home: the folder of this program.  Installed below another root, it has that
 * root in front of BINDIR. */
static bool
is_installed_folder (const char *folder, const char *home)
{
  const size_t n = strlen (home), bin = strlen (BINDIR);
  const size_t root
      = n >= bin && strcmp (home + n - bin, BINDIR) == 0 ? n - bin : 0;

  return is_folder (folder, xasprintf ("%.*s%s", (int)root, home, PLUGINDIR));
}

/* built: the plugin in the tree, as in plugins/copy/copy; the program is one or
 * two folders below the top. */
static bool
is_built_folder (const char *folder, const char *home, const char *built,
                 size_t n)
{
  return is_folder (folder, xasprintf ("%s/../%.*s.libs", home, (int)n, built))
         || is_folder (folder,
                       xasprintf ("%s/../../%.*s.libs", home, (int)n, built));
}

/* True where the file NAME.so in the folder is the plugin, of n bytes, which
 * was built as FOLDER/NAME. */
static bool
is_plugin (const char *built, size_t n, const char *folder, const char *file,
           const char *home)
{
  const char *name = memrchr (built, '/', n);
  const size_t before = name != NULL ? (size_t)(name + 1 - built) : 0;

  return strncmp (file, built + before, n - before) == 0
         && strcmp (file + n - before, ".so") == 0
         && (is_installed_folder (folder, home)
             || is_built_folder (folder, home, built, before));
}

bool
plugin_file_is_own (const char *path)
{
  const char *file = strrchr (path, '/');
  char *self = realpath ("/proc/self/exe", NULL);
  char *end = self != NULL ? strrchr (self, '/') : NULL;
  char *folder;
  bool own = false;

  if (file == NULL || end == NULL) {
    free (self);
    return false;
  }
  *end = '\0';
  folder = xstrndup (path, (size_t)(file - path));
  for (const char *at = OWN_PLUGINS; *at != '\0' && !own;) {
    const size_t n = strcspn (at, " ");

    own = is_plugin (at, n, folder, file + 1, self);
    at += n + (at[n] == ' ');
  }
  free (folder);
  free (self);
  return own;
}
