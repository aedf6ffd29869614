/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parts of the backend of CUDA devices (cuda.c), a file each, which call
 * the driver (driver.h).
 */
#ifndef CUDA_H
#define CUDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/cuda/driver.h"
#include "device/device.h"
#include "device/meter.h"

/* Kernels of the host, in PTX, which the driver compiles for the device: the
 * host builds without CUDA's compiler.  The empty kernels and the ones that
 * read the L2 are in cache.c, the one that compares memory in compare.c.
 */

/* The first lines of each text, of a version that all usable drivers accept. */
#define CUDA_KERNELS_TEXT                                                      \
  ".version 6.0\n"                                                             \
  ".target sm_50\n"                                                            \
  ".address_size 64\n"

/* Loads a text and finds n functions in it by their names.  On failure nothing
 * is left loaded, and *module is NULL. */
cu_result cuda_kernels_load (cu_module *module,
                             const struct cuda_driver *driver, const char *text,
                             const char *const *names, size_t n,
                             cu_function *functions);
/* *module may be NULL. */
void cuda_kernels_unload (cu_module *module, const struct cuda_driver *driver);

enum { CUDA_EMPTY, CUDA_WAIT, N_CUDA_EMPTIES };

/* Kernels that compute nothing: one returns at once and one waits.  All zero
 * before they are loaded. */
struct cuda_empty {
  cu_module module;
  cu_function function[N_CUDA_EMPTIES];
};

/* Loads them, unless done. */
cu_result cuda_empty_load (struct cuda_empty *e,
                           const struct cuda_driver *driver);
/* Launches one that takes so many seconds; 0: returns at once. */
cu_result cuda_empty_launch (const struct cuda_empty *e,
                             const struct cuda_driver *driver, cu_stream stream,
                             double seconds);

/* The L2 cache: evicts it before a cold launch, and measures how fast it is
 * read, which no attribute of a device gives. */

/* All zero before it is loaded. */
struct cuda_evictor {
  cu_pointer memory;
  size_t bytes;
  bool filled;
  unsigned blocks;
  cu_module module;
  cu_function function; /* NULL: the driver can't load it */
};

/* Allocates the memory, unless done, for a device of so many bytes of L2 (0:
 * not known) and so many multiprocessors.  If the driver lacks its compiler,
 * each eviction fills the memory instead of reading it. */
cu_result cuda_evictor_load (struct cuda_evictor *e,
                             const struct cuda_driver *driver, uint64_t l2,
                             unsigned multiprocessors);
/* Evicts the L2, in stream order; call cuda_evictor_load first. */
cu_result cuda_evictor_evict (struct cuda_evictor *e,
                              const struct cuda_driver *driver,
                              cu_stream stream);
void cuda_evictor_close (struct cuda_evictor *e,
                         const struct cuda_driver *driver);

/* Measures the rate with a kernel that reads the same part of the L2 again and
 * again: some 0.1 s, and memory of that size; the device must be open.  False
 * with the device's error. */
bool cuda_cache_measure (struct device *d, const struct cuda_driver *driver,
                         double *bytes_per_second);

/* Comparison of device memory.  All zero before it is loaded. */
enum { CUDA_COMPARE, CUDA_HOLDS, N_CUDA_COMPARISONS };

struct cuda_comparer {
  cu_module module;
  cu_function function[N_CUDA_COMPARISONS];
  unsigned blocks;
  volatile uint32_t *differ; /* mapped host memory */
  cu_pointer at;             /* where the device has that */
};

/* Loads it, unless done; it must not be captured, nor the stream held. */
cu_result cuda_comparer_load (struct cuda_comparer *c,
                              const struct cuda_driver *driver,
                              unsigned multiprocessors);
/* Compares in stream order, and waits for it.  a and b are multiples of 16. */
cu_result cuda_comparer_compare (struct cuda_comparer *c,
                                 const struct cuda_driver *driver,
                                 cu_stream stream, cu_pointer a, cu_pointer b,
                                 size_t bytes, bool *same);
/* Compares the bytes of n ranges with a value, in the same way. */
cu_result cuda_comparer_holds (struct cuda_comparer *c,
                               const struct cuda_driver *driver,
                               cu_stream stream, const struct range *range,
                               size_t n, uint8_t byte, bool *same);
void cuda_comparer_close (struct cuda_comparer *c,
                          const struct cuda_driver *driver);

/* What a CUDA device is and can do, from its attributes and from data sheets.
 */

/* Fills in what is known of a device.  Returns the error if it can't be used.
 */
cu_result cuda_info_read (const struct cuda_driver *cu, cu_device device,
                          int ordinal, struct device_info *info);

/* Returns the operations that one multiprocessor completes in one clock; a
 * multiply-add counts as two; 0: not known. */
unsigned cuda_ops_per_clock (unsigned capability, gk_op_class op_class);

/* Host memory that is pinned where it is, for copies at the speed of the bus;
 * to pin it takes about twice as long as to copy it once.  The judge's inputs
 * are sealed, and so pinned as read-only: then the driver's module of the Linux
 * kernel gives the device read-only mappings alone, and no variant can change
 * what the judge holds. */

enum { PINNED_MOST = 64 };

/* All zero before the first use. */
struct cuda_pinned {
  struct pinned_range {
    char *begin, *end;
    bool refused; /* the driver copies it slower */
  } range[PINNED_MOST];
  size_t n;
};

/* Pins memory that begins with a page, unless it is, together with what is
 * pinned of its pages. */
void pinned_add (struct cuda_pinned *p, const struct cuda_driver *cu,
                 const void *memory, size_t bytes, bool writable);
/* True when kernels can read the memory at its address. */
bool pinned_is_mapped (const struct cuda_pinned *p,
                       const struct cuda_driver *cu, const void *memory);
/* To be called before any of it is unmapped. */
void pinned_forget (struct cuda_pinned *p, const struct cuda_driver *cu);

/* Records of CUPTI, NVIDIA's profiling library: when the kernels, copies and
 * fills of a launch ran, by the device's own clock.  Events around a launch
 * also include the time to begin and to end it. */

/* All zero before the first use. */
struct cuda_activity {
  bool opened;
  uint64_t first, next; /* numbers of the launches that were not read yet */
};

/* Starts recording; major: of the driver's version.  False on failure: *why is
 * the reason, to be freed. */
bool cuda_activity_begin (struct cuda_activity *a, int major, char **why);
/* Stops recording. */
void cuda_activity_end (struct cuda_activity *a);

/* Call before and after each launch to record, on the thread that launches. */
void cuda_activity_mark (struct cuda_activity *a, bool begin);

/* Sums over the launches marked since the last call, which must be complete, in
 * seconds: *span from the start of a launch's first piece of work to the end of
 * its last, *busy the pieces alone.  False if a record is missing: *why is the
 * reason, to be freed. */
bool cuda_activity_read (struct cuda_activity *a, double *span, double *busy,
                         char **why);

/* The meter of a CUDA device, by NVML, NVIDIA's management library. */

/* Opens the meter by PCI address, since the driver's numbers differ from NVML's
 * and depend on the user's environment.  NULL: NVML is missing, or does not
 * know the device. */
struct meter *cuda_meter_open (const char *address);

#endif
