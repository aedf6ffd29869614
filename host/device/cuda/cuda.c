/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "device/cuda/cuda.h"
#include "device/host-memory.h"
#include "device/kinds.h"

/* A CUDA device, by the driver library, in the device's primary context, which
 * is also the one that the CUDA runtime in a plugin uses. */
struct cuda {
  struct device d;
  struct cuda_driver cu;
  cu_device device;
  bool retained; /* the context must be released */
  cu_context context;
  struct context_limits limits; /* when it was opened */
  cu_stream stream;
  cu_stream peek_stream; /* waits for no other stream; NULL: not yet */
  cu_event event[2];
  struct cuda_empty empty;
  struct cuda_pinned pinned;
  struct cuda_evictor evictor;
  struct cuda_comparer comparer;
  struct cuda_activity activity;
  volatile uint32_t *gate; /* mapped host memory: a held stream waits for */
  uint32_t held;           /* this value */
  bool can_hold;
};

static bool
check_call (struct cuda *c, cu_result error, const char *what)
{
  if (error == 0)
    return true;
  /* After a kernel's fault, the context only returns errors. */
  if (error != CU_OUT_OF_MEMORY)
    c->d.needs_restart = true;
  return device_fail (&c->d, "%s: %s", what, cuda_error (&c->cu, error));
}

static cu_pointer
address_of (const void *memory)
{
  return (cu_pointer)(uintptr_t)memory;
}

/* Fails without harm to the device. */
static bool
fail_freeing (struct device *d, char *why)
{
  device_fail (d, "%s", why);
  free (why);
  return false;
}

static void
cuda_close (struct device *d)
{
  struct cuda *c = (struct cuda *)d;

  cuda_activity_end (&c->activity);
  cuda_kernels_unload (&c->empty.module, &c->cu);
  pinned_forget (&c->pinned, &c->cu);
  cuda_evictor_close (&c->evictor, &c->cu);
  cuda_comparer_close (&c->comparer, &c->cu);
  if (c->gate != NULL)
    c->cu.mem_free_host ((void *)c->gate);
  for (int i = 0; i < 2; i++)
    if (c->event[i] != NULL)
      c->cu.event_destroy (c->event[i]);
  if (c->peek_stream != NULL)
    c->cu.stream_destroy (c->peek_stream);
  if (c->stream != NULL)
    c->cu.stream_destroy (c->stream);
  if (c->retained)
    c->cu.context_release (c->device);
  free (c);
}

static bool
cuda_enter (struct device *d)
{
  struct cuda *c = (struct cuda *)d;

  return check_call (c, c->cu.context_set (c->context),
                     "making a context current");
}

static bool
cuda_available (struct device *d, enum memory kind, uint64_t *bytes)
{
  struct cuda *c = (struct cuda *)d;
  size_t free_bytes = 0, total = 0;

  if (kind == MEMORY_MAPPED) {
    *bytes = host_memory_available ();
    return true;
  }
  if (!check_call (c, c->cu.mem_info (&free_bytes, &total),
                   "reading free memory"))
    return false;
  *bytes = free_bytes;
  return true;
}

static bool
cuda_alloc_host (struct device *d, size_t bytes, void **address)
{
  struct cuda *c = (struct cuda *)d;

  return check_call (
      c,
      c->cu.mem_alloc_host (address, bytes, CU_HOST_PORTABLE | CU_HOST_MAPPED),
      "allocating host memory for the device");
}

static void
cuda_free_host (struct device *d, void *address)
{
  ((struct cuda *)d)->cu.mem_free_host (address);
}

static bool
cuda_alloc (struct device *d, enum memory kind, size_t bytes, void **address)
{
  struct cuda *c = (struct cuda *)d;
  cu_pointer p = 0;
  bool ok;

  switch (kind) {
  case MEMORY_MAPPED:
    if (!cuda_alloc_host (d, bytes, address))
      return false;
    ok = check_call (c, c->cu.mem_host_pointer (&p, *address, 0),
                     "mapping host memory");
    if (!ok)
      c->cu.mem_free_host (*address);
    break;
  case MEMORY_MANAGED:
    ok = check_call (c, c->cu.mem_alloc_managed (&p, bytes, CU_ATTACH_GLOBAL),
                     "allocating managed memory");
    break;
  default:
    ok = check_call (c, c->cu.mem_alloc (&p, bytes),
                     "allocating device memory");
  }
  *address = (void *)(uintptr_t)p;
  return ok;
}

