/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "device/cuda/driver.h"

#define LIBRARY "libcuda.so.1"

#define SYMBOL(field, name)                                                    \
  {                                                                            \
    offsetof (struct cuda_driver, field), name, false                          \
  }
#define OPTIONAL(field, name)                                                  \
  {                                                                            \
    offsetof (struct cuda_driver, field), name, true                           \
  }

static const struct {
  size_t offset;
  const char *name;
  bool optional;
} symbols[] = {
  SYMBOL (init, "cuInit"),
  SYMBOL (driver_version, "cuDriverGetVersion"),
  SYMBOL (error_string, "cuGetErrorString"),
  SYMBOL (device_count, "cuDeviceGetCount"),
  SYMBOL (device_get, "cuDeviceGet"),
  SYMBOL (device_name, "cuDeviceGetName"),
  SYMBOL (device_attribute, "cuDeviceGetAttribute"),
  SYMBOL (device_memory, "cuDeviceTotalMem_v2"),
  OPTIONAL (device_address, "cuDeviceGetPCIBusId"),
  SYMBOL (context_retain, "cuDevicePrimaryCtxRetain"),
  SYMBOL (context_release, "cuDevicePrimaryCtxRelease_v2"),
  SYMBOL (context_set, "cuCtxSetCurrent"),
  SYMBOL (context_sync, "cuCtxSynchronize"),
  OPTIONAL (limit_get, "cuCtxGetLimit"),
  OPTIONAL (limit_set, "cuCtxSetLimit"),
  OPTIONAL (persisting_reset, "cuCtxResetPersistingL2Cache"),
  OPTIONAL (profiler_start, "cuProfilerStart"),
  OPTIONAL (profiler_stop, "cuProfilerStop"),
  SYMBOL (mem_info, "cuMemGetInfo_v2"),
  SYMBOL (mem_alloc, "cuMemAlloc_v2"),
  SYMBOL (mem_free, "cuMemFree_v2"),
  SYMBOL (mem_alloc_managed, "cuMemAllocManaged"),
  SYMBOL (mem_alloc_host, "cuMemHostAlloc"),
  SYMBOL (mem_free_host, "cuMemFreeHost"),
  SYMBOL (mem_host_pointer, "cuMemHostGetDevicePointer_v2"),
  SYMBOL (copy_async, "cuMemcpyAsync"),
  SYMBOL (memset_async, "cuMemsetD8Async"),
  SYMBOL (stream_create, "cuStreamCreate"),
  SYMBOL (stream_destroy, "cuStreamDestroy_v2"),
  SYMBOL (stream_sync, "cuStreamSynchronize"),
  SYMBOL (stream_wait_value, "cuStreamWaitValue32_v2"),
  SYMBOL (capture_begin, "cuStreamBeginCapture_v2"),
  SYMBOL (capture_end, "cuStreamEndCapture"),
  SYMBOL (graph_nodes, "cuGraphGetNodes"),
  SYMBOL (graph_instantiate, "cuGraphInstantiateWithFlags"),
  SYMBOL (graph_launch, "cuGraphLaunch"),
  SYMBOL (graph_exec_destroy, "cuGraphExecDestroy"),
  SYMBOL (graph_destroy, "cuGraphDestroy"),
  SYMBOL (module_load, "cuModuleLoadData"),
  SYMBOL (module_unload, "cuModuleUnload"),
  SYMBOL (module_function, "cuModuleGetFunction"),
  SYMBOL (launch, "cuLaunchKernel"),
  SYMBOL (event_create, "cuEventCreate"),
  SYMBOL (event_destroy, "cuEventDestroy_v2"),
  SYMBOL (event_record, "cuEventRecord"),
  SYMBOL (event_sync, "cuEventSynchronize"),
  SYMBOL (event_elapsed, "cuEventElapsedTime"),
};

const char *
cuda_error (const struct cuda_driver *driver, cu_result error)
{
  const char *text = NULL;

  if (driver->error_string (error, &text) != 0 || text == NULL)
    text = "unknown error";
  return text;
}

static bool
resolve_symbols (struct cuda_driver *driver, void *library, char **why)
{
  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
    void *address = dlsym (library, symbols[i].name);
    if (address == NULL && !symbols[i].optional) {
      *why = xasprintf (LIBRARY " lacks %s: the driver is too old",
                        symbols[i].name);
      return false;
    }
    /* POSIX allows this of dlsym; ISO C has no cast for it. */
    memcpy ((char *)driver + symbols[i].offset, &address, sizeof address);
  }
  return true;
}

bool
cuda_driver_open (struct cuda_driver *driver, char **why)
{
  void *library = dlopen (LIBRARY, RTLD_NOW | RTLD_LOCAL);
  cu_result error;
  int n = 0;

  if (library == NULL) {
    *why = xstrdup ("CUDA's driver library " LIBRARY " is not installed");
    return false;
  }
  if (!resolve_symbols (driver, library, why))
    return false;
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
