/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A stand-in for CUDA's driver library, of the few calls that the host makes:
 * one device, whose memory is the process's own.  With it the host's half of
 * CUDA is tested where there is no GPU.  FAKE_DRIVER_VERSION=N makes it another
 * one than 13000.  FAKE_DRIVER_DOMAIN=DOMAIN has its PCI bus in another domain
 * than 0000, and FAKE_DRIVER_ADDRESS=TEXT is the address of all of its devices.
 * FAKE_DRIVER_DEVICES=N makes it N
 * devices, up to 4, each with a stream that takes work in its own context only.
 *
 * Work is done when it is enqueued; while a stream is held (a wait for a value
 * that is not there yet), or captured, it is put into a list, which is done
 * when a caller waits, or launches the graph.  By the clock of virtual-clock.h
 * each piece of work takes the time that `costs` has, one after the other, and
 * whatever waits for the device sees that time pass.  With FAKE_DRIVER_PROFILED
 * set it
 * is as under a profiler, where each copy ends before it is enqueued.
 *
 * By that clock, with FAKE_DRIVER_FOURTH=N each fourth piece of work of a
 * stream but copies from and to the host takes 100 us longer, the first of
 * which is number N, from 0 to 3.
 *
 * One call of a process may go wrong, the Nth of its name; with
 * FAKE_DRIVER_ONCE=FILE in one process only, which makes this file:
 *
 *   FAKE_DRIVER_REFUSES=CALL:N=ERROR  does nothing but answer with the error
 *   FAKE_DRIVER_STICKS=CALL:N=ERROR   as do all that come behind it
 *   FAKE_DRIVER_HANGS=CALL:N=0        does not return
 *   FAKE_DRIVER_DIES=CALL:N=0         ends the process
 *   FAKE_DRIVER_LOSES=CALL:N=ERROR    its device is lost: it answers with the
 *                                     error, to all processes that find the
 *                                     file FAKE_DRIVER_LOST
 *
 * With FAKE_DRIVER_ON=N it goes wrong on device N alone.
 *
 * A process that opens a context adds its id to the file FAKE_DRIVER_PIDS,
 * where that is set.
 *
 * What is enqueued, or launched as a graph, while a profiler is told to count
 * goes to the file FAKE_DRIVER_COUNTS, a word each: begin copy end.
 *
 * What the host asked for that has no effect here is counted, in fake_counts.
 */
#include <config.h>

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gkhost/plugin.h>

#include "../clock/virtual-clock.h"
#include "fake-driver.h"

enum {
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  DEVICE_GONE = 46,
  ECC_ERROR = 214,
  NOT_FOUND = 500,
  NO_CONTEXT = 201,
  UNSUPPORTED_LIMIT = 215,
  WRONG_CONTEXT = 400,
  ILLEGAL_ADDRESS = 700,
  CAPTURE_BROKEN = 900
};
/* So many entries a stream takes before a real driver makes the caller wait. */
enum { HELD_MOST = 1024 };
enum { NON_BLOCKING = 1 };
enum { MEMORY_BYTES = 1 << 28, MOST = 4096, DEVICES_MOST = 4 };

enum kind { COPY, FILL, READ, COMPARE, HOLDS, EVENT, EMPTY, CALL };

struct event {
  double time;
};

struct op {
  enum kind kind;
  void *to;
  const void *from;
  size_t n;
  struct event *event;
  uint32_t *differ;              /* of a comparison */
  uint32_t value;                /* that bytes are compared with */
  void (*function) (void *data); /* of a call; its data is `to` */
  unsigned number;               /* that an observer gave it */
};

struct list {
  struct op op[MOST];
  size_t n;
};

struct stream {
  struct list queue;
  const volatile uint32_t *gate; /* NULL: not held */
  uint32_t wanted;
  double busy_until; /* by virtual-clock.h */
  unsigned done;     /* pieces of work, for FAKE_DRIVER_FOURTH */
};

/* A driver is one for its process. */
static struct {
  struct stream stream[DEVICES_MOST]; /* a device has one, and its address is
                                         that of the context, too */
  struct stream *current;             /* of the context that is */
  char beside[DEVICES_MOST]; /* streams that wait for no other: what is put
                                there is done at once */
  struct list *capture;
  size_t used;
  int fault; /* sticks */
  bool counts;
  struct range {
    const char *begin;
    size_t bytes;
  } host[64],     /* memory of cuMemHostAlloc */
      device[64]; /* and of cuMemAlloc and its like */
} driver;

