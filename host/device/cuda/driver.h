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
  CU_HOST_MAPPED = 2,
  CU_ATTACH_GLOBAL = 1
};

struct cuda_driver {
  cu_result (*init) (unsigned);
  cu_result (*driver_version) (int *);
  cu_result (*error_string) (cu_result, const char **);
  cu_result (*device_count) (int *);
  cu_result (*device_get) (cu_device *, int);
  cu_result (*device_name) (char *, int, cu_device);
  cu_result (*device_attribute) (int *, int, cu_device);
  cu_result (*device_memory) (size_t *, cu_device);
  /* May be NULL: then the address is not known. */
  cu_result (*device_address) (char *, int, cu_device);
  cu_result (*context_retain) (cu_context *, cu_device);
  cu_result (*context_release) (cu_device);
  cu_result (*context_set) (cu_context);
  cu_result (*context_sync) (void);
  /* May be NULL: then there are no such limits. */
  cu_result (*limit_get) (size_t *, int);
  cu_result (*limit_set) (int, size_t);
  cu_result (*persisting_reset) (void);
  /* May be NULL: then a profiler gets no marks. */
  cu_result (*profiler_start) (void);
  cu_result (*profiler_stop) (void);
  cu_result (*mem_info) (size_t *, size_t *);
  cu_result (*mem_alloc) (cu_pointer *, size_t);
  cu_result (*mem_free) (cu_pointer);
  cu_result (*mem_alloc_managed) (cu_pointer *, size_t, unsigned);
  cu_result (*mem_alloc_host) (void **, size_t, unsigned);
  cu_result (*mem_free_host) (void *);
  cu_result (*mem_host_pointer) (cu_pointer *, void *, unsigned);
  cu_result (*copy_async) (cu_pointer, cu_pointer, size_t, cu_stream);
  cu_result (*memset_async) (cu_pointer, unsigned char, size_t, cu_stream);
  cu_result (*stream_create) (cu_stream *, unsigned);
  cu_result (*stream_destroy) (cu_stream);
  cu_result (*stream_sync) (cu_stream);
  cu_result (*stream_wait_value) (cu_stream, cu_pointer, uint32_t, unsigned);
  cu_result (*capture_begin) (cu_stream, int);
  cu_result (*capture_end) (cu_stream, cu_graph *);
  cu_result (*graph_nodes) (cu_graph, cu_node *, size_t *);
  cu_result (*graph_instantiate) (cu_graph_exec *, cu_graph,
                                  unsigned long long);
  cu_result (*graph_launch) (cu_graph_exec, cu_stream);
  cu_result (*graph_exec_destroy) (cu_graph_exec);
  cu_result (*graph_destroy) (cu_graph);
  cu_result (*module_load) (cu_module *, const void *);
  cu_result (*module_unload) (cu_module);
  cu_result (*module_function) (cu_function *, cu_module, const char *);
  /* A grid, a block and shared bytes; the stream; parameters in two ways. */
  cu_result (*launch) (cu_function, unsigned, unsigned, unsigned, unsigned,
                       unsigned, unsigned, unsigned, cu_stream, void **,
                       void **);
  cu_result (*event_create) (cu_event *, unsigned);
  cu_result (*event_destroy) (cu_event);
  cu_result (*event_record) (cu_event, cu_stream);
  cu_result (*event_sync) (cu_event);
  cu_result (*event_elapsed) (float *, cu_event, cu_event);
};

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
