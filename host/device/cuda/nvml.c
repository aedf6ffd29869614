/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#include "device/cuda/nvml.h"

#define LIBRARY "libnvidia-ml.so.1"

/* The newer name of a call, and what it was called before. */
#define SYMBOL(field, name, before)                                            \
  {                                                                            \
    offsetof (struct nvml, field), name, before                                \
  }

static const struct {
  size_t offset;
  const char *name, *before;
} symbols[] = {
  SYMBOL (init, "nvmlInit_v2", NULL),
  SYMBOL (device_by_address, "nvmlDeviceGetHandleByPciBusId_v2", NULL),
  SYMBOL (clock, "nvmlDeviceGetClockInfo", NULL),
  SYMBOL (clock_most, "nvmlDeviceGetMaxClockInfo", NULL),
  SYMBOL (field_values, "nvmlDeviceGetFieldValues", NULL),
  SYMBOL (power, "nvmlDeviceGetPowerUsage", NULL),
  SYMBOL (energy, "nvmlDeviceGetTotalEnergyConsumption", NULL),
  SYMBOL (temperature, "nvmlDeviceGetTemperature", NULL),
  SYMBOL (reasons, "nvmlDeviceGetCurrentClocksEventReasons",
          "nvmlDeviceGetCurrentClocksThrottleReasons"),
  SYMBOL (ecc, "nvmlDeviceGetTotalEccErrors", NULL),
  SYMBOL (remapped, "nvmlDeviceGetRemappedRows", NULL),
  SYMBOL (processes, "nvmlDeviceGetComputeRunningProcesses_v3",
          "nvmlDeviceGetComputeRunningProcesses_v2"),
  SYMBOL (parts, "nvmlDeviceGetMigMode", NULL),
};

static void
resolve_symbols (struct nvml *nvml, void *library)
{
  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
    void *address = dlsym (library, symbols[i].name);

    if (address == NULL && symbols[i].before != NULL)
      address = dlsym (library, symbols[i].before);
    /* What POSIX promises of dlsym, ISO C has no cast for. */
    memcpy ((char *)nvml + symbols[i].offset, &address, sizeof address);
  }
}

bool
nvml_open (struct nvml *nvml)
{
  void *library = dlopen (LIBRARY, RTLD_NOW | RTLD_LOCAL);

  if (library == NULL)
    return false;
  resolve_symbols (nvml, library);
  return nvml->init != NULL && nvml->device_by_address != NULL
         && nvml->init () == 0;
}
