/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device/: where cases run: one interface, a folder behind it for each kind,
 * and the names and selectors of devices.  Uses: base, plugin/abi-names.h.
 *
 * The interface to a device, implemented by a folder for each kind.  Only a
 * worker opens devices.
 *
 * Functions that return bool store the reason of a false in device->error.
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

/* What is measured of a device if the system does not report its limits. */
enum measure {
  MEASURE_READ,
  MEASURE_WRITE,
  MEASURE_COPY,
  MEASURE_I32,
  MEASURE_F32,
  MEASURE_F64,
  MEASURE_I8,
  MEASURE_CACHE, /* reading the last-level cache */
  N_MEASURES
};

/* Measurements that differ by this share of the best are alike. */
#define MEASURES_REPEAT 0.05

/* Bytes per second and operations per second. */
struct measures {
  double all[N_MEASURES]; /* by all usable cores */
  double one[N_MEASURES]; /* by one core */
  double gap; /* of the best to the next best, as a share of the best, where it
                 is largest */
};

/* What is known of a device. */
struct device_info {
  gk_device gk;
  char name[16];            /* "cpu", "cuda:0" */
  char description[128];    /* "NVIDIA H200" */
  char driver[32];          /* "13.0"; "" for the CPU */
  char address[32];         /* PCI address, for the meter; "": not known */
  double memory_clock;      /* Hz; 0: not known */
  double ops[N_OP_CLASSES]; /* operations/s by gk_op_class; 0: not known */
  double floor; /* seconds of an empty launch, set by bench/floor.c; 0: not
                   known */
  uint64_t inner_caches; /* bytes before the last cache; 0: not known */
};

struct range {
  void *address;
  size_t bytes;
};

/* The operations of a device.  Asynchronous ones are enqueued in its one
 * stream. */
struct device_ops {
  void (*close) (struct device *d);
  /* Makes it the current device of the process; one that was just opened is. */
  bool (*enter) (struct device *d);
  /* Stores the free bytes for such memory. */
  bool (*available) (struct device *d, enum memory kind, uint64_t *bytes);
  bool (*alloc) (struct device *d, enum memory kind, size_t bytes,
                 void **address);
  void (*free) (struct device *d, enum memory kind, void *address);
  /* Pinned host memory, which the device copies at full speed. */
  bool (*alloc_host) (struct device *d, size_t bytes, void **address);
  void (*free_host) (struct device *d, void *address);
  /* In stream order; asynchronous for memory of alloc_host. */
  bool (*copy) (struct device *d, void *to, const void *from, size_t bytes);
  /* Copies of large pieces for untimed work.  In stream order, and complete on
   * return.  An upload may pin the host's memory till forget, which must be
   * called before that is unmapped; NULL: it does not. */
  bool (*upload) (struct device *d, void *to, const void *from, size_t bytes);
  bool (*download) (struct device *d, void *to, const void *from, size_t bytes);
  /* Pins memory for downloads, unless it is; NULL: that makes none faster. */
  void (*pin) (struct device *d, void *memory, size_t bytes);
  void (*forget) (struct device *d);
  bool (*fill) (struct device *d, void *to, uint8_t byte, size_t bytes);
  bool (*sync) (struct device *d);
  /* Waits for all work that this process enqueued on the device, on any stream
   * or thread. */
  bool (*sync_all) (struct device *d);
  /* Copies from the device immediately, beside the stream, even while that is
   * held. */
  bool (*peek) (struct device *d, void *to, const void *from, size_t bytes);
  /* Evicts the ranges from the caches, and leaves no dirty lines, as far as
   * possible. */
  bool (*evict) (struct device *d, const struct range *range, size_t n);
  /* Stores whether memory of the device is equal, once that was compared in
   * stream order; both begin at multiples of 16 bytes.  The first call loads
   * code, as that of launch_empty; no bytes only do that.  NULL: the kind
   * can't. */
  bool (*compare) (struct device *d, const void *a, const void *b, size_t bytes,
                   bool *same);
  /* Stores whether all bytes of n ranges of the device have this value; as
   * compare. */
  bool (*holds) (struct device *d, const struct range *range, size_t n,
                 uint8_t byte, bool *same);
  /* True when compare takes this memory of the host's, too: an upload or a
   * download had all of it. */
  bool (*reads) (struct device *d, const void *host);
  /* Event 0 begins, event 1 ends; elapsed waits for event 1. */
  bool (*record) (struct device *d, int event);
  bool (*elapsed) (struct device *d, double *seconds);
  /* Starts or stops recording when the work of launches runs, by the device's
   * clock.  NULL if the kind has no such timer. */
  bool (*trace) (struct device *d, bool on);
  /* Call around each launch to record. */
  void (*mark) (struct device *d, bool begin);
  /* Sums over the launches recorded since the last call, which must be
   * complete: *span from the start of a launch's first piece of work to the end
   * of its last, *busy the pieces alone. */
  bool (*traced) (struct device *d, double *span, double *busy);
  /* Holds the stream until let_go: it waits on a flag of the host, so that
   * launches queue up.  May do nothing.
   */
  bool (*hold) (struct device *d);
  bool (*let_go) (struct device *d);
  /* Enqueues an empty launch that runs for so many seconds.  The first one
   * loads its code, which is illegal while the stream is held or captured. */
  bool (*launch_empty) (struct device *d, double seconds);
  /* Marks for a profiler where counting begins and ends; does nothing without
   * one. */
  bool (*count) (struct device *d, bool begin);
  /* Launches between begin and end are captured instead of run. */
  bool (*capture_begin) (struct device *d);
  bool (*capture_end) (struct device *d, void **graph, size_t *nodes);
  bool (*graph_launch) (struct device *d, void *graph);
  void (*graph_free) (struct device *d, void *graph);
  /* Returns what a plugin changed of the device's limits since it was opened,
   * to be freed; NULL: nothing. */
  char *(*altered) (struct device *d);
  /* Restores the limits.  If it returns false the device needs a restart. */
  bool (*restore) (struct device *d);
};

