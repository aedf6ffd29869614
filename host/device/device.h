/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device/: where cases run: one interface, a folder behind it for each kind,
 * and the names and selectors of devices.
 * Uses: base, plugin/abi-names.h.
 *
 * The device: the host's interface to what a case runs on, with a folder for
 * each kind behind it.  Only a worker opens one.
 *
 * Functions that return bool leave the reason of a false in device->error.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#include "device/kinds.h"
#include "plugin/abi-names.h"

struct device;
struct meter;

/* What is measured of a device whose limits nothing tells. */
enum measure {
  MEASURE_READ,
  MEASURE_WRITE,
  MEASURE_COPY,
  MEASURE_I32,
  MEASURE_F32,
  MEASURE_F64,
  MEASURE_I8,
  MEASURE_CACHE, /* reading what is in the last cache */
  N_MEASURES
};

/* Bytes and operations a second. */
struct measures {
  double all[N_MEASURES]; /* by all cores that may be used */
  double one[N_MEASURES]; /* by one */
};

/* What the host tells of a device. */
struct device_info {
  gk_device gk;
  char name[16];            /* "cpu", "cuda:0" */
  char description[128];    /* "NVIDIA H200" */
  char driver[32];          /* "13.0"; "" for the CPU */
  char address[32];         /* of a meter, such as on a bus; "": not known */
  double memory_bandwidth;  /* bytes/s by clock and bus width; 0: not known */
  double ops[N_OP_CLASSES]; /* operations/s by gk_op_class; 0: not known */
  double floor; /* seconds that the shortest launch can be seen to take
                   (bench/floor.h sets it); 0: not known */
};

struct range {
  void *address;
  size_t bytes;
};

/* Calls of one device.  Asynchronous ones go into its one stream. */
struct device_ops {
  void (*close) (struct device *d);
  /* Makes it the one that a variant's calls go to; one that was opened is. */
  bool (*enter) (struct device *d);
  /* Free bytes for such memory. */
  bool (*available) (struct device *d, enum memory kind, uint64_t *bytes);
  bool (*alloc) (struct device *d, enum memory kind, size_t bytes,
                 void **address);
  void (*free) (struct device *d, enum memory kind, void *address);
  /* Host memory that the device copies from and to at full speed. */
  bool (*alloc_host) (struct device *d, size_t bytes, void **address);
  void (*free_host) (struct device *d, void *address);
  /* In stream order; host memory of alloc_host makes them asynchronous. */
  bool (*copy) (struct device *d, void *to, const void *from, size_t bytes);
  /* Of large pieces, from and to any memory of the host's, on several cores of
   * it: for what is not timed.  In stream order, and over when they return. */
  bool (*upload) (struct device *d, void *to, const void *from, size_t bytes);
  bool (*download) (struct device *d, void *to, const void *from, size_t bytes);
  bool (*fill) (struct device *d, void *to, uint8_t byte, size_t bytes);
  bool (*sync) (struct device *d);
  /* Waits for all that anybody in this process gave the device, whatever stream
   * or thread that is in. */
  bool (*sync_all) (struct device *d);
  /* Copies from the device to the host at once, beside the stream, even while
   * that one is held. */
  bool (*peek) (struct device *d, void *to, const void *from, size_t bytes);
  /* Puts the caches in a state in which none of the ranges is in them, nor
   * anything that is still to be written back, as far as that can be. */
  bool (*evict) (struct device *d, const struct range *range, size_t n);
  /* Two events: 0 begins, 1 ends.  elapsed waits for event 1. */
  bool (*record) (struct device *d, int event);
  bool (*elapsed) (struct device *d, double *seconds);
  /* Notes from here on when that which launches enqueue runs, by the device's
   * own clock, or ends that; NULL where a kind's mode has no such timer. */
  bool (*trace) (struct device *d, bool on);
  /* Around each launch whose times are wanted. */
  void (*mark) (struct device *d, bool begin);
  /* Of those since the last time, which have ended: from the beginning of the
   * first piece of work to the end of the last, and the pieces alone; both
   * summed over the launches. */
  bool (*traced) (struct device *d, double *span, double *busy);
  /* Holds the stream until let_go, so that launches queue up; may do nothing.
   */
  bool (*hold) (struct device *d);
  bool (*let_go) (struct device *d);
  /* A launch that computes nothing for so many seconds, enqueued as a variant's
   * is.  The first one loads its code, which a stream that is held or captured
   * forbids. */
  bool (*launch_empty) (struct device *d, double seconds);
  /* Tells a profiler where to begin counting kernels, and where to end; it is
   * nothing where none looks on. */
  bool (*count) (struct device *d, bool begin);
  /* Between begin and end launches are captured instead of run. */
  bool (*capture_begin) (struct device *d);
  bool (*capture_end) (struct device *d, void **graph, size_t *nodes);
  bool (*graph_launch) (struct device *d, void *graph);
  void (*graph_free) (struct device *d, void *graph);
  /* What a plugin changed of the device's limits since it was opened, to be
   * freed; NULL: nothing. */
  char *(*altered) (struct device *d);
  /* Puts it back.  False where that can't be: then the device needs a restart.
   */
  bool (*restore) (struct device *d);
};

struct device {
  const struct device_ops *ops;
  struct device_info info;
  void *stream;       /* what a variant's launch gets */
  bool graphs;        /* capture works */
  bool in_host;       /* its own memory is the host's */
  bool blocks;        /* each launch waits for its end, as the user asked */
  enum pages pages;   /* what alloc asks the system for */
  bool traces;        /* trace is on */
  bool needs_restart; /* a fault that only a new process cures */
  size_t guard_bytes; /* of a guard zone: a power of two */
  char error[256];
};

/* What a kind's folder brings. */
struct device_backend {
  /* How many there are, of which none is asked for anything.  0: *why says why
   * there is none, to be freed. */
  size_t (*count) (char **why);
  /* What there is to tell of one, without opening it.  False when it can't be
   * used: *why says why, to be freed. */
  bool (*probe) (int ordinal, struct device_info *info, char **why);
  /* NULL when it can't be opened: *why says why, to be freed. */
  struct device *(*open) (int ordinal, char **why);
  /* The meter of a device (device/meter.h).  NULL: no device has one. */
  struct meter *(*meter) (const char *address);
  /* Measures what a device can do at the most, as far as that is not known
   * without; 0: not measured.  False when it can't: *why says why, to be freed.
   */
  bool (*measure) (int ordinal, struct measures *measures, char **why);
};

extern const struct device_backend cpu_backend, cuda_backend;

/* Opens a device by its name.  NULL when it can't: *why says why, to be freed.
 */
struct device *device_open (const char *name, char **why);
void device_close (struct device *d);

/* How many devices of a kind there are.  0: *why says why, to be freed. */
size_t device_count (gk_device_kind kind, char **why);
/* What there is to tell of a device, by its name, without opening it.  False
 * when it can't be used: *why says why, to be freed. */
bool device_probe (const char *name, struct device_info *info, char **why);
/* What a device can do at the most, by its name.  False where that is not to be
 * measured: *why says why, to be freed. */
bool device_measure (const char *name, struct measures *measures, char **why);

/* Sets device->error; returns false. */
bool device_fail (struct device *d, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

#endif
