/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <string.h>

#include "plugin/abi-names.h"
#include "record/case-record.h"
#include "suite/settings.h"

static const char *const statuses[N_STATUS]
    = { "ok", "wrong", "skipped", "failed", "crashed", "timeout" };
const struct names status_names = { statuses, N_STATUS };

bool
status_passes (enum status status)
{
  return status == STATUS_OK || status == STATUS_SKIPPED;
}

#define AT(type, member) FIELD_OFFSET (type, case_record, member)
#define HOST(type, path, member, unit, column, help)                           \
  {                                                                            \
    path, FIELD_##type, BY_HOST, unit, column, help, AT (type, member), NULL   \
  }
/* The member of struct result is called as the field is. */
#define WORKER(type, path, unit, column, help)                                 \
  {                                                                            \
#path, FIELD_##type, BY_WORKER, unit, column, help, AT(type, result.path), \
        NULL                                                                   \
  }

/* In the order of the columns of CSV: a new one comes before the settings,
 * which are the last. */
static const struct field rows[] = {
  HOST (TEXT, "type", type, NULL, NULL, "case"),
  HOST (INTEGER, "case", number, NULL, "case",
        "its number in the suite, from 0"),
  HOST (TEXT, "job", job, NULL, "job", "the section"),
  HOST (INTEGER, "problem", problem, NULL, "problem",
        "the number of the problem, from 0; cases of one number are compared"),
  HOST (TEXT, "family", family, NULL, "family", "what is computed"),
  HOST (TEXT, "plugin", plugin, NULL, "plugin",
        "the plugin that brings the variant"),
  HOST (TEXT, "variant", variant, NULL, "variant", "the way it is computed"),
  HOST (TEXT, "summary", summary, NULL, NULL, "what the variant does"),
  HOST (PAIRS, "tunables", tunables, NULL, "tunables",
        "every option of the variant with its value"),
  HOST (PAIRS, "tuned", tuned, NULL, NULL,
        "those of the tunables that the suite sets"),
  HOST (BOOL, "peer", peer, NULL, "peer",
        "whether the variant is a library's own routine"),
  HOST (TEXT, "device", device, NULL, "device", "what it ran on"),
  HOST (MODE, "mode", settings, NULL, NULL,
        "the keys of the measuring mode, by name; CSV: a column each"),
  HOST (PAIRS, "params", params, NULL, "params",
        "every option of the family with its value"),
  HOST (TEXT, "dtype", dtype, NULL, "dtype", "the problem's element type"),
  WORKER (STATUS, status, NULL, "status",
          "how it ended: ok, wrong, skipped, failed, crashed or timeout"),
  WORKER (TEXT, reason, NULL, "reason", "why it is not ok, or is suspect"),
  WORKER (BOOL, verify.done, NULL, "verified",
          "whether the result was verified"),
  WORKER (TEXT, verify.method, NULL, "verify_method",
          "how the last check was made"),
  WORKER (INTEGER, verify.checked, "elements", NULL,
          "elements that were compared, in all checks together"),
  WORKER (REAL, verify.error, NULL, "verify_error",
          "for floats: the worst ratio found"),
  WORKER (REAL, verify.bound, NULL, "verify_bound",
          "for floats: what the error must stay under"),
  WORKER (INTEGER, work.bytes, "bytes", "bytes", "bytes that must move"),
  WORKER (REAL, work.ops, "operations", "ops", "operations to be done"),
  WORKER (TEXT, work.op_class, NULL, "op_class", "the units that do them"),
  WORKER (REAL, time.median_s, "s", "median_s",
          "median of the samples, for one launch"),
  WORKER (REAL, time.min_s, "s", "min_s", "the least of them"),
  WORKER (REAL, time.max_s, "s", "max_s", "the largest of them"),
  WORKER (REAL, time.mean_s, "s", "mean_s", "their mean"),
  WORKER (REAL, time.stddev_s, "s", "stddev_s", "their standard deviation"),
  WORKER (REAL, time.spread, NULL, "spread",
          "half the interquartile range over the median"),
  WORKER (REAL, time.error, NULL, "error",
          "of the median, relative: the true one is within two; none with one "
          "sample"),
  WORKER (INTEGER, time.samples, NULL, "samples", "how many samples"),
  WORKER (INTEGER, time.batch, NULL, "batch", "launches in a sample"),
  WORKER (BOOL, time.settled, NULL, "settled",
          "whether the error is down to the setting noise"),
  HOST (REAL, "rate.value", rate.value, NULL, "rate", "work over the median"),
  HOST (TEXT, "rate.unit", rate.unit, NULL, "rate_unit",
        "the rate's unit: B/s, FLOP/s or OP/s"),
  HOST (REAL, "of_limit", of_limit, NULL, "of_limit",
        "the limit's time over the median"),
  HOST (REAL, "limit.seconds", limit.seconds, "s", "limit_s",
        "the least time that the device's figures allow"),
  HOST (TEXT, "limit.by", limit.by, NULL, "limit_by",
        "what sets it: memory, or a class of operations"),
  HOST (TEXT, "baseline", baseline, NULL, "baseline",
        "the job's, if it has one; several names are separated by commas"),
  WORKER (REAL, spent.total_s, "s", "total_s",
          "the judge's time for the case: the sum of those below"),
  WORKER (REAL, spent.setup_s, "s", "setup_s",
          "loading the variant's plugin, opening the device, memory, prepare"),
  WORKER (REAL, spent.inputs_s, "s", "inputs_s",
          "making inputs and copying them"),
  WORKER (REAL, spent.warmup_s, "s", "warmup_s",
          "warming up, and capturing a graph"),
  WORKER (REAL, spent.verify_s, "s", "verify_s", "verifying"),
  WORKER (REAL, spent.kernel_s, "s", "kernel_s", "the timed launches"),
  WORKER (REAL, spent.between_s, "s", "between_s",
          "between them: evictions and enqueueing"),
  WORKER (REAL, spent.other_s, "s", "other_s", "everything else"),
  WORKER (TEXTS, log, NULL, NULL,
          "lines that the plugin gave to the host's log"),
  HOST (TEXT, "output", output, NULL, NULL,
        "the end of what the plugin printed, 2048 bytes at most"),
  HOST (TEXTS, "verdicts", verdicts, NULL, "verdicts",
        "words on the figures; absent where there is nothing to say"),
  WORKER (REAL, verify.rms_error, NULL, "verify_rms_error",
          "the root mean square of errors, where the check has one"),
  WORKER (REAL, verify.rms_bound, NULL, "verify_rms_bound",
          "what it must stay under"),
  WORKER (REAL, variant_work.ops, "operations", "variant_ops",
          "operations that the variant does, where its arithmetic is not the "
          "family's; the limit is of these"),
  WORKER (TEXT, variant_work.op_class, NULL, "variant_op_class",
          "the units that do them"),
  WORKER (INTEGER, work.bytes_written, "bytes", "bytes_written",
          "those of the bytes that are written"),
  WORKER (REAL, floor_s, "s", "floor_s",
          "what an empty launch takes in the same cache, launch and timer"),
  WORKER (INTEGER, seeds.inputs, NULL, "input_seed",
          "the seed that this problem's inputs follow from"),
  WORKER (INTEGER, seeds.choice, NULL, "choice_seed",
          "the seed of the judge's own choices"),
  WORKER (INTEGER, verify.launches, NULL, "verify_launches",
          "timed launches that were judged"),
  WORKER (INTEGER, verify.generation, NULL, "verify_generation",
          "the generation of the inputs at the end"),
  WORKER (REAL, audit.outside_s, "s", "outside_s",
          "what a launch takes by a clock outside of the process that times"),
  WORKER (REAL, audit.fresh_s, "s", "audit_fresh_s",
          "a launch of the audit that finds all fresh"),
  WORKER (REAL, audit.control_s, "s", "audit_control_s",
          "a launch of its control"),
  WORKER (INTEGER, work.buffers, "bytes", NULL,
          "bytes that the problem's buffers have, all together"),
  HOST (REAL, "precision", precision, NULL, "precision",
        "the unit roundoff that the variant declares and is judged by"),
  HOST (INTEGER, "round", round, NULL, "round",
        "of a problem that is done in rounds, which one, from 0"),
  HOST (TEXT, "side", side, NULL, "side",
        "of two builds of the plugin that are compared, which one"),
  HOST (INTEGER, "process", process, NULL, "process",
        "the number of the process that timed it"),
  WORKER (TEXT, time.values, NULL, NULL,
          "all samples in the order taken, in s: binary32, the lowest byte "
          "first, in base64"),
  WORKER (INTEGER, time.slices, NULL, "slices",
          "turns that they were taken in, among those of other cases"),
  WORKER (
      TEXT, library, NULL, "library",
      "the library that computes it, with its version, as the variant says"),
  HOST (
      TEXT, "cpus", cpus, NULL, "cpus",
      "processors that the job has the process which times pinned to; absent: "
      "to none"),
  WORKER (REAL, telemetry.clock_before, "Hz", "clock_before",
          "on the CPU: the clock of the launches' core before the samples"),
  WORKER (REAL, telemetry.clock_after, "Hz", "clock_after", "and behind them"),
  WORKER (REAL, telemetry.load_others, "cores", "load_others",
          "on the CPU: cores that others kept busy meanwhile"),
  WORKER (INTEGER, telemetry.cores, "cores", NULL,
          "those that the case could use, of which these are a part"),
  WORKER (INTEGER, telemetry.throttles, NULL, "throttles",
          "on the CPU: how often heat or power slowed cores down meanwhile"),
  HOST (REAL, "telemetry.clock_sm", telemetry.clock_sm, "Hz", "clock_sm",
        "on a GPU: its multiprocessors' clock during the samples, the median"),
  HOST (REAL, "telemetry.clock_sm_first", telemetry.clock_sm_first, "Hz", NULL,
        "the first of them"),
  HOST (REAL, "telemetry.clock_sm_last", telemetry.clock_sm_last, "Hz", NULL,
        "the last"),
  HOST (REAL, "telemetry.clock_sm_most", telemetry.clock_sm_most, "Hz", NULL,
        "the highest that this device has"),
  HOST (REAL, "telemetry.clock_memory", telemetry.clock_memory, "Hz",
        "clock_memory", "its memory's clock, likewise"),
  HOST (REAL, "telemetry.power", telemetry.power, "W", "power",
        "what it drew, likewise"),
  HOST (
      REAL, "telemetry.energy_per_launch", telemetry.energy_per_launch, "J",
      "energy_per_launch",
      "by its own counter, where launches fill the time and it resolves them"),
  HOST (REAL, "telemetry.temperature", telemetry.temperature, "C",
        "temperature", "of the device, the highest"),
  HOST (TEXTS, "telemetry.reasons", telemetry.reasons, NULL, "reasons",
        "why the clock was not the highest, in its own words"),
  HOST (INTEGER, "telemetry.ecc_corrected", telemetry.ecc_corrected, NULL, NULL,
        "errors of its memory that were corrected during the case"),
  HOST (INTEGER, "telemetry.ecc_uncorrected", telemetry.ecc_uncorrected, NULL,
        NULL, "and those that could not be"),
  HOST (INTEGER, "telemetry.remapped", telemetry.remapped, "rows", NULL,
        "rows of its memory that were remapped during the case"),
  HOST (INTEGER, "telemetry.others", telemetry.others, "processes", "others",
        "other processes that had the device open to compute"),
  HOST (TEXT, "telemetry.lost", telemetry.lost, NULL, NULL,
        "why there is no more of it from this case on"),
  WORKER (REAL, time.busy_s, "s", "busy_s",
          "with timer = kernel: what a launch's kernels, copies and fills take "
          "by themselves, the median"),
  WORKER (TEXT, library_settings, NULL, "library_settings",
          "how that library computes it: the arithmetic, its workspace, the "
          "algorithm, as the variant says"),
  WORKER (INTEGER, workspace, "bytes", "workspace",
          "device memory that the variant took besides the problem's; absent "
          "where it took none"),
  HOST (TEXTS, "beside", beside, NULL, "beside",
        "other devices that had cases side by side with it"),
  HOST (TEXT, "place", place, NULL, "place",
        "processors near its device that the process which times was pinned to "
        "then, where the job says none"),
  HOST (TEXT, "telemetry.seen_at", telemetry.seen_at, NULL, NULL,
        "looks at the device during the samples: how many of those had been "
        "taken by then, packed as time.values is"),
  HOST (TEXT, "telemetry.seen_clock_sm", telemetry.seen_clock_sm, "Hz", NULL,
        "its multiprocessors' clock at each look, packed likewise"),
  HOST (TEXT, "telemetry.seen_power", telemetry.seen_power, "W", NULL,
        "what it drew at each look, packed likewise"),
  HOST (SETTINGS, "settings", settings, NULL, NULL,
        "all other keys it was measured with, by name; CSV: a column each"),
};