static void
cuda_free (struct device *d, enum memory kind, void *address)
{
  struct cuda *c = (struct cuda *)d;

  /* With unified addressing, which all 64-bit platforms have, mapped memory has
   * the same address on both sides. */
  if (kind == MEMORY_MAPPED)
    c->cu.mem_free_host (address);
  else
    c->cu.mem_free (address_of (address));
}

static bool
cuda_copy (struct device *d, void *to, const void *from, size_t bytes)
{
  struct cuda *c = (struct cuda *)d;

  return check_call (
      c,
      c->cu.copy_async (address_of (to), address_of (from), bytes, c->stream),
      "copying");
}

static bool
cuda_fill (struct device *d, void *to, uint8_t byte, size_t bytes)
{
  struct cuda *c = (struct cuda *)d;

  return check_call (
      c, c->cu.memset_async (address_of (to), byte, bytes, c->stream),
      "filling memory");
}

static bool
cuda_sync (struct device *d)
{
  struct cuda *c = (struct cuda *)d;

  return check_call (c, c->cu.stream_sync (c->stream),
                     "waiting for the device");
}

static bool
cuda_upload (struct device *d, void *to, const void *from, size_t bytes)
{
  struct cuda *c = (struct cuda *)d;

  pinned_add (&c->pinned, &c->cu, from, bytes, false);
  return cuda_copy (d, to, from, bytes) && cuda_sync (d);
}

static bool
cuda_download (struct device *d, void *to, const void *from, size_t bytes)
{
  return cuda_copy (d, to, from, bytes) && cuda_sync (d);
}

static void
cuda_pin (struct device *d, void *memory, size_t bytes)
{
  struct cuda *c = (struct cuda *)d;

  pinned_add (&c->pinned, &c->cu, memory, bytes, true);
}

static void
cuda_forget (struct device *d)
{
  struct cuda *c = (struct cuda *)d;

  pinned_forget (&c->pinned, &c->cu);
}

static bool
cuda_sync_all (struct device *d)
{
  struct cuda *c = (struct cuda *)d;

  return check_call (c, c->cu.context_sync (), "waiting for the device");
}

static bool
cuda_peek (struct device *d, void *to, const void *from, size_t bytes)
{
  struct cuda *c = (struct cuda *)d;

  if (c->peek_stream == NULL
      && !check_call (
          c, c->cu.stream_create (&c->peek_stream, CU_STREAM_NON_BLOCKING),
          "making a stream"))
    return false;
  return check_call (c,
                     c->cu.copy_async (address_of (to), address_of (from),
                                       bytes, c->peek_stream),
                     "copying")
         && check_call (c, c->cu.stream_sync (c->peek_stream),
                        "waiting for a copy");
}

/* Persisting lines stay until they are reset.  Without such a limit there are
 * none. */
static bool
reset_persisting (struct cuda *c)
{
  size_t bytes;

  if (c->cu.persisting_reset == NULL
      || !context_limit_read (&c->cu, CU_LIMIT_PERSISTING_L2_BYTES, &bytes)
      || bytes == 0)
    return true;
  return check_call (c, c->cu.persisting_reset (),
                     "resetting what persists in the L2 cache");
}

static bool
cuda_evict (struct device *d, const struct range *range, size_t n)
{
  struct cuda *c = (struct cuda *)d;

  (void)range;
  (void)n;
  return reset_persisting (c)
         && check_call (c,
                        cuda_evictor_load (&c->evictor, &c->cu, d->info.gk.l2,
                                           d->info.gk.units),
                        "allocating memory to evict the L2 cache with")
         && check_call (c, cuda_evictor_evict (&c->evictor, &c->cu, c->stream),
                        "evicting the L2 cache");
}

