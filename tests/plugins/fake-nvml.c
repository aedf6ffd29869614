/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A stand-in for NVIDIA's management library, of the few calls that the host
 * makes, beside fake-driver.c.  What it tells stands in the file FAKE_NVML, a
 * line each: a key, and numbers, one for each time that it is asked, of which
 * the last stays.  Behind a key may stand @BUS, of the device at 0000:BUS:00.0
 * alone.  What has no line is not supported.
 *
 *   clock, most, memory MHZ...    temperature C...    reasons BITS...
 *   instant, power MW...          energy MW           so much all the time
 *   corrected, uncorrected, remapped N...             mig 0|1
 *   others N...                   processes besides those that the file
 *                                 FAKE_DRIVER_PIDS has, which computed
 *   hidden 1                      processes are not told by our ids
 *
 *   NAME refuse|hang|crash N      what this call does, from its Nth time on
 *
 * With OLD defined it lacks the newer calls, and has older ones instead.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gkhost/plugin.h>

#include "../clock/virtual-clock.h"

enum { NOT_SUPPORTED = 3, NO_PERMISSION = 4, NOT_FOUND = 6, TOO_SMALL = 7 };
enum { CLOCK_MEMORY = 2, POWER_INSTANT = 186, UNSIGNED = 1 };

struct field {
  unsigned id, scope;
  long long timestamp, latency_us;
  int type, result;
  unsigned long long value;
};

struct process {
  unsigned pid;
  unsigned long long memory;
  unsigned instances[2];
};

/* A bus each. */
static struct device {
  unsigned bus;
} devices[] = { { 0 }, { 1 }, { 2 }, { 3 }, { 4 } };

/* The rest of the line that begins with a key; false: there is none. */
static int
line_of (const char *key, char *rest, int room)
{
  const char *path = getenv ("FAKE_NVML");
  FILE *file = path != NULL ? fopen (path, "r") : NULL;
  size_t n = strlen (key);
  int found = 0;

  while (file != NULL && !found && fgets (rest, room, file) != NULL)
    found = strncmp (rest, key, n) == 0 && rest[n] == ' ';
  if (file != NULL)
    fclose (file);
  if (found)
    memmove (rest, rest + n, strlen (rest + n) + 1);
  return found;
}

/* The nth number of a key, from 0, or the last. */
static int
number_of (const struct device *device, const char *key, unsigned nth,
           unsigned long long *number)
{
  char own[64], line[1024], *at = line, *end;
  int any = 0;

  snprintf (own, sizeof own, "%s@%u", key, device->bus);
  if (!line_of (own, line, sizeof line) && !line_of (key, line, sizeof line))
    return NOT_SUPPORTED;
  for (unsigned i = 0; i <= nth; i++, any = 1, at = end) {
    unsigned long long next = strtoull (at, &end, 10);

    if (end == at)
      break;
    *number = next;
  }
  return any ? 0 : NOT_SUPPORTED;
}

/* Whether the call goes wrong this time, the nth, from 0. */
static int
misfortune (const char *name, unsigned nth)
{
  char line[1024], what[16];
  unsigned first;

  if (!line_of (name, line, sizeof line)
      || sscanf (line, "%15s %u", what, &first) != 2 || nth + 1 < first)
    return 0;
  if (strcmp (what, "hang") == 0)
    for (;;)
      pause ();
  if (strcmp (what, "crash") == 0)
    abort ();
  return NO_PERMISSION;
}

#define NVML(name, ...)                                                        \
  GK_EXPORT int name (__VA_ARGS__);                                            \
  int name (__VA_ARGS__)

/* Begins a call, with *nth. */
#define BEGIN()                                                                \
  static unsigned count;                                                       \
  const unsigned nth = count++;                                                \
  const int error = misfortune (__func__, nth);                                \
  if (error != 0)                                                              \
  return error

/* A call that has one number for an answer. */
static int
tell (const struct device *device, const char *key, unsigned nth, unsigned *to)
{
  unsigned long long number;
  int error = number_of (device, key, nth, &number);

  if (error == 0)
    *to = (unsigned)number;
  return error;
}

NVML (nvmlInit_v2, void)
{
  BEGIN ();
  return 0;
}

NVML (nvmlDeviceGetHandleByPciBusId_v2, const char *address,
      struct device **device)
{
  unsigned bus;

