/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads the meter with NVML, which is opened at run time.  Signatures and
 * numbers are those of its stable ABI.
 */
#include <config.h>

#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/optional.h"
#include "base/clock.h"
#include "base/xalloc.h"
#include "device/cuda/cuda.h"
#include "device/cuda/driver.h"

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

/* The calls: the member of struct nvml, the current name and an older one, and
 * the parameters.  Clocks are in MHz, power in mW and energy in mJ; reasons are
 * a bit each, in the order of enum clock_reason.  remapped: rows for errors of
 * both kinds, whether one is pending, and whether one failed.  parts: whether
 * the device is partitioned (MIG), now and after a restart. */
#define NVML_CALLS(CALL)                                                       \
  CALL (init, "nvmlInit_v2", NULL, (void))                                     \
  CALL (device_by_address, "nvmlDeviceGetHandleByPciBusId_v2", NULL,           \
        (const char *, nvml_device *))                                         \
  CALL (clock, "nvmlDeviceGetClockInfo", NULL, (nvml_device, int, unsigned *)) \
  CALL (clock_most, "nvmlDeviceGetMaxClockInfo", NULL,                         \
        (nvml_device, int, unsigned *))                                        \
  CALL (field_values, "nvmlDeviceGetFieldValues", NULL,                        \
        (nvml_device, int, struct nvml_field *))                               \
  CALL (power, "nvmlDeviceGetPowerUsage", NULL, (nvml_device, unsigned *))     \
  CALL (energy, "nvmlDeviceGetTotalEnergyConsumption", NULL,                   \
        (nvml_device, unsigned long long *))                                   \
  CALL (temperature, "nvmlDeviceGetTemperature", NULL,                         \
        (nvml_device, int, unsigned *))                                        \
  CALL (reasons, "nvmlDeviceGetCurrentClocksEventReasons",                     \
        "nvmlDeviceGetCurrentClocksThrottleReasons",                           \
        (nvml_device, unsigned long long *))                                   \
  CALL (ecc, "nvmlDeviceGetTotalEccErrors", NULL,                              \
        (nvml_device, int, int, unsigned long long *))                         \
  CALL (remapped, "nvmlDeviceGetRemappedRows", NULL,                           \
        (nvml_device, unsigned *, unsigned *, unsigned *, unsigned *))         \
  CALL (processes, "nvmlDeviceGetComputeRunningProcesses_v3",                  \
        "nvmlDeviceGetComputeRunningProcesses_v2",                             \
        (nvml_device, unsigned *, struct nvml_process *))                      \
  CALL (parts, "nvmlDeviceGetMigMode", NULL,                                   \
        (nvml_device, unsigned *, unsigned *))

/* All but the first two may be NULL in an older driver. */
struct nvml {
#define CALL(field, name, before, parameters) nvml_result (*field) parameters;
  NVML_CALLS (CALL)
#undef CALL
};

static const struct symbol symbols[] = {
#define CALL(field, name, before, parameters)                                  \
  { offsetof (struct nvml, field), name, before, true },
  NVML_CALLS (CALL)
#undef CALL
};

