/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CUDA's driver library, opened at run time: the host builds without CUDA's
 * headers and starts without its driver.  Declares the few calls that the host
 * makes; signatures and numbers are those of the driver's stable ABI.
 */
#ifndef CUDA_DRIVER_H
#define CUDA_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int cu_result; /* 0: success */
typedef int cu_device;
typedef unsigned long long cu_pointer;
typedef struct cu_context_handle *cu_context;
typedef struct cu_stream_handle *cu_stream;
typedef struct cu_event_handle *cu_event;
typedef struct cu_graph_handle *cu_graph;
typedef struct cu_graph_exec_handle *cu_graph_exec;
typedef struct cu_node_handle *cu_node;
typedef struct cu_module_handle *cu_module;
typedef struct cu_function_handle *cu_function;

enum { CU_OUT_OF_MEMORY = 2, CU_NO_DEVICE = 100 };

/* Numbers of device attributes. */
enum {
  CU_CLOCK_KHZ = 13,
  CU_MULTIPROCESSORS = 16,
  CU_MEMORY_CLOCK_KHZ = 36,
  CU_BUS_BITS = 37,
  CU_L2_BYTES = 38,
  CU_MAJOR = 75,
  CU_MINOR = 76,
  CU_SHARED_BYTES = 97 /* opt-in, per block */
};

/* Numbers of a context's limits. */
enum {
  CU_LIMIT_STACK_BYTES = 0,
  CU_LIMIT_PRINTF_BYTES = 1,
  CU_LIMIT_HEAP_BYTES = 2,
  CU_LIMIT_PERSISTING_L2_BYTES = 6
};

enum {
  CU_STREAM_DEFAULT = 0,
  CU_STREAM_NON_BLOCKING = 1,
  CU_CAPTURE_GLOBAL = 0,
  CU_WAIT_VALUE_EQ = 1,
  CU_HOST_PORTABLE = 1,
  CU_HOST_REGISTER_READ_ONLY = 8,
  CU_HOST_MAPPED = 2,
  CU_ATTACH_GLOBAL = 1
};

/* The calls: the member of struct cuda_driver, the name in the library, whether
 * an older driver may lack it, and its parameters.  A call that the driver
 * lacks is NULL: then addresses are not known, there are no limits, and a
 * profiler gets no marks.  launch: a grid, a block and shared bytes; the
 * stream; parameters in two ways. */
