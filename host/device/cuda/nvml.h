/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The few calls of NVIDIA's management library that the host makes, opened at
 * run time.  Signatures and numbers are those of its stable ABI.
 */
#ifndef CUDA_NVML_H
#define CUDA_NVML_H

#include <stdbool.h>
#include <stdint.h>

typedef int nvml_result; /* 0: success */
typedef struct nvml_device_handle *nvml_device;

enum { NVML_CLOCK_SM = 1, NVML_CLOCK_MEMORY = 2 };
enum { NVML_TEMPERATURE_GPU = 0 };
enum { NVML_ECC_CORRECTED = 0, NVML_ECC_UNCORRECTED = 1 };
/* Counted since the driver was loaded. */
enum { NVML_ECC_VOLATILE = 0 };
enum { NVML_FIELD_POWER_INSTANT = 186 };
enum { NVML_VALUE_UNSIGNED = 1 };

struct nvml_field {
  unsigned id, scope;
  long long timestamp, latency_us;
  int type;
  nvml_result result;
  union {
    unsigned u;
    double widest;
  } value;
};

struct nvml_process {
  unsigned pid;
  unsigned long long memory;
  unsigned gpu_instance, compute_instance;
};

/* Where a driver lacks one of these, but for the first two, it is NULL. */
struct nvml {
  nvml_result (*init) (void);
  nvml_result (*device_by_address) (const char *, nvml_device *);
  /* In MHz. */
  nvml_result (*clock) (nvml_device, int, unsigned *);
  nvml_result (*clock_most) (nvml_device, int, unsigned *);
  nvml_result (*field_values) (nvml_device, int, struct nvml_field *);
  nvml_result (*power) (nvml_device, unsigned *);            /* mW */
  nvml_result (*energy) (nvml_device, unsigned long long *); /* mJ */
  nvml_result (*temperature) (nvml_device, int, unsigned *);
  /* A bit each, which are those of enum clock_reason. */
  nvml_result (*reasons) (nvml_device, unsigned long long *);
  nvml_result (*ecc) (nvml_device, int, int, unsigned long long *);
  /* Rows for errors of both kinds, whether one is pending, and one failed. */
  nvml_result (*remapped) (nvml_device, unsigned *, unsigned *, unsigned *,
                           unsigned *);
  nvml_result (*processes) (nvml_device, unsigned *, struct nvml_process *);
  /* Whether the device is in parts: now, and after a restart. */
  nvml_result (*parts) (nvml_device, unsigned *, unsigned *);
};

/* Opens the library and initialises it.  False where there is none that could
 * tell anything. */
bool nvml_open (struct nvml *nvml);

#endif