struct device {
  const struct device_ops *ops;
  struct device_info info;
  void *stream;       /* passed to a variant's launch */
  bool graphs;        /* capture works */
  bool in_host;       /* its memory is the host's */
  bool blocks;        /* launches are synchronous, as the user asked */
  enum pages pages;   /* which pages alloc requests */
  bool traces;        /* tracing is on */
  bool needs_restart; /* only a new process clears its fault */
  size_t guard_bytes; /* of a guard zone, a power of two */
  char error[256];
};

/* What a kind's folder implements. */
struct device_backend {
  /* Returns the number of devices without opening any.  0: *why is the reason,
   * to be freed. */
  size_t (*count) (char **why);
  /* Fills in what is known of a device without opening it.  False if it can't
   * be used: *why is the reason, to be freed. */
  bool (*probe) (int ordinal, struct device_info *info, char **why);
  /* alone: as for device_open.  NULL on failure: *why is the reason, to be
   * freed. */
  struct device *(*open) (int ordinal, bool alone, char **why);
  /* Returns the meter of a device (device/meter.h).  NULL: the kind has none.
   */
  struct meter *(*meter) (const char *address);
  /* Measures limits that are not known otherwise; 0: not measured.  False on
   * failure: *why is the reason, to be freed. */
  bool (*measure) (int ordinal, struct measures *measures, char **why);
};

extern const struct device_backend cpu_backend, cuda_backend;

/* Opens a device by its name.  alone: this process opens no other, so that
 * drivers need not look at others.  NULL on failure: *why is the reason, to be
 * freed. */
struct device *device_open (const char *name, bool alone, char **why);
void device_close (struct device *d);

/* Returns the number of devices of a kind.  0: *why is the reason, to be freed.
 */
size_t device_count (gk_device_kind kind, char **why);
/* Fills in what is known of a device, by its name, without opening it.  False
 * if it can't be used: *why is the reason, to be freed. */
bool device_probe (const char *name, struct device_info *info, char **why);
/* Measures a device's limits, by its name.  False on failure: *why is the
 * reason, to be freed. */
bool device_measure (const char *name, struct measures *measures, char **why);

/* Sets device->error; returns false. */
bool device_fail (struct device *d, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

#endif