GK_EXPORT struct fake_counts fake_counts;
GK_EXPORT struct fake_observer fake_observer;
GK_EXPORT int fake_device;

/* Touches each page, where the kernel reads each line: what is not there
 * crashes. */
static void
read_all (const volatile char *from, size_t n)
{
  for (size_t i = 0; i < n; i += 4096)
    (void)from[i];
  if (n > 0)
    (void)from[n - 1];
  fake_counts.evictions_read++;
  fake_counts.bytes_read = n;
}

/* By the C library: under sanitizers a loop takes ten times as long. */
static bool
all_bytes_are (const unsigned char *at, size_t n, uint32_t value)
{
  return n == 0 || (at[0] == value && memcmp (at, at + 1, n - 1) == 0);
}

/* When the stream comes to what is done next. */
static double
next_time (const struct stream *s)
{
  const double now = virtual_now ();

  return now > s->busy_until ? now : s->busy_until;
}

static void
do_work (const struct op *op)
{
  if (op->kind == EVENT)
    op->event->time = next_time (driver.current);
  else if (op->kind == EMPTY)
    fake_counts.empty_launches++;
  else if (op->kind == READ)
    read_all (op->from, op->n);
  else if (op->kind == CALL)
    op->function (op->to);
  else if (op->kind == COMPARE) {
    fake_counts.comparisons++;
    if (memcmp (op->to, op->from, op->n) != 0)
      *op->differ = 1;
  } else if (op->kind == HOLDS)
    *op->differ |= !all_bytes_are (op->from, op->n, op->value);
  else if (op->to == NULL)
    driver.fault = ILLEGAL_ADDRESS;
  else if (op->kind == COPY)
    memcpy (op->to, op->from, op->n);
  else {
    memset (op->to, (int)(uintptr_t)op->from, op->n);
    fake_counts.fills++;
  }
}

/* The entry of the device's memory that has an address, or that is free (NULL).
 */
static struct range *
device_range (const void *address)
{
  const char *at = address;

  for (size_t k = 0; k < sizeof driver.device / sizeof driver.device[0]; k++) {
    struct range *r = &driver.device[k];

    if (at == NULL ? r->begin == NULL
                   : at >= r->begin && (size_t)(at - r->begin) < r->bytes)
      return r;
  }
  return NULL;
}

/* By how much longer this piece of work takes, in seconds.  Copies from and to
 * the host are not counted. */
static double
next_delay (const struct op *op)
{
  const char *first = getenv ("FAKE_DRIVER_FOURTH");

  if (first == NULL || op->kind == EVENT
      || (op->kind == COPY
          && (device_range (op->to) == NULL
              || device_range (op->from) == NULL)))
    return 0;
  return driver.current->done++ % 4 == (unsigned)atoi (first) ? 100e-6 : 0;
}

static void
do_op (const struct op *op)
{
  static const enum fake_work works[]
      = { [COPY] = FAKE_COPY,      [FILL] = FAKE_FILL,    [READ] = FAKE_KERNEL,
          [COMPARE] = FAKE_KERNEL, [HOLDS] = FAKE_KERNEL, [EMPTY] = FAKE_KERNEL,
          [CALL] = FAKE_KERNEL };
  /* In seconds.  An eviction takes longer than its launch is quick. */
  static const double costs[]
      = { [COPY] = 10e-6, [FILL] = 5e-6, [READ] = 300e-6, [COMPARE] = 5e-6,
          [HOLDS] = 5e-6, [EVENT] = 0,   [EMPTY] = 2e-6,  [CALL] = 10e-6 };
  const bool virtual = virtual_map () != NULL;
  double begin = next_time (driver.current);

  do_work (op);
  if (virtual)
    driver.current->busy_until = begin + costs[op->kind] + next_delay (op);
  if (op->kind != EVENT && fake_observer.done != NULL)
    fake_observer.done (op->number, works[op->kind], begin,
                        next_time (driver.current));
}

static void
do_list (struct list *list)
{
  for (size_t i = 0; i < list->n; i++)
    do_op (&list->op[i]);
}

