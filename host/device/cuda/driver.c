/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "device/cuda/driver.h"

#define LIBRARY "libcuda.so.1"

static const struct symbol symbols[] = {
#define CALL(field, name, optional, parameters)                                \
  { offsetof (struct cuda_driver, field), name, NULL, optional },
  CUDA_CALLS (CALL)
#undef CALL
};

const char *
symbols_resolve (void *library, void *calls, const struct symbol *symbol,
                 size_t n)
{
  for (size_t i = 0; i < n; i++) {
    void *address = dlsym (library, symbol[i].name);

    if (address == NULL && symbol[i].before != NULL)
      address = dlsym (library, symbol[i].before);
    if (address == NULL && !symbol[i].optional)
      return symbol[i].name;
    /* POSIX allows this of dlsym; ISO C has no cast for it. */
    memcpy ((char *)calls + symbol[i].offset, &address, sizeof address);
  }
  return NULL;
}

const char *
cuda_error (const struct cuda_driver *driver, cu_result error)
{
  const char *text = NULL;

  if (driver->error_string (error, &text) != 0 || text == NULL)
    text = "unknown error";
  return text;
}

bool
cuda_driver_open (struct cuda_driver *driver, char **why)
{
  void *library = dlopen (LIBRARY, RTLD_NOW | RTLD_LOCAL);
  const char *missing;
  cu_result error;
  int n = 0;

  if (library == NULL) {
    *why = xstrdup ("CUDA's driver library " LIBRARY " is not installed");
    return false;
  }
  missing = symbols_resolve (library, driver, symbols,
                             sizeof symbols / sizeof symbols[0]);
  if (missing != NULL) {
    *why = xasprintf (LIBRARY " lacks %s: the driver is too old", missing);
    return false;
  }
  error = driver->init (0);
  if (error == 0)
    error = driver->device_count (&n);
  if (error == CU_NO_DEVICE || (error == 0 && n == 0)) {
    *why = xstrdup ("the CUDA driver finds no GPU");
    return false;
  }
  if (error != 0) {
    *why = xasprintf ("the CUDA driver does not start: %s",
                      cuda_error (driver, error));
    return false;
  }
  return true;
}

static const struct {
  int number;
  const char *name;
  bool grows; /* without a call, by the driver */
} limits[] = {
  { CU_LIMIT_STACK_BYTES, "a thread's stack", true },
  { CU_LIMIT_PRINTF_BYTES, "printf's buffer", false },
  { CU_LIMIT_HEAP_BYTES, "malloc's heap", false },
  { CU_LIMIT_PERSISTING_L2_BYTES, "persisting L2", false },
};
_Static_assert(sizeof limits / sizeof limits[0] == N_CONTEXT_LIMITS,
               "each limit has a place");

bool
context_limit_read (const struct cuda_driver *driver, int number, size_t *bytes)
{
  return driver->limit_get != NULL && driver->limit_get (bytes, number) == 0;
}

void
context_limits_read (struct context_limits *l, const struct cuda_driver *driver)
{
  for (int i = 0; i < N_CONTEXT_LIMITS; i++)
    l->known[i] = context_limit_read (driver, limits[i].number, &l->bytes[i]);
}

/* True if the limit differs now. */
static bool
is_limit_changed (const struct context_limits *was,
                  const struct cuda_driver *driver, int i, size_t *now)
{
  return was->known[i] && context_limit_read (driver, limits[i].number, now)
         && *now != was->bytes[i];
}

char *
context_limits_altered (const struct context_limits *was,
                        const struct cuda_driver *driver)
{
  struct text text = { 0 };
  size_t now;

  for (int i = 0; i < N_CONTEXT_LIMITS; i++)
    if (is_limit_changed (was, driver, i, &now)
        && !(limits[i].grows && now > was->bytes[i]))
      text_add (&text, "%sthe limit of %s is %zu bytes and was %zu",
                text.n > 0 ? ", " : "", limits[i].name, now, was->bytes[i]);
  return text.data;
}

cu_result
context_limits_restore (const struct context_limits *was,
                        const struct cuda_driver *driver)
{
  size_t now;

  for (int i = 0; i < N_CONTEXT_LIMITS; i++) {
    cu_result error = 0;

    if (driver->limit_set != NULL && is_limit_changed (was, driver, i, &now))
      error = driver->limit_set (limits[i].number, was->bytes[i]);
    if (error != 0)
      return error;
  }
  return 0;
}