const struct fields case_fields = { "case", rows, sizeof rows / sizeof rows[0],
                                    sizeof (struct case_record) };

/* Of the tunables, those that the job says something of: the others are at
 * their defaults, and would only crowd a report. */
static bool
is_tuned (const void *case_, size_t i)
{
  return ((const struct case_ *)case_)->tuned[i];
}

/* The element type among the parameters. */
static const char *
dtype_of (const struct pairs *params)
{
  for (size_t i = 0; i < params->n; i++)
    if (strcmp (params->pair[i].name, "dtype") == 0
        && params->pair[i].type == PAIR_TEXT)
      return params->pair[i].text;
  return NULL;
}

struct case_record *
case_record_new (struct pool *pool, const struct case_ *c)
{
  const struct job *job = c->problem->job;
  const struct variant_desc *v = c->variant;
  const struct settings settings = case_settings (c);
  struct case_record *r = pool_alloc (pool, sizeof *r);

  fields_clear (&case_fields, r);
  r->type = case_fields.name;
  r->number = (int64_t)c->index;
  r->problem = (int64_t)c->problem->index;
  if (settings.rounds > 1)
    r->round = (int64_t)c->round;
  r->job = pool_text (pool, job->name);
  r->family = pool_text (pool, job->family->name);
  r->plugin = pool_text (pool, v->plugin->name);
  r->side = pool_text (pool, c->side);
  r->variant = pool_text (pool, v->name);
  r->summary = pool_text (pool, v->summary);
  r->peer = (v->flags & GK_PEER) != 0 ? FLAG_YES : FLAG_NO;
  r->device = pool_text (pool, c->device);
  r->settings = case_settings_of (pool, &settings);
  r->params = pairs_of_options (pool, &job->family->options, c->problem->value,
                                NULL, NULL);
  r->tunables = pairs_of_options (pool, &v->options, c->tunable, NULL, NULL);
  r->tuned = pairs_of_options (pool, &v->options, c->tunable, is_tuned, c);
  r->dtype = dtype_of (r->params);
  if (v->precision > 0)
    r->precision = v->precision;
  r->baseline = pool_text (pool, job->baseline);
  r->cpus = pool_text (pool, job->cpus);
  return r;
}