/* Does what was held back; the gate must be open by now. */
static int
catch_up (void)
{
  struct stream *s = driver.current;

  if (s == NULL)
    return NO_CONTEXT;
  if (s->gate != NULL && *s->gate != s->wanted)
    abort (); /* a device would wait for ever */
  s->gate = NULL;
  do_list (&s->queue);
  s->queue.n = 0;
  if (s->busy_until > virtual_now ())
    virtual_work (s->busy_until - virtual_now ());
  return driver.fault;
}

static void
note_counted (const char *word)
{
  const char *path = getenv ("FAKE_DRIVER_COUNTS");
  FILE *file = path != NULL ? fopen (path, "a") : NULL;

  if (file == NULL)
    return;
  fprintf (file, "%s ", word);
  fclose (file);
}

static int
enqueue (struct op op)
{
  static const char *const words[]
      = { [COPY] = "copy",       [FILL] = "fill",   [READ] = "read",
          [COMPARE] = "compare", [HOLDS] = "holds", [EVENT] = "event",
          [EMPTY] = "empty",     [CALL] = "call" };
  struct list *list = driver.capture;

  if (driver.fault != 0)
    return driver.fault;
  if (driver.current == NULL)
    return NO_CONTEXT;
  if (op.kind != EVENT && fake_observer.enqueued != NULL)
    op.number = fake_observer.enqueued ();
  if (driver.counts)
    note_counted (words[op.kind]);
  if (list == NULL && driver.current->gate == NULL) {
    do_op (&op);
    return 0;
  }
  if (list == NULL)
    list = &driver.current->queue;
  if (list != driver.capture && op.kind == COPY
      && getenv ("FAKE_DRIVER_PROFILED") != NULL)
    abort (); /* a profiler would wait for ever */
  /* Nobody would be left to open the gate. */
  if (list->n == (driver.capture != NULL ? MOST : HELD_MOST))
    abort ();
  list->op[list->n++] = op;
  return 0;
}

/* Whether it is to happen in this process. */
static bool
is_ours (void)
{
  const char *once = getenv ("FAKE_DRIVER_ONCE");
  FILE *file = once != NULL ? fopen (once, "wx") : NULL;

  if (file != NULL)
    fclose (file);
  return once == NULL || file != NULL;
}

/* Whether this call is the one that a variable speaks of, and its error. */
static bool
is_due (const char *variable, const char *name, int *error)
{
  const char *value = getenv (variable);
  size_t n = strlen (name);
  int nth;

  return value != NULL && strncmp (value, name, n) == 0
         && sscanf (value + n, ":%d=%d", &nth, error) == 2
         && ++fake_counts.refusable == nth && is_ours ();
}

/* What a device answers that was lost, by whichever process; else 0. */
static int
lost (int ordinal)
{
  const char *path = getenv ("FAKE_DRIVER_LOST");
  FILE *file = path != NULL ? fopen (path, "r") : NULL;
  int gone = -1, error = 0;

  if (file == NULL)
    return 0;
  if (fscanf (file, "%d %d", &gone, &error) != 2 || gone != ordinal)
    error = 0;
  fclose (file);
  return error;
}

static int
lose (int ordinal, int error)
{
  FILE *file = fopen (getenv ("FAKE_DRIVER_LOST"), "w");

  if (file == NULL)
    abort ();
  fprintf (file, "%d %d\n", ordinal, error);
  fclose (file);
  return error;
}

/* The error with which a call on a device is to be answered, else 0. */
static int
misfortune (const char *name, int ordinal)
{
  const char *on = getenv ("FAKE_DRIVER_ON");
  int error;

  if (on != NULL && ordinal != atoi (on))
    return lost (ordinal);
  if (is_due ("FAKE_DRIVER_REFUSES", name, &error))
    return error;
  if (is_due ("FAKE_DRIVER_STICKS", name, &error))
    return driver.fault = error;
  if (is_due ("FAKE_DRIVER_LOSES", name, &error))
    return lose (ordinal, error);
  if (is_due ("FAKE_DRIVER_DIES", name, &error))
    raise (SIGKILL);
  while (is_due ("FAKE_DRIVER_HANGS", name, &error))
    for (;;)
      pause ();
  return lost (ordinal);
}

