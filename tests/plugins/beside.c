/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CUDA variants of copy for the tests of devices side by side, on the stand-in
 * for the driver.  Each waits, before it copies, for BESIDE_DEVICES workers of
 * as many devices, for BESIDE_SECONDS at the most: every worker makes a file,
 * named after its device, in the folder BESIDE_MEET.  On the device BESIDE_ODD,
 * which waits for nobody, some do wrong; "all" is each.
 */
#include <config.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <gkhost/copy.h>

#include "../clock/virtual-clock.h"

struct state {
  bool odd; /* this device is */
};

static bool
touch (const char *folder, const char *device)
{
  char path[256];
  int fd;

  snprintf (path, sizeof path, "%s/%s", folder, device);
  fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (fd >= 0)
    close (fd);
  return fd >= 0;
}

static bool
all_are_there (const char *folder, int n)
{
  char path[256];

  for (int i = 0; i < n; i++) {
    snprintf (path, sizeof path, "%s/cuda:%d", folder, i);
    if (access (path, F_OK) != 0)
      return false;
  }
  return true;
}

static bool
meet (const char *device)
{
  const char *folder = getenv ("BESIDE_MEET");
  const char *devices = getenv ("BESIDE_DEVICES");
  const char *seconds = getenv ("BESIDE_SECONDS");
  long naps = 200 * (seconds != NULL ? atol (seconds) : 1);

  if (folder == NULL || devices == NULL)
    return true;
  if (!touch (folder, device))
    return false;
  while (!all_are_there (folder, atoi (devices))) {
    if (naps-- == 0)
      return false;
    virtual_sleep (5e-3);
  }
  return true;
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  const char *odd = getenv ("BESIDE_ODD");
  struct state *s = host->workspace (host, sizeof *s);

  (void)problem, (void)values;
  if (s == NULL)
    return GK_SKIP;
  s->odd = odd != NULL
           && (strcmp (odd, device->name) == 0 || strcmp (odd, "all") == 0);
  *state = s;
  if (s->odd || meet (device->name))
    return GK_OK;
  host->error (host, "no other device has a worker now");
  return GK_FAIL;
}

/* A function of the driver's. */
#define CALL(name, ...)                                                        \
  ((union {                                                                    \
     void *object;                                                             \
     int (*function) (__VA_ARGS__);                                            \
   }){ dlsym (dlopen ("libcuda.so.1", RTLD_NOW), name) }                       \
       .function)

static int
right (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_copy *p = problem;
  size_t bytes = (size_t)(p->rows * p->src_pitch) * p->element;

  (void)state;
  if (CALL ("cuMemcpyAsync", uint64_t, uint64_t, size_t,
            void *) ((uintptr_t)p->dst, (uintptr_t)p->src, bytes, stream)
      == 0)
    return GK_OK;
  host->error (host, "the driver refused to copy");
  return GK_FAIL;
}

static int
hangs (const gk_host *host, const void *problem, void *state, void *stream)
{
  const struct state *s = state;

  while (s->odd)
    pause ();
  return right (host, problem, state, stream);
}

static int
falls (const gk_host *host, const void *problem, void *state, void *stream)
{
  const struct state *s = state;

  if (s->odd)
    abort ();
  return right (host, problem, state, stream);
}

static int
wrong (const gk_host *host, const void *problem, void *state, void *stream)
{
  const struct state *s = state;
  const gk_copy *p = problem;

  if (!s->odd)
    return right (host, problem, state, stream);
  return CALL ("cuMemsetD8Async", uint64_t, unsigned char, size_t,
               void *) ((uintptr_t)p->dst, 0x5a,
                        (size_t)(p->rows * p->dst_pitch) * p->element, stream);
}

/* Where the worker may compute, and whose memory it has. */
static int
tell_place (const gk_host *host, const gk_device *device, const void *problem,
            const gk_value *values, void **state)
{
  unsigned long nodes[16] = { 0 };
  int policy = -1;
  cpu_set_t set;

  if (sched_getaffinity (0, sizeof set, &set) == 0)
    host->log (host, "may use %d processors", CPU_COUNT (&set));
#ifdef SYS_get_mempolicy
  if (syscall (SYS_get_mempolicy, &policy, nodes, 8 * sizeof nodes, NULL, 0ul)
      == 0)
    host->log (host, "memory by policy %d of %lx", policy, nodes[0]);
#endif
  return prepare (host, device, problem, values, state);
}

#define VARIANT(n, s, p, f)                                                    \
  {                                                                            \
    .family = "copy", .name = n, .summary = s, .device = GK_CUDA,              \
    .prepare = p, .launch = f                                                  \
  }

static const gk_variant variants[] = {
  VARIANT ("meets", "copies", prepare, right),
  VARIANT ("hangs", "does not return on one device", prepare, hangs),
  VARIANT ("falls", "aborts on one device", prepare, falls),
  VARIANT ("wrong", "is wrong on one device", prepare, wrong),
  VARIANT ("tells-place", "says where it may compute", tell_place, right),
};

GK_PLUGIN ("beside", PACKAGE_VERSION, "copies beside other devices", NULL,
           variants)
