/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cblas.h"

struct cblas {
  void *library;
  char name[64]; /* the result of cblas_library */
  cblas_any *function[CBLAS_MOST];
};

static const char *const names[] = {
  /* Fedora's builds with threads, then the usual names. */
  "libopenblasp.so.0", "libopenblaso.so.0", "libopenblas.so.0",
  "libcblas.so.3",     "libblas.so.3",      "libmkl_rt.so",
};

static bool
resolve_functions (struct cblas *blas, const char *const *functions)
{
  for (int i = 0; i < CBLAS_MOST && functions[i] != NULL; i++) {
    blas->function[i] = (cblas_any *)dlsym (blas->library, functions[i]);
    if (blas->function[i] == NULL)
      return false;
  }
  return true;
}

static bool
open_library (const gk_host *host, const char *name,
              const char *const *functions, struct cblas *blas)
{
  /* RTLD_NODELETE: the library has threads, which survive a dlclose. */
  blas->library = dlopen (name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (blas->library == NULL)
    return false;
  if (resolve_functions (blas, functions)) {
    host->log (host, "CBLAS from %s", name);
    return true;
  }
  dlclose (blas->library);
  return false;
}

int
cblas_open (const gk_host *host, const char *const *functions,
            struct cblas **blas)
{
  const char *asked = getenv ("GKHOST_CBLAS");
  const bool is_asked = asked != NULL && asked[0] != '\0';
  struct cblas *b = host->alloc (host, sizeof *b);
  bool ok = false;

  if (b == NULL)
    return GK_FAIL;
  if (is_asked)
    ok = open_library (host, asked, functions, b);
  else
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !ok; i++)
      ok = open_library (host, names[i], functions, b);
  if (!ok) {
    if (is_asked)
      host->error (host, "GKHOST_CBLAS names no library with %s", functions[0]);
    else
      host->error (host,
                   "no CBLAS with %s was found; install OpenBLAS, or set "
                   "GKHOST_CBLAS to the path of one",
                   functions[0]);
    host->free (host, b);
    return GK_SKIP;
  }
  *blas = b;
  return GK_OK;
}

cblas_any *
cblas_function (const struct cblas *blas, int i)
{
  return blas->function[i];
}

/* "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH ...": copies its first two words. */
static bool
name_openblas (struct cblas *blas)
{
  static const char brand[] = "OpenBLAS ";
  const size_t n = sizeof brand - 1;
  union {
    void *object;
    char *(*function) (void);
  } config = { dlsym (blas->library, "openblas_get_config") };
  const char *text = config.object != NULL ? config.function () : NULL;

  if (text == NULL || strncmp (text, brand, n) != 0)
    return false;
  snprintf (blas->name, sizeof blas->name, "%s%.*s", brand,
            (int)strcspn (text + n, " "), text + n);
  return true;
}

/* Other libraries have the version in their file's name:
 * "libblas.so.3.11.0". */
static bool
name_file (struct cblas *blas)
{
  union {
    cblas_any *function;
    void *object;
  } first = { blas->function[0] };
  const char *base;
  char *path;
  Dl_info info;

  if (dladdr (first.object, &info) == 0 || info.dli_fname == NULL)
    return false;
  path = realpath (info.dli_fname, NULL);
  base = strrchr (path != NULL ? path : info.dli_fname, '/');
  snprintf (blas->name, sizeof blas->name, "%s",
            base != NULL ? base + 1 : info.dli_fname);
  free (path);
  return true;
}

const char *
cblas_library (const gk_host *host, void *state)
{
  struct cblas *blas = state;

  (void)host;
  return name_openblas (blas) || name_file (blas) ? blas->name : NULL;
}

void
cblas_close (const gk_host *host, void *state)
{
  struct cblas *blas = state;

  dlclose (blas->library);
  host->free (host, blas);
}