/* Begins a call that may go wrong. */
#define MAY_FAIL_ON(ordinal)                                                   \
  do {                                                                         \
    int error = misfortune (__func__, ordinal);                                \
    if (error != 0)                                                            \
      return error;                                                            \
  } while (0)
/* On the current context's device; before there is one, on none. */
#define MAY_REFUSE()                                                           \
  MAY_FAIL_ON (driver.current != NULL ? (int)(driver.current - driver.stream)  \
                                      : -1)

#define CU(name, ...)                                                          \
  GK_EXPORT int name (__VA_ARGS__);                                            \
  int name (__VA_ARGS__)

CU (cuInit, unsigned flags)
{
  MAY_REFUSE ();
  (void)flags;
  return 0;
}

CU (cuDriverGetVersion, int *version)
{
  const char *said = getenv ("FAKE_DRIVER_VERSION");

  *version = said != NULL ? atoi (said) : 13000;
  return 0;
}

CU (cuGetErrorString, int error, const char **text)
{
  *text = error == OUT_OF_MEMORY     ? "out of memory"
          : error == ILLEGAL_ADDRESS ? "an illegal memory access"
          : error == CAPTURE_BROKEN  ? "operation not permitted"
          : error == ECC_ERROR       ? "an uncorrectable ECC error"
          : error == DEVICE_GONE     ? "the device is unavailable"
                                     : "another error";
  return 0;
}

static int
devices (void)
{
  const char *n = getenv ("FAKE_DRIVER_DEVICES");

  return n != NULL ? atoi (n) : 1;
}

/* Returns the device with this number among those that may be seen, which are
 * given by their numbers; -1: there is none. */
static int
visible_device (int number)
{
  const char *list = getenv ("CUDA_VISIBLE_DEVICES");

  for (; list != NULL && number > 0; number--) {
    list = strchr (list, ',');
    if (list == NULL)
      return -1;
    list++;
  }
  number = list != NULL ? atoi (list) : number;
  return number < devices () ? number : -1;
}

CU (cuDeviceGetCount, int *n)
{
  MAY_REFUSE ();
  for (*n = 0; visible_device (*n) >= 0;)
    ++*n;
  return 0;
}

CU (cuDeviceGet, int *device, int ordinal)
{
  MAY_REFUSE ();
  *device = visible_device (ordinal);
  return *device >= 0 ? 0 : 101;
}

CU (cuDeviceGetName, char *name, int room, int device)
{
  (void)device;
  strncpy (name, "a stand-in", (size_t)room);
  return 0;
}

CU (cuDeviceGetAttribute, int *value, int attribute, int device)
{
  /* A memory of 2 TB/s: no copy on a CPU is faster, and suspect. */
  static const struct {
    int attribute, value;
  } all[] = {
    { 13, 1000000 }, { 16, 4 }, { 36, 1000000 }, { 37, 8192 },
    { 38, 1 << 20 }, { 75, 9 }, { 76, 0 },       { 83, 1 },
  };

  (void)device;
  *value = 0;
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    if (all[i].attribute == attribute)
      *value = all[i].value;
  return 0;
}

/* Another order than that of the buses, as users may choose it. */
CU (cuDeviceGetPCIBusId, char *address, int room, int device)
{
  const char *said = getenv ("FAKE_DRIVER_ADDRESS");
  const char *domain = getenv ("FAKE_DRIVER_DOMAIN");

  if (said != NULL)
    snprintf (address, (size_t)room, "%s", said);
  else
    snprintf (address, (size_t)room, "%.8s:%02X:00.0",
              domain != NULL ? domain : "0000", devices () - device);
  return 0;
}

CU (cuDeviceTotalMem_v2, size_t *bytes, int device)
{
  MAY_FAIL_ON (device);
  *bytes = MEMORY_BYTES;
  return 0;
}

static void
note_process (void)
{
  const char *path = getenv ("FAKE_DRIVER_PIDS");
  FILE *file = path != NULL ? fopen (path, "a") : NULL;

  if (file == NULL)
    return;
  fprintf (file, "%ld\n", (long)getpid ());
  fclose (file);
}

