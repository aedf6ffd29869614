/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "device/cuda/context-limits.h"

static const struct {
  int number;
  const char *name;
  bool grows; /* by itself */
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

/* Whether the limit is another now. */
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
  char *text = NULL;
  size_t now;

  for (int i = 0; i < N_CONTEXT_LIMITS; i++) {
    char *before = text;

    if (!is_limit_changed (was, driver, i, &now)
        || (limits[i].grows && now > was->bytes[i]))
      continue;
    text = xasprintf ("%s%sthe limit of %s is %zu bytes and was %zu",
                      before != NULL ? before : "", before != NULL ? ", " : "",
                      limits[i].name, now, was->bytes[i]);
    free (before);
  }
  return text;
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