static bool
load_comparer (struct cuda *c)
{
  cu_result error
      = cuda_comparer_load (&c->comparer, &c->cu, c->d.info.gk.units);

  return error == 0
         || device_fail (&c->d, "loading a kernel that compares memory: %s",
                         cuda_error (&c->cu, error));
}

static bool
cuda_compare (struct device *d, const void *a, const void *b, size_t bytes,
              bool *same)
{
  struct cuda *c = (struct cuda *)d;

  *same = true;
  return load_comparer (c)
         && (bytes == 0
             || check_call (c,
                            cuda_comparer_compare (&c->comparer, &c->cu,
                                                   c->stream, address_of (a),
                                                   address_of (b), bytes, same),
                            "comparing memory"));
}

static bool
cuda_holds (struct device *d, const struct range *range, size_t n, uint8_t byte,
            bool *same)
{
  struct cuda *c = (struct cuda *)d;

  return load_comparer (c)
         && check_call (c,
                        cuda_comparer_holds (&c->comparer, &c->cu, c->stream,
                                             range, n, byte, same),
                        "comparing memory");
}

static bool
cuda_reads (struct device *d, const void *host)
{
  struct cuda *c = (struct cuda *)d;

  return pinned_is_mapped (&c->pinned, &c->cu, host);
}

static bool
cuda_record (struct device *d, int event)
{
  struct cuda *c = (struct cuda *)d;

  return check_call (c, c->cu.event_record (c->event[event], c->stream),
                     "recording an event");
}

static bool
cuda_elapsed (struct device *d, double *seconds)
{
  struct cuda *c = (struct cuda *)d;
  float ms = 0;

  if (!check_call (c, c->cu.event_sync (c->event[1]), "waiting for the kernel")
      || !check_call (c, c->cu.event_elapsed (&ms, c->event[0], c->event[1]),
                      "reading the events"))
    return false;
  *seconds = 1e-3 * ms;
  return true;
}

static bool
cuda_trace (struct device *d, bool on)
{
  struct cuda *c = (struct cuda *)d;
  int version = 0;
  char *why = NULL;

  if (!on)
    cuda_activity_end (&c->activity);
  else {
    c->cu.driver_version (&version);
    on = cuda_activity_begin (&c->activity, version / 1000, &why);
  }
  d->traces = on;
  return why == NULL || fail_freeing (d, why);
}

static void
cuda_mark (struct device *d, bool begin)
{
  cuda_activity_mark (&((struct cuda *)d)->activity, begin);
}

static bool
cuda_traced (struct device *d, double *span, double *busy)
{
  struct cuda *c = (struct cuda *)d;
  char *why;

  return cuda_activity_read (&c->activity, span, busy, &why)
         || fail_freeing (d, why);
}

static bool
cuda_hold (struct device *d)
{
  struct cuda *c = (struct cuda *)d;

  if (!c->can_hold)
    return true;
  c->held++;
  return check_call (c,
                     c->cu.stream_wait_value (c->stream,
                                              address_of ((void *)c->gate),
                                              c->held, CU_WAIT_VALUE_EQ),
                     "holding the stream");
}

static bool
cuda_let_go (struct device *d)
{
  struct cuda *c = (struct cuda *)d;

  if (c->can_hold)
    *c->gate = c->held;
  return true;
}

static bool
cuda_launch_empty (struct device *d, double seconds)
{
  struct cuda *c = (struct cuda *)d;

  cu_result error = cuda_empty_load (&c->empty, &c->cu);

  /* A driver without its compiler does no harm to the device. */
  if (error != 0)
    return device_fail (d, "loading a kernel that computes nothing: %s",
                        cuda_error (&c->cu, error));
  return check_call (c,
                     cuda_empty_launch (&c->empty, &c->cu, c->stream, seconds),
                     "launching a kernel that computes nothing");
}

static bool
cuda_capture_begin (struct device *d)
{
  struct cuda *c = (struct cuda *)d;

  return check_call (c, c->cu.capture_begin (c->stream, CU_CAPTURE_GLOBAL),
                     "beginning a capture");
}