CU (cuDevicePrimaryCtxRetain, void **context, int device)
{
  MAY_FAIL_ON (device);
  note_process ();
  fake_device = device;
  *context = &driver.stream[device];
  return 0;
}

CU (cuDevicePrimaryCtxRelease_v2, int device)
{
  (void)device;
  return 0;
}

CU (cuCtxSetCurrent, void *context)
{
  MAY_REFUSE ();
  driver.current = context;
  return 0;
}

CU (cuCtxSynchronize, void)
{
  MAY_REFUSE ();
  return driver.capture != NULL ? CAPTURE_BROKEN : catch_up ();
}

/* By their numbers; NULL: there is none. */
static size_t *
limit_of (int number)
{
  static size_t limits[]
      = { [0] = 1024, [1] = 1 << 20, [2] = 8 << 20, [6] = 0 };

  return (number >= 0 && number <= 2) || number == 6 ? &limits[number] : NULL;
}

CU (cuCtxGetLimit, size_t *bytes, int number)
{
  const size_t *limit = limit_of (number);

  MAY_REFUSE ();
  if (limit == NULL)
    return UNSUPPORTED_LIMIT;
  *bytes = *limit;
  return 0;
}

CU (cuCtxSetLimit, int number, size_t bytes)
{
  size_t *limit = limit_of (number);

  MAY_REFUSE ();
  if (limit == NULL)
    return UNSUPPORTED_LIMIT;
  *limit = bytes;
  return 0;
}

CU (cuCtxResetPersistingL2Cache, void)
{
  MAY_REFUSE ();
  fake_counts.persisting_resets++;
  return 0;
}

CU (cuProfilerStart, void)
{
  MAY_REFUSE ();
  note_counted ("begin");
  driver.counts = true;
  return 0;
}

CU (cuProfilerStop, void)
{
  MAY_REFUSE ();
  note_counted ("end");
  driver.counts = false;
  return 0;
}

CU (cuMemGetInfo_v2, size_t *available, size_t *total)
{
  MAY_REFUSE ();
  *available = MEMORY_BYTES - driver.used;
  *total = MEMORY_BYTES;
  return driver.fault;
}

/* Memory that knows its size. */
static int
take (uint64_t *address, size_t bytes)
{
  char *p;

  if (driver.fault != 0)
    return driver.fault;
  if (driver.capture != NULL)
    return CAPTURE_BROKEN;
  if (bytes > MEMORY_BYTES - driver.used
      || posix_memalign ((void **)&p, 512, bytes + 512) != 0)
    return OUT_OF_MEMORY;
  memcpy (p, &bytes, sizeof bytes);
  driver.used += bytes;
  *address = (uintptr_t)p + 512;
  if (device_range (NULL) != NULL)
    *device_range (NULL) = (struct range){ p + 512, bytes };
  return 0;
}

CU (cuMemAlloc_v2, uint64_t *address, size_t bytes)
{
  MAY_REFUSE ();
  return take (address, bytes);
}

CU (cuMemAllocManaged, uint64_t *address, size_t bytes, unsigned flags)
{
  MAY_REFUSE ();
  (void)flags;
  return take (address, bytes);
}

CU (cuMemFree_v2, uint64_t address)
{
  char *p = (char *)(uintptr_t)address - 512;
  size_t bytes;

  memcpy (&bytes, p, sizeof bytes);
  driver.used -= bytes;
  if (device_range (p + 512) != NULL)
    *device_range (p + 512) = (struct range){ NULL, 0 };
  free (p);
  return driver.fault;
}

/* The entry of host memory that has an address, or that is free (NULL). */
static struct range *
host_range (const void *address)
{
  const char *at = address;

  for (size_t k = 0; k < sizeof driver.host / sizeof driver.host[0]; k++) {
    struct range *r = &driver.host[k];

    if (at == NULL
            ? r->begin == NULL
            : r->begin != NULL && at >= r->begin && at < r->begin + r->bytes)
      return r;
  }
  return NULL;
}

CU (cuMemHostAlloc, void **address, size_t bytes, unsigned flags)
{
  struct range *r = host_range (NULL);

  MAY_REFUSE ();
  (void)flags;
  if (r == NULL || posix_memalign (address, 4096, bytes) != 0)
    return OUT_OF_MEMORY;
  *r = (struct range){ *address, bytes };
  return 0;
}

