/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>

#include "cblas.h"

struct cblas {
  void *library;
};

static const char *const names[] = {
  "libopenblas.so.0",
  "libcblas.so.3",
  "libblas.so.3",
  "libmkl_rt.so",
};

static bool
has_all (void *library, const char *const *functions)
{
  for (; *functions != NULL; functions++)
    if (dlsym (library, *functions) == NULL)
      return false;
  return true;
}

static bool
open_library (const gk_host *host, const char *name,
              const char *const *functions, struct cblas *blas)
{
  /* RTLD_NODELETE: the library has threads, which outlive a dlclose. */
  blas->library = dlopen (name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (blas->library == NULL)
    return false;
  if (has_all (blas->library, functions)) {
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
cblas_function (const struct cblas *blas, const char *name)
{
  return (cblas_any *)dlsym (blas->library, name);
}

void
cblas_close (const gk_host *host, struct cblas *blas)
{
  dlclose (blas->library);
  host->free (host, blas);
}