static bool
cuda_capture_end (struct device *d, void **graph, size_t *nodes)
{
  struct cuda *c = (struct cuda *)d;
  cu_graph captured = NULL;
  cu_graph_exec exec = NULL;
  cu_result error = c->cu.capture_end (c->stream, &captured);

  *graph = NULL;
  *nodes = 0;
  /* A capture that a launch broke does no harm to the device. */
  if (error != 0)
    return device_fail (d, "capturing: %s", cuda_error (&c->cu, error));
  error = c->cu.graph_nodes (captured, NULL, nodes);
  if (error == 0)
    error = c->cu.graph_instantiate (&exec, captured, 0);
  c->cu.graph_destroy (captured);
  *graph = exec;
  return check_call (c, error, "making a graph");
}

static bool
cuda_graph_launch (struct device *d, void *graph)
{
  struct cuda *c = (struct cuda *)d;

  return check_call (c, c->cu.graph_launch (graph, c->stream),
                     "launching a graph");
}

static void
cuda_graph_free (struct device *d, void *graph)
{
  if (graph != NULL)
    ((struct cuda *)d)->cu.graph_exec_destroy (graph);
}

static char *
cuda_altered (struct device *d)
{
  struct cuda *c = (struct cuda *)d;

  return context_limits_altered (&c->limits, &c->cu);
}

static bool
cuda_restore (struct device *d)
{
  struct cuda *c = (struct cuda *)d;

  cu_result error = context_limits_restore (&c->limits, &c->cu);

  if (error == 0)
    return true;
  /* A new context has the limits of this one. */
  d->needs_restart = true;
  return device_fail (d, "restoring a limit of the device: %s",
                      cuda_error (&c->cu, error));
}

static bool
cuda_count (struct device *d, bool begin)
{
  struct cuda *c = (struct cuda *)d;
  cu_result (*call) (void) = begin ? c->cu.profiler_start : c->cu.profiler_stop;

  return call == NULL || check_call (c, call (), "calling the profiler");
}

static const struct device_ops cuda_ops = {
  .close = cuda_close,
  .enter = cuda_enter,
  .available = cuda_available,
  .alloc = cuda_alloc,
  .free = cuda_free,
  .alloc_host = cuda_alloc_host,
  .free_host = cuda_free_host,
  .copy = cuda_copy,
  .upload = cuda_upload,
  .download = cuda_download,
  .pin = cuda_pin,
  .forget = cuda_forget,
  .fill = cuda_fill,
  .sync = cuda_sync,
  .sync_all = cuda_sync_all,
  .peek = cuda_peek,
  .evict = cuda_evict,
  .compare = cuda_compare,
  .holds = cuda_holds,
  .reads = cuda_reads,
  .record = cuda_record,
  .elapsed = cuda_elapsed,
  .trace = cuda_trace,
  .mark = cuda_mark,
  .traced = cuda_traced,
  .hold = cuda_hold,
  .let_go = cuda_let_go,
  .launch_empty = cuda_launch_empty,
  .count = cuda_count,
  .capture_begin = cuda_capture_begin,
  .capture_end = cuda_capture_end,
  .graph_launch = cuda_graph_launch,
  .graph_free = cuda_graph_free,
  .altered = cuda_altered,
  .restore = cuda_restore,
};

/* Creates the gate.  If the device can't wait for it, launches are not held,
 * and short kernels are timed with gaps between them. */
static bool
open_gate (struct cuda *c)
{
  void *gate;

  if (!cuda_alloc_host (&c->d, sizeof *c->gate, &gate))
    return false;
  c->gate = gate;
  *c->gate = 0;
  c->can_hold = c->cu.stream_wait_value (c->stream, address_of (gate), 0,
                                         CU_WAIT_VALUE_EQ)
                == 0;
  return true;
}

static bool
open_context (struct cuda *c)
{
  c->retained = check_call (c, c->cu.context_retain (&c->context, c->device),
                            "making a context");
  return c->retained
         && cuda_enter (&c->d)
         /* A blocking stream, which synchronises with the legacy stream: a
          * launch on that one by mistake breaks the capture instead of going
          * unnoticed. */
         && check_call (c, c->cu.stream_create (&c->stream, CU_STREAM_DEFAULT),
                        "making a stream")
         && check_call (c, c->cu.event_create (&c->event[0], 0),
                        "making an event")
         && check_call (c, c->cu.event_create (&c->event[1], 0),
                        "making an event")
         && open_gate (c);
}

