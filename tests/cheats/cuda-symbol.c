/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dlfcn.h>
#include <stddef.h>

#include "cuda-symbol.h"

void *
cuda_symbol (const char *name)
{
  void *library = dlopen ("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);

  return library != NULL ? dlsym (library, name) : NULL;
}