  BEGIN ();
  if (sscanf (address, "0000:%x:00.0", &bus) != 1
      || bus >= sizeof devices / sizeof devices[0])
    return NOT_FOUND;
  *device = &devices[bus];
  return 0;
}

NVML (nvmlDeviceGetClockInfo, struct device *device, int which, unsigned *mhz)
{
  BEGIN ();
  /* Both in turn. */
  return tell (device, which == CLOCK_MEMORY ? "memory" : "clock", nth / 2,
               mhz);
}

NVML (nvmlDeviceGetMaxClockInfo, struct device *device, int which,
      unsigned *mhz)
{
  BEGIN ();
  (void)which;
  return tell (device, "most", nth, mhz);
}

NVML (nvmlDeviceGetPowerUsage, struct device *device, unsigned *mw)
{
  BEGIN ();
  return tell (device, "power", nth, mw);
}

NVML (nvmlDeviceGetTemperature, struct device *device, int sensor,
      unsigned *celsius)
{
  BEGIN ();
  return sensor == 0 ? tell (device, "temperature", nth, celsius)
                     : NOT_SUPPORTED;
}

NVML (nvmlDeviceGetTotalEnergyConsumption, struct device *device,
      unsigned long long *mj)
{
  unsigned long long mw;

  BEGIN ();
  if (number_of (device, "energy", nth, &mw) != 0)
    return NOT_SUPPORTED;
  *mj = (unsigned long long)((double)mw * virtual_now ());
  return 0;
}

NVML (nvmlDeviceGetTotalEccErrors, struct device *device, int errors,
      int counter, unsigned long long *n)
{
  BEGIN ();
  (void)counter;
  return number_of (device, errors == 0 ? "corrected" : "uncorrected", nth / 2,
                    n);
}

/* Those that computed here, of a file that has a line each. */
static unsigned
computing (struct process *process, unsigned room)
{
  const char *path = getenv ("FAKE_DRIVER_PIDS");
  FILE *file = path != NULL ? fopen (path, "r") : NULL;
  unsigned n = 0;

  while (file != NULL && n < room && fscanf (file, "%u", &process[n].pid) == 1)
    n++;
  if (file != NULL)
    fclose (file);
  return n;
}

static int
processes_of (const struct device *device, unsigned nth, unsigned *n,
              struct process *process)
{
  unsigned room = *n, others, hidden = 0;

  if (tell (device, "others", nth, &others) != 0)
    return NOT_SUPPORTED;
  tell (device, "hidden", nth, &hidden);
  *n = hidden ? 0 : computing (process, room);
  /* No process has these ids. */
  for (; others > 0 && *n < room; others--)
    process[(*n)++].pid = 0x7fff0000u + others;
  return others > 0 ? TOO_SMALL : 0;
}

#ifdef OLD
NVML (nvmlDeviceGetComputeRunningProcesses_v2, struct device *device,
      unsigned *n, struct process *process)
{
  BEGIN ();
  return processes_of (device, nth, n, process);
}

NVML (nvmlDeviceGetCurrentClocksThrottleReasons, struct device *device,
      unsigned long long *bits)
{
  BEGIN ();
  return number_of (device, "reasons", nth, bits);
}
#else
NVML (nvmlDeviceGetComputeRunningProcesses_v3, struct device *device,
      unsigned *n, struct process *process)
{
  BEGIN ();
  return processes_of (device, nth, n, process);
}

NVML (nvmlDeviceGetCurrentClocksEventReasons, struct device *device,
      unsigned long long *bits)
{
  BEGIN ();
  return number_of (device, "reasons", nth, bits);
}

NVML (nvmlDeviceGetFieldValues, struct device *device, int n,
      struct field *field)
{
  unsigned mw;

  BEGIN ();
  if (n != 1 || field->id != POWER_INSTANT)
    return NOT_SUPPORTED;
  field->result = tell (device, "instant", nth, &mw);
  field->type = UNSIGNED;
  if (field->result == 0)
    memcpy (&field->value, &mw, sizeof mw);
  return 0;
}

NVML (nvmlDeviceGetMigMode, struct device *device, unsigned *now,
      unsigned *later)
{
  BEGIN ();
  *later = 0;
  return tell (device, "mig", nth, now);
}

NVML (nvmlDeviceGetRemappedRows, struct device *device, unsigned *corrected,
      unsigned *uncorrected, unsigned *pending, unsigned *failed)
{
  BEGIN ();
  *uncorrected = *pending = *failed = 0;
  return tell (device, "remapped", nth, corrected);
}
#endif