#define CUDA_CALLS(CALL)                                                       \
  CALL (init, "cuInit", false, (unsigned))                                     \
  CALL (driver_version, "cuDriverGetVersion", false, (int *))                  \
  CALL (error_string, "cuGetErrorString", false, (cu_result, const char **))   \
  CALL (device_count, "cuDeviceGetCount", false, (int *))                      \
  CALL (device_get, "cuDeviceGet", false, (cu_device *, int))                  \
  CALL (device_name, "cuDeviceGetName", false, (char *, int, cu_device))       \
  CALL (device_attribute, "cuDeviceGetAttribute", false,                       \
        (int *, int, cu_device))                                               \
  CALL (device_memory, "cuDeviceTotalMem_v2", false, (size_t *, cu_device))    \
  CALL (device_address, "cuDeviceGetPCIBusId", true, (char *, int, cu_device)) \
  CALL (context_retain, "cuDevicePrimaryCtxRetain", false,                     \
        (cu_context *, cu_device))                                             \
  CALL (context_release, "cuDevicePrimaryCtxRelease_v2", false, (cu_device))   \
  CALL (context_set, "cuCtxSetCurrent", false, (cu_context))                   \
  CALL (context_sync, "cuCtxSynchronize", false, (void))                       \
  CALL (limit_get, "cuCtxGetLimit", true, (size_t *, int))                     \
  CALL (limit_set, "cuCtxSetLimit", true, (int, size_t))                       \
  CALL (persisting_reset, "cuCtxResetPersistingL2Cache", true, (void))         \
  CALL (profiler_start, "cuProfilerStart", true, (void))                       \
  CALL (profiler_stop, "cuProfilerStop", true, (void))                         \
  CALL (mem_info, "cuMemGetInfo_v2", false, (size_t *, size_t *))              \
  CALL (mem_alloc, "cuMemAlloc_v2", false, (cu_pointer *, size_t))             \
  CALL (mem_free, "cuMemFree_v2", false, (cu_pointer))                         \
  CALL (mem_alloc_managed, "cuMemAllocManaged", false,                         \
        (cu_pointer *, size_t, unsigned))                                      \
  CALL (mem_alloc_host, "cuMemHostAlloc", false, (void **, size_t, unsigned))  \
  CALL (mem_free_host, "cuMemFreeHost", false, (void *))                       \
  CALL (mem_host_register, "cuMemHostRegister_v2", true,                       \
        (void *, size_t, unsigned))                                            \
  CALL (mem_host_unregister, "cuMemHostUnregister", true, (void *))            \
  CALL (mem_host_pointer, "cuMemHostGetDevicePointer_v2", false,               \
        (cu_pointer *, void *, unsigned))                                      \
  CALL (copy_async, "cuMemcpyAsync", false,                                    \
        (cu_pointer, cu_pointer, size_t, cu_stream))                           \
  CALL (memset_async, "cuMemsetD8Async", false,                                \
        (cu_pointer, unsigned char, size_t, cu_stream))                        \
  CALL (stream_create, "cuStreamCreate", false, (cu_stream *, unsigned))       \
  CALL (stream_destroy, "cuStreamDestroy_v2", false, (cu_stream))              \
  CALL (stream_sync, "cuStreamSynchronize", false, (cu_stream))                \
  CALL (stream_wait_value, "cuStreamWaitValue32_v2", false,                    \
        (cu_stream, cu_pointer, uint32_t, unsigned))                           \
  CALL (capture_begin, "cuStreamBeginCapture_v2", false, (cu_stream, int))     \
  CALL (capture_end, "cuStreamEndCapture", false, (cu_stream, cu_graph *))     \
  CALL (graph_nodes, "cuGraphGetNodes", false,                                 \
        (cu_graph, cu_node *, size_t *))                                       \
  CALL (graph_instantiate, "cuGraphInstantiateWithFlags", false,               \
        (cu_graph_exec *, cu_graph, unsigned long long))                       \
  CALL (graph_launch, "cuGraphLaunch", false, (cu_graph_exec, cu_stream))      \
  CALL (graph_exec_destroy, "cuGraphExecDestroy", false, (cu_graph_exec))      \
  CALL (graph_destroy, "cuGraphDestroy", false, (cu_graph))                    \
  CALL (module_load, "cuModuleLoadData", false, (cu_module *, const void *))   \
  CALL (module_unload, "cuModuleUnload", false, (cu_module))                   \
  CALL (module_function, "cuModuleGetFunction", false,                         \
        (cu_function *, cu_module, const char *))                              \
  CALL (launch, "cuLaunchKernel", false,                                       \
        (cu_function, unsigned, unsigned, unsigned, unsigned, unsigned,        \
         unsigned, unsigned, cu_stream, void **, void **))                     \
  CALL (event_create, "cuEventCreate", false, (cu_event *, unsigned))          \
  CALL (event_destroy, "cuEventDestroy_v2", false, (cu_event))                 \
  CALL (event_record, "cuEventRecord", false, (cu_event, cu_stream))           \
  CALL (event_sync, "cuEventSynchronize", false, (cu_event))                   \
  CALL (event_elapsed, "cuEventElapsedTime", false,                            \
        (float *, cu_event, cu_event))

struct cuda_driver {
#define CALL(field, name, optional, parameters) cu_result (*field) parameters;
  CUDA_CALLS (CALL)
#undef CALL
};

/* A call of a library, which is opened at run time. */
struct symbol {
  size_t offset; /* of its member in a struct of function pointers */
  const char *name, *before; /* its name, and an older one or NULL */
  bool optional;
};

/* Stores the addresses of n symbols.  Returns the name of the first that is
 * missing and not optional; NULL: none. */
const char *symbols_resolve (void *library, void *calls,
                             const struct symbol *symbol, size_t n);

/* Opens and initialises the driver library.  False if there is none, or no
 * device: *why is the reason, to be freed. */
bool cuda_driver_open (struct cuda_driver *driver, char **why);

/* Returns the driver's text for an error. */
const char *cuda_error (const struct cuda_driver *driver, cu_result error);

/* The limits of the primary context, which plugins share: what one sets applies
 * to all that follow. */
enum { N_CONTEXT_LIMITS = 4 };

struct context_limits {
  bool known[N_CONTEXT_LIMITS];
  size_t bytes[N_CONTEXT_LIMITS];
};

/* Reads a limit of the current context by its number; false if the driver or
 * the device has none. */
bool context_limit_read (const struct cuda_driver *driver, int number,
                         size_t *bytes);

void context_limits_read (struct context_limits *l,
                          const struct cuda_driver *driver);
/* Returns the limits that differ from *was, to be freed; NULL: none.  Ignores a
 * larger stack: the driver enlarges it for a kernel that needs it, and leaves
 * it so. */
char *context_limits_altered (const struct context_limits *was,
                              const struct cuda_driver *driver);
/* Restores the limits that differ, also the stack.  The driver refuses it for
 * limits whose memory a kernel has used. */
cu_result context_limits_restore (const struct context_limits *was,
                                  const struct cuda_driver *driver);

#endif