static bool
nvml_open (struct nvml *nvml)
{
  void *library = dlopen ("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);

  if (library == NULL)
    return false;
  symbols_resolve (library, nvml, symbols, sizeof symbols / sizeof symbols[0]);
  return nvml->init != NULL && nvml->device_by_address != NULL
         && nvml->init () == 0;
}

struct cuda_meter {
  struct meter meter; /* must be first */
  struct nvml nvml;
  nvml_device device;
  bool in_parts; /* then power and processes are those of all partitions */
};

static double
read_clock (const struct cuda_meter *m,
            nvml_result (*call) (nvml_device, int, unsigned *), int which)
{
  unsigned mhz;

  return call != NULL && call (m->device, which, &mhz) == 0 ? 1e6 * mhz
                                                            : (double)NAN;
}

/* Reads the instantaneous power, or the average if the device has no other. */
static double
read_power (const struct cuda_meter *m)
{
  struct nvml_field field = { .id = NVML_FIELD_POWER_INSTANT };
  unsigned mw;

  if (m->in_parts)
    return (double)NAN;
  if (m->nvml.field_values != NULL
      && m->nvml.field_values (m->device, 1, &field) == 0 && field.result == 0
      && field.type == NVML_VALUE_UNSIGNED)
    return 1e-3 * field.value.u;
  return m->nvml.power != NULL && m->nvml.power (m->device, &mw) == 0
             ? 1e-3 * mw
             : (double)NAN;
}

static double
read_temperature (const struct cuda_meter *m)
{
  unsigned celsius;

  return m->nvml.temperature != NULL
                 && m->nvml.temperature (m->device, NVML_TEMPERATURE_GPU,
                                         &celsius)
                        == 0
             ? celsius
             : (double)NAN;
}

static int64_t
read_reasons (const struct cuda_meter *m)
{
  unsigned long long bits;

  return m->nvml.reasons != NULL && m->nvml.reasons (m->device, &bits) == 0
             ? (int64_t)(bits & ((1u << N_CLOCK_REASONS) - 1))
             : INTEGER_ABSENT;
}

static double
read_energy (const struct cuda_meter *m)
{
  unsigned long long mj;

  return !m->in_parts && m->nvml.energy != NULL
                 && m->nvml.energy (m->device, &mj) == 0
             ? 1e-3 * (double)mj
             : (double)NAN;
}

static int64_t
read_ecc (const struct cuda_meter *m, int errors)
{
  unsigned long long n;

  return m->nvml.ecc != NULL
                 && m->nvml.ecc (m->device, errors, NVML_ECC_VOLATILE, &n) == 0
             ? (int64_t)n
             : INTEGER_ABSENT;
}

static int64_t
read_remapped (const struct cuda_meter *m)
{
  unsigned corrected, uncorrected, pending, failed;

  return m->nvml.remapped != NULL
                 && m->nvml.remapped (m->device, &corrected, &uncorrected,
                                      &pending, &failed)
                        == 0
             ? (int64_t)corrected + uncorrected
             : INTEGER_ABSENT;
}

static bool
is_among (unsigned pid, const pid_t *ours, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if ((pid_t)pid == ours[i])
      return true;
  return false;
}

/* In a container, ids may be those of another namespace, or hidden.  They are
 * not if one of ours is listed. */
static int64_t
count_other_processes (const struct cuda_meter *m, const pid_t *ours,
                       size_t n_ours)
{
  enum { MOST = 256 };
  struct nvml_process process[MOST];
  unsigned n = MOST;
  int64_t others = 0;

  if (m->in_parts || m->nvml.processes == NULL
      || m->nvml.processes (m->device, &n, process) != 0 || n > MOST)
    return INTEGER_ABSENT;
  for (unsigned i = 0; i < n; i++)
    others += !is_among (process[i].pid, ours, n_ours);
  return others < (int64_t)n ? others : INTEGER_ABSENT;
}

static void
cuda_meter_read (struct meter *meter, enum reading_depth depth,
                 const pid_t *ours, size_t n_ours, struct reading *r)
{
  const struct cuda_meter *m = (const struct cuda_meter *)meter;
  const bool all = depth == READING_ALL;

  *r = (struct reading){
    .time = clock_now (),
    .clock_sm = read_clock (m, m->nvml.clock, NVML_CLOCK_SM),
    .clock_memory = read_clock (m, m->nvml.clock, NVML_CLOCK_MEMORY),
    .power = read_power (m),
    .temperature = read_temperature (m),
    .reasons = read_reasons (m),
    .energy = depth >= READING_ENERGY ? read_energy (m) : (double)NAN,
    .ecc_corrected = all ? read_ecc (m, NVML_ECC_CORRECTED) : INTEGER_ABSENT,
    .ecc_uncorrected
    = all ? read_ecc (m, NVML_ECC_UNCORRECTED) : INTEGER_ABSENT,
    .remapped = all ? read_remapped (m) : INTEGER_ABSENT,
    .others = all ? count_other_processes (m, ours, n_ours) : INTEGER_ABSENT,
  };
}

struct meter *
cuda_meter_open (const char *address)
{
  struct cuda_meter *m = xcalloc (1, sizeof *m);
  unsigned parts = 0, later;

  if (!nvml_open (&m->nvml)
      || m->nvml.device_by_address (address, &m->device) != 0) {
    free (m);
    return NULL;
  }
  m->in_parts = m->nvml.parts != NULL
                && m->nvml.parts (m->device, &parts, &later) == 0 && parts != 0;
  m->meter.read = cuda_meter_read;
  m->meter.clock_sm_most = read_clock (m, m->nvml.clock_most, NVML_CLOCK_SM);
  return &m->meter;
}