CU (cuMemFreeHost, void *address)
{
  *host_range (address) = (struct range){ NULL, 0 };
  free (address);
  return 0;
}

CU (cuMemHostRegister_v2, void *address, size_t bytes, unsigned flags)
{
  struct range *r = host_range (NULL);

  MAY_REFUSE ();
  (void)flags;
  if (host_range (address) != NULL)
    abort (); /* it was unmapped and not forgotten */
  if (r == NULL)
    return OUT_OF_MEMORY;
  *r = (struct range){ address, bytes };
  return 0;
}

CU (cuMemHostUnregister, void *address)
{
  if (host_range (address) == NULL)
    abort ();
  *host_range (address) = (struct range){ NULL, 0 };
  return 0;
}

CU (cuMemHostGetDevicePointer_v2, uint64_t *device, void *host, unsigned flags)
{
  MAY_REFUSE ();
  (void)flags;
  *device = (uintptr_t)host;
  return 0;
}

/* The stream of the current context that waits for no other. */
static void *
beside (void)
{
  return &driver.beside[driver.current - driver.stream];
}

CU (cuMemcpyAsync, uint64_t to, uint64_t from, size_t n, void *stream)
{
  MAY_REFUSE ();
  if (stream == beside ()) {
    memcpy ((void *)(uintptr_t)to, (const void *)(uintptr_t)from, n);
    return driver.fault;
  }
  if (stream != driver.current)
    return WRONG_CONTEXT;
  /* Between two places of host memory a real driver copies at once, and waits
   * for the stream to come to it. */
  if (driver.current->gate != NULL && host_range ((void *)(uintptr_t)to) != NULL
      && host_range ((void *)(uintptr_t)from) != NULL)
    abort ();
  if (device_range ((void *)(uintptr_t)to) != NULL
      && device_range ((void *)(uintptr_t)from) == NULL)
    fake_counts.bytes_into += n;
  return enqueue ((struct op){ .kind = COPY,
                               .to = (void *)(uintptr_t)to,
                               .from = (const void *)(uintptr_t)from,
                               .n = n });
}

CU (cuMemsetD8Async, uint64_t to, unsigned char byte, size_t n, void *stream)
{
  MAY_REFUSE ();
  if (stream != driver.current)
    return WRONG_CONTEXT;
  return enqueue ((struct op){ .kind = FILL,
                               .to = (void *)(uintptr_t)to,
                               .from = (const void *)(uintptr_t)byte,
                               .n = n });
}

CU (cuStreamCreate, void **stream, unsigned flags)
{
  MAY_REFUSE ();
  *stream = flags == NON_BLOCKING ? beside () : driver.current;
  return 0;
}

CU (cuStreamDestroy_v2, void *stream)
{
  (void)stream;
  return 0;
}

CU (cuStreamSynchronize, void *stream)
{
  MAY_REFUSE ();
  if (stream == beside ())
    return driver.fault;
  return driver.capture != NULL ? CAPTURE_BROKEN : catch_up ();
}

/* A byte a hold, for tests that count them. */
static void
note_hold (void)
{
  const char *path = getenv ("FAKE_DRIVER_HOLDS");
  FILE *file = path != NULL ? fopen (path, "a") : NULL;

  if (file == NULL)
    return;
  putc ('.', file);
  fclose (file);
}

CU (cuStreamWaitValue32_v2, struct stream *stream, uint64_t address,
    uint32_t value, unsigned flags)
{
  const volatile uint32_t *gate = (const volatile uint32_t *)(uintptr_t)address;

  MAY_REFUSE ();
  (void)flags;
  if (*gate != value) {
    stream->gate = gate;
    stream->wanted = value;
    note_hold ();
  }
  return driver.fault;
}

CU (cuStreamBeginCapture_v2, void *stream, int mode)
{
  MAY_REFUSE ();
  (void)stream, (void)mode;
  driver.capture = calloc (1, sizeof *driver.capture);
  return driver.fault;
}

CU (cuStreamEndCapture, void *stream, struct list **graph)
{
  (void)stream;
  *graph = driver.capture;
  driver.capture = NULL;
  MAY_REFUSE ();
  return driver.fault;
}