/* The driver's setting that makes launches synchronous. */
static bool
launches_block (void)
{
  const char *value = getenv ("CUDA_LAUNCH_BLOCKING");

  return value != NULL && value[0] != '\0' && strcmp (value, "0") != 0;
}

/* Returns the entry with this number of a list with commas, to be freed; NULL:
 * there is none. */
static char *
entry_of (const char *list, int number)
{
  for (; number > 0 && list != NULL; number--) {
    list = strchr (list, ',');
    list += list != NULL;
  }
  return list != NULL ? xstrndup (list, strcspn (list, ",")) : NULL;
}

/* The driver then has no other device to start, and a variant none to use. */
static void
hide_others (int ordinal)
{
  const char *variable = device_kind_at (GK_CUDA)->visible;
  const char *all = getenv (variable);
  char *one = all != NULL ? entry_of (all, ordinal) : xasprintf ("%d", ordinal);

  if (one != NULL)
    setenv (variable, one, 1);
  free (one);
}

/* Finds the device, which is the first where others are hidden.  A plugin may
 * have started the driver before that. */
static bool
find_device (struct cuda *c, int ordinal, bool alone)
{
  int n = 0, number = ordinal;

  if (alone && c->cu.device_count (&n) == 0 && n == 1)
    number = 0;
  if (c->cu.device_get (&c->device, number) != 0)
    return false;
  cuda_info_read (&c->cu, c->device, number, &c->d.info);
  snprintf (c->d.info.name, sizeof c->d.info.name, "cuda:%d", ordinal);
  return true;
}

static struct device *
cuda_open (int ordinal, bool alone, char **why)
{
  struct cuda *c = xcalloc (1, sizeof *c);

  c->d.ops = &cuda_ops;
  c->d.graphs = true;
  /* A few tiles of a kernel, and the size of the device's smaller pages. */
  c->d.guard_bytes = 64 << 10;
  c->d.blocks = launches_block ();
  if (alone)
    hide_others (ordinal);
  if (!cuda_driver_open (&c->cu, why)) {
    free (c);
    return NULL;
  }
  if (!find_device (c, ordinal, alone)) {
    *why = xasprintf ("there is no device cuda:%d", ordinal);
    free (c);
    return NULL;
  }
  if (!open_context (c)) {
    *why = xasprintf ("%s does not start: %s", c->d.info.name, c->d.error);
    cuda_close (&c->d);
    return NULL;
  }
  c->d.stream = c->stream;
  context_limits_read (&c->limits, &c->cu);
  return &c->d;
}

static size_t
cuda_count_devices (char **why)
{
  struct cuda_driver cu;
  int n = 0;

  if (!cuda_driver_open (&cu, why))
    return 0;
  cu.device_count (&n);
  return (size_t)n;
}

static bool
cuda_probe (int ordinal, struct device_info *info, char **why)
{
  struct cuda_driver cu;
  cu_device device;
  cu_result error;

  if (!cuda_driver_open (&cu, why))
    return false;
  error = cu.device_get (&device, ordinal);
  if (error == 0)
    error = cuda_info_read (&cu, device, ordinal, info);
  if (error != 0)
    *why = xasprintf ("reading its properties: %s", cuda_error (&cu, error));
  return error == 0;
}

/* The driver reports all other limits. */
static bool
cuda_measure (int ordinal, struct measures *measures, char **why)
{
  struct device *d = cuda_open (ordinal, false, why);
  bool ok;

  if (d == NULL)
    return false;
  ok = cuda_cache_measure (d, &((struct cuda *)d)->cu,
                           &measures->all[MEASURE_CACHE]);
  if (!ok)
    *why = xstrdup (d->error);
  cuda_close (d);
  return ok;
}

const struct device_backend cuda_backend = { .count = cuda_count_devices,
                                             .probe = cuda_probe,
                                             .open = cuda_open,
                                             .meter = cuda_meter_open,
                                             .measure = cuda_measure };
