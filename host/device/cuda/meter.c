/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/optional.h"
#include "base/clock.h"
#include "base/xalloc.h"
#include "device/cuda/meter.h"
#include "device/cuda/nvml.h"
#include "device/reasons.h"

struct cuda_meter {
  struct meter meter; /* first */
  struct nvml nvml;
  nvml_device device;
  bool in_parts; /* then power and processes are of all parts together */
};

static double
read_clock (const struct cuda_meter *m,
            nvml_result (*call) (nvml_device, int, unsigned *), int which)
{
  unsigned mhz;

  return call != NULL && call (m->device, which, &mhz) == 0 ? 1e6 * mhz
                                                            : (double)NAN;
}

/* At once, where the device tells that, else of the last moments. */
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

/* In a container ids may be those of another system, or hidden.  One of ours
 * that is seen shows that they are not. */
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

static void
cuda_meter_close (struct meter *meter)
{
  free (meter);
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
  m->meter.close = cuda_meter_close;
  m->meter.clock_sm_most = read_clock (m, m->nvml.clock_most, NVML_CLOCK_SM);
  return &m->meter;
}