CU (cuGraphGetNodes, struct list *graph, void *nodes, size_t *n)
{
  MAY_REFUSE ();
  (void)nodes;
  *n = graph->n;
  return 0;
}

CU (cuGraphInstantiateWithFlags, struct list **made, struct list *graph,
    unsigned long long flags)
{
  MAY_REFUSE ();
  (void)flags;
  *made = malloc (sizeof **made);
  memcpy (*made, graph, sizeof **made);
  return 0;
}

CU (cuGraphLaunch, struct list *graph, void *stream)
{
  MAY_REFUSE ();
  (void)stream;
  for (size_t i = 0; i < graph->n; i++)
    enqueue (graph->op[i]);
  return driver.fault;
}

CU (cuGraphExecDestroy, struct list *graph)
{
  free (graph);
  return 0;
}

CU (cuGraphDestroy, struct list *graph)
{
  free (graph);
  return 0;
}

/* A module is its text. */
CU (cuModuleLoadData, const void **module, const void *text)
{
  MAY_REFUSE ();
  if (driver.capture != NULL)
    return CAPTURE_BROKEN;
  if (driver.current->gate != NULL)
    abort (); /* loading may wait for the device */
  *module = text;
  return driver.fault;
}

CU (cuModuleUnload, const void *module)
{
  (void)module;
  return 0;
}

/* A function is where the module's text has its name. */
CU (cuModuleGetFunction, const void **function, const void *module,
    const char *name)
{
  MAY_REFUSE ();
  *function = strstr (module, name);
  return *function != NULL ? 0 : NOT_FOUND;
}

/* Knows the kernels of the host: one reads memory, one compares it, the others
 * are of a single thread and compute nothing. */
CU (cuLaunchKernel, const char *function, unsigned gx, unsigned gy, unsigned gz,
    unsigned bx, unsigned by, unsigned bz, unsigned shared, void *stream,
    void **parameters, void **extra)
{
  unsigned threads = gx * gy * gz * bx * by * bz;

  MAY_REFUSE ();
  (void)extra;
  if (stream != driver.current)
    return WRONG_CONTEXT;
  if (strncmp (function, "gk_read", 7) == 0 && threads > 0 && shared == 0)
    return enqueue ((struct op){ .kind = READ,
                                 .from = *(void **)parameters[0],
                                 .n = *(uint64_t *)parameters[1] });
  if (strncmp (function, "gk_compare", 10) == 0 && threads > 0 && shared == 0)
    return enqueue ((struct op){ .kind = COMPARE,
                                 .to = *(void **)parameters[0],
                                 .from = *(void **)parameters[1],
                                 .n = *(uint64_t *)parameters[2],
                                 .differ = *(uint32_t **)parameters[3] });
  if (strncmp (function, "gk_holds", 8) == 0 && threads > 0 && shared == 0)
    return enqueue ((struct op){ .kind = HOLDS,
                                 .from = *(void **)parameters[0],
                                 .n = *(uint64_t *)parameters[1],
                                 .value = *(uint32_t *)parameters[2],
                                 .differ = *(uint32_t **)parameters[3] });
  if (threads != 1 || shared != 0)
    return INVALID_VALUE;
  return enqueue ((struct op){ .kind = EMPTY });
}

CU (cuLaunchHostFunc, void *stream, void (*function) (void *), void *data)
{
  MAY_REFUSE ();
  if (stream != driver.current)
    return WRONG_CONTEXT;
  return enqueue (
      (struct op){ .kind = CALL, .function = function, .to = data });
}

CU (cuEventCreate, struct event **event, unsigned flags)
{
  MAY_REFUSE ();
  (void)flags;
  *event = calloc (1, sizeof **event);
  return 0;
}

CU (cuEventDestroy_v2, struct event *event)
{
  free (event);
  return 0;
}

CU (cuEventRecord, struct event *event, void *stream)
{
  MAY_REFUSE ();
  (void)stream;
  return enqueue ((struct op){ .kind = EVENT, .event = event });
}

CU (cuEventSynchronize, struct event *event)
{
  MAY_REFUSE ();
  (void)event;
  return catch_up ();
}

CU (cuEventElapsedTime, float *ms, struct event *begin, struct event *end)
{
  MAY_REFUSE ();
  *ms = (float)(1e3 * (end->time - begin->time));
  return 0;
}
