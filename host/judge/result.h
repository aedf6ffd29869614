/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The result of a case as the judge reports it: its status, and what was
 * measured and verified.  The supervisor computes rates and limits of it
 * (record/figures.c).  It is a part of the case's record: members have the
 * names of the record's fields, which the table in record/case-record.c
 * describes.
 */
#ifndef RESULT_H
#define RESULT_H

#include <stdint.h>

#include "base/optional.h"
#include "base/pool.h"

enum status {
  STATUS_ABSENT = -1,
  STATUS_OK,
  STATUS_WRONG,
  STATUS_SKIPPED,
  STATUS_FAILED,
  STATUS_CRASHED,
  STATUS_TIMEOUT,
  N_STATUS
};

/* A launch that takes less than this share of an empty one is suspect: an empty
 * one may take longer by chance, but not twice as long. */
#define RESULT_OF_FLOOR_LEAST 0.5

struct result {
  enum status status;
  const char *reason;
  const char *class; /* a name of plugin/wrong-class.h; of STATUS_WRONG */
  struct {
    enum flag done;
    const char *method;
    int64_t checked;
    double error, bound, rms_error, rms_bound;
    int64_t launches, generation, repeats, differ;
    double finds;
    struct texts data;
  } verify;
  struct {
    int64_t bytes, bytes_written, buffers;
    double ops;
    const char *op_class;
  } work;
  struct {
    double ops;
    const char *op_class;
  } variant_work;
  const char *library, *library_settings, *path;
  int64_t workspace;
  struct {
    double median_s, min_s, max_s, mean_s, stddev_s, spread, error, busy_s;
    double planted_s, enqueue_s;
    int64_t samples, batch, slices;
    enum flag settled;
    const char *values;
  } time;
  double floor_s, prepare_s;
  struct {
    int64_t inputs, choice, beside;
    const char *commitment; /* set by the supervisor, which withholds them */
  } seeds;
  struct audit_figures {
    double outside_s, fresh_s, control_s;
  } audit;
  struct time_spent {
    double total_s, setup_s, inputs_s, warmup_s, verify_s, kernel_s, between_s,
        audit_s, other_s;
  } spent;
  struct texts log;
  struct texts doubts; /* about the family, behind "examined" */
  /* For cases on the machine's own cores. */
  struct {
    double clock_before, clock_after, load_others, cores_used;
    int64_t cores, throttles;
  } telemetry;
};

#endif
