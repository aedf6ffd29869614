/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The few calls of CUPTI, CUDA's profiling library, that the host makes, opened
 * at run time.  Signatures, numbers and the beginnings of records are those of
 * its ABI, which grows at the ends of records alone.
 */
#ifndef CUDA_CUPTI_H
#define CUDA_CUPTI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int cupti_result; /* 0: success */

/* Kinds of records. */
enum {
  CUPTI_MEMCPY = 1,
  CUPTI_MEMSET = 2,
  CUPTI_DRIVER = 4,  /* a call of the driver; */
  CUPTI_RUNTIME = 5, /* of the runtime */
  CUPTI_KERNEL = 10, /* one that may run beside others */
  CUPTI_EXTERNAL = 39
};

enum { CUPTI_CUSTOM = 3 }; /* numbers of the caller's own */

/* What they begin with.  Times are of the device's clock, in ns. */
struct cupti_record {
  uint32_t kind;
};
struct cupti_transfer { /* MEMCPY, MEMSET */
  uint32_t kind, what;
  uint64_t bytes, start, end;
  uint32_t device, context, stream, correlation;
};
struct cupti_kernel {
  uint32_t kind;
  uint8_t cache, shared;
  uint16_t registers;
  uint32_t requested, executed;
  uint64_t start, end, completed;
  uint32_t device, context, stream, grid[3], block[3], static_shared,
      dynamic_shared, local_each, local_all, correlation;
};
struct cupti_external { /* comes before the record of the call that it is of */
  uint32_t kind, whose;
  uint64_t number;
  uint32_t correlation, reserved;
};

typedef void cupti_requested (uint8_t **buffer, size_t *bytes, size_t *records);
typedef void cupti_completed (void *context, uint32_t stream, uint8_t *buffer,
                              size_t bytes, size_t valid);

struct cupti {
  cupti_result (*callbacks) (cupti_requested *, cupti_completed *);
  cupti_result (*enable) (int kind);
  cupti_result (*disable) (int kind);
  cupti_result (*flush) (uint32_t forced);
  cupti_result (*next) (uint8_t *buffer, size_t valid, struct cupti_record **);
  cupti_result (*push) (int whose, uint64_t number);
  cupti_result (*pop) (int whose, uint64_t *number);
  cupti_result (*text) (cupti_result, const char **);
};

/* Opens the library that suits a driver of such a major version.  False where
 * there is none: *why says why, to be freed. */
bool cupti_open (struct cupti *cupti, int major, char **why);

/* The library's text for an error. */
const char *cupti_error (const struct cupti *cupti, cupti_result error);

#endif
