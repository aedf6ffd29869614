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

/* True where the list, with blanks between, has the name. */
static bool
list_has (const char *list, const char *name)
{
  const size_t n = strlen (name);

  for (const char *at = list; (at = strstr (at, name)) != NULL; at += n)
    if ((at == list || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
      return true;
  return false;
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

/* The program is one or two folders below the top of the tree. */
static bool
is_built_folder (const char *folder, const char *home, const char *stem)
{
  return is_folder (folder, xasprintf ("%s/../plugins/%s/.libs", home, stem))
         || is_folder (folder,
                       xasprintf ("%s/../../plugins/%s/.libs", home, stem));
}

bool
plugin_file_is_own (const char *path)
{
  const char *name = strrchr (path, '/');
  char *self = realpath ("/proc/self/exe", NULL);
  char *home = self != NULL ? strrchr (self, '/') : NULL;
  char *folder, *stem, *end;
  bool own = false;

  if (name != NULL && home != NULL) {
    *home = '\0';
    folder = xstrndup (path, (size_t)(name - path));
    stem = xstrdup (name + 1);
    /* Each may be in a plugin for CUDA, which may be built elsewhere. */
    if ((end = strstr (stem, "-cuda.so")) != NULL
        || (end = strstr (stem, ".so")) != NULL)
      *end = '\0';
    own = list_has (OWN_PLUGINS, stem)
          && (is_installed_folder (folder, self)
              || is_built_folder (folder, self, stem));
    free (folder);
    free (stem);
  }
  free (self);
  return own;
}
