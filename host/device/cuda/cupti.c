/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "device/cuda/cupti.h"

#define SYMBOL(field, name)                                                    \
  {                                                                            \
    offsetof (struct cupti, field), name                                       \
  }

static const struct {
  size_t offset;
  const char *name;
} symbols[] = {
  SYMBOL (callbacks, "cuptiActivityRegisterCallbacks"),
  SYMBOL (enable, "cuptiActivityEnable"),
  SYMBOL (disable, "cuptiActivityDisable"),
  SYMBOL (flush, "cuptiActivityFlushAll"),
  SYMBOL (next, "cuptiActivityGetNextRecord"),
  SYMBOL (push, "cuptiActivityPushExternalCorrelationId"),
  SYMBOL (pop, "cuptiActivityPopExternalCorrelationId"),
  SYMBOL (text, "cuptiGetResultString"),
};

/* Libraries of this many major versions before the driver's suit it, too. */
enum { VERSIONS_BACK = 1 };

/* Where a toolkit has it, below its own folder. */
static const char *const folders[]
    = { "extras/CUPTI/lib64", "lib64", "lib", NULL };

const char *
cupti_error (const struct cupti *cupti, cupti_result error)
{
  const char *text = NULL;

  if (cupti->text (error, &text) != 0 || text == NULL)
    text = "unknown error";
  return text;
}

/* In a folder, or where the system looks (NULL). */
static void *
open_in (const char *home, const char *folder, const char *name)
{
  char *path = home != NULL ? xasprintf ("%s/%s/%s", home, folder, name)
                            : xstrdup (name);
  void *library = dlopen (path, RTLD_NOW | RTLD_LOCAL);

  free (path);
  return library;
}

static void *
open_named (const char *name)
{
  const char *const homes[] = { getenv ("CUDA_HOME"), "/usr/local/cuda" };
  void *library = open_in (NULL, NULL, name);

  for (size_t i = 0; i < sizeof homes / sizeof homes[0]; i++)
    for (size_t k = 0;
         library == NULL && homes[i] != NULL && folders[k] != NULL; k++)
      library = open_in (homes[i], folders[k], name);
  return library;
}

static bool
resolve_symbols (struct cupti *cupti, void *library, char **why)
{
  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
    void *address = dlsym (library, symbols[i].name);

    if (address == NULL) {
      *why = xasprintf ("CUPTI lacks %s: install that of a newer CUDA toolkit, "
                        "or use timer = events",
                        symbols[i].name);
      return false;
    }
    /* What POSIX promises of dlsym, ISO C has no cast for. */
    memcpy ((char *)cupti + symbols[i].offset, &address, sizeof address);
  }
  return true;
}

bool
cupti_open (struct cupti *cupti, int major, char **why)
{
  void *library = NULL;

  for (int back = 0; library == NULL && back <= VERSIONS_BACK; back++) {
    char *name = xasprintf ("libcupti.so.%d", major - back);

    library = open_named (name);
    free (name);
  }
  if (library != NULL)
    return resolve_symbols (cupti, library, why);
  *why = xasprintf ("timer = kernel takes CUPTI, and libcupti.so.%d is not "
                    "found: it comes with the CUDA toolkit; install that, have "
                    "CUDA_HOME or LD_LIBRARY_PATH name where it is, or use "
                    "timer = events",
                    major);
  return false;
}