void
case_record_end (struct case_record *record, struct pool *pool,
                 enum status status, const char *reason)
{
  record->result.status = status;
  record->result.reason = pool_text (pool, reason);
  record->result.verify.done = FLAG_NO;
}

struct settings
case_record_settings (const struct case_record *record)
{
  struct settings settings = record->settings != NULL ? record->settings->value
                                                      : settings_default ();

  /* One that is older than a key of the mode was in the first that there is. */
  settings.mode = device_mode (record->device, settings.mode);
  return settings;
}

bool
case_suspect (const struct case_record *record)
{
  return record->result.status == STATUS_OK
         && texts_have (&record->verdicts, VERDICT_SUSPECT);
}

bool
case_passes (const struct case_record *record)
{
  return status_passes (record->result.status) && !case_suspect (record);
}

const char *
case_outcome (const struct case_record *record)
{
  return case_suspect (record)
             ? VERDICT_SUSPECT
             : names_at (&status_names, record->result.status);
}

double
case_time_shown (const struct case_record *record)
{
  double median = record->result.time.median_s;

  return record->result.status == STATUS_OK && median > 0 ? median : 0;
}

double
case_time (const struct case_record *record)
{
  return case_suspect (record) ? 0 : case_time_shown (record);
}

double
case_spread (const struct case_record *record)
{
  double spread = record->result.time.spread;

  return isnan (spread) || case_of_one_sample (record) ? -1 : spread;
}

bool
case_of_one_sample (const struct case_record *record)
{
  int64_t samples = record->result.time.samples;

  return samples != INTEGER_ABSENT && samples < 2;
}

double
case_error (const struct case_record *record)
{
  double error = record->result.time.error;

  return isfinite (error) && !case_of_one_sample (record) ? error : -1;
}

bool
case_ran (const struct case_record *record)
{
  const struct result *r = &record->result;

  return r->status != STATUS_SKIPPED
         && !(r->status == STATUS_FAILED && isnan (r->spent.total_s)
              && record->output == NULL);
}
