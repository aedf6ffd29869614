/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <string.h>

#include "record/case-record.h"
#include "suite/settings.h"

bool
status_passes (enum status status)
{
  return status == STATUS_OK || status == STATUS_SKIPPED;
}

#define AT(type, member) FIELD_OFFSET (type, case_record, member)
#define HOST(type, path, unit, column, help)                                   \
  FIELD_ROW (type, case_record, BY_HOST, path, unit, column, help, NULL)
/* A field whose member has another name. */
#define OTHER(type, path, member, unit, column, help)                          \
  {                                                                            \
    path, FIELD_##type, BY_HOST, unit, column, help, AT (type, member), NULL   \
  }
/* The member of struct result has the name of the field. */
#define WORKER(type, path, unit, column, help)                                 \
  {                                                                            \
#path, FIELD_##type, BY_WORKER, unit, column, help, AT(type, result.path), \
        NULL                                                                   \
  }

/* In the order of the CSV columns.  A new row comes before the settings, which
 * are last. */
static const struct field rows[] = {
  HOST (TEXT, type, NULL, NULL, "kind of the record: case"),
  OTHER (INTEGER, "case", number, NULL, "case",
         "number of the case in the suite, from 0"),
  HOST (TEXT, job, NULL, "job", "section of the suite"),
  HOST (INTEGER, problem, NULL, "problem",
        "number of the problem, from 0; reports compare the cases of one "
        "problem"),
  HOST (TEXT, family, NULL, "family", "family of the kernel"),
  HOST (TEXT, plugin, NULL, "plugin", "plugin with the variant"),
  HOST (TEXT, variant, NULL, "variant", "variant of the family"),
  HOST (TEXT, summary, NULL, NULL, "what the variant does, in one line"),
  HOST (PAIRS, tunables, NULL, "tunables",
        "all tunables of the variant with their values"),
  HOST (PAIRS, tuned, NULL, NULL, "those tunables that the suite sets"),
  HOST (BOOL, peer, NULL, "peer",
        "whether the variant is a routine of a library or of the driver"),
  HOST (TEXT, device, NULL, "device", "device that the case ran on"),
  OTHER (MODE, "mode", settings, NULL, NULL,
         "keys of the measuring mode, by name; CSV: a column each"),
  HOST (PAIRS, params, NULL, "params",
        "all options of the family with their values"),
  HOST (TEXT, dtype, NULL, "dtype", "element type of the problem"),
  WORKER (
      STATUS, status, NULL, "status",
      "how the case ended: ok, wrong, skipped, failed, crashed or timeout; the "
      "last two are the timing worker's, and a judge that crashes is failed"),
  WORKER (TEXT, reason, NULL, "reason",
          "why the case is not ok, or is suspect; absent else"),
  WORKER (BOOL, verify.done, NULL, "verified",
          "whether the result was verified"),
  WORKER (TEXT, verify.method, NULL, "verify_method",
          "method of the last check, as in bit for bit"),
  WORKER (INTEGER, verify.checked, "elements", NULL,
          "elements compared in all checks together"),
  WORKER (REAL, verify.error, NULL, "verify_error",
          "largest ratio of an error to its scale; only for floats"),
  WORKER (REAL, verify.bound, NULL, "verify_bound",
          "bound of verify.error; only for floats"),
  WORKER (INTEGER, work.bytes, "bytes", "bytes",
          "bytes that the problem has to move, each once"),
  WORKER (REAL, work.ops, "operations", "ops", "operations of the problem"),
  WORKER (TEXT, work.op_class, NULL, "op_class",
          "units of these operations: none, i32, f32, f64, or of matrix units "
          "tensor_f16, tensor_bf16, tensor_tf32, tensor_i8, tensor_f64 or "
          "tensor_f8"),
  WORKER (REAL, time.median_s, "s", "median_s",
          "median of the samples, for one launch; absent, like all times, "
          "unless the case is ok"),
  WORKER (REAL, time.min_s, "s", "min_s", "smallest sample"),
  WORKER (REAL, time.max_s, "s", "max_s", "largest sample"),
  WORKER (REAL, time.mean_s, "s", "mean_s", "mean of the samples"),
  WORKER (REAL, time.stddev_s, "s", "stddev_s",
          "standard deviation of the samples"),
  WORKER (REAL, time.spread, NULL, "spread",
          "half the interquartile range of the samples over the median"),
  WORKER (REAL, time.error, NULL, "error",
          "relative error of the median, two of which cover the true one in 95 "
          "%; absent with one sample"),
  WORKER (INTEGER, time.samples, NULL, "samples", "number of samples"),
  WORKER (INTEGER, time.batch, NULL, "batch", "launches in a sample"),
  WORKER (BOOL, time.settled, NULL, "settled",
          "whether the error is down to the key noise"),
  HOST (
      REAL, rate.value, NULL, "rate",
      "bytes or operations over the median, whichever takes the device longer"),
  HOST (TEXT, rate.unit, NULL, "rate_unit",
        "unit of the rate: B/s, FLOP/s or OP/s"),
  HOST (REAL, of_limit, NULL, "of_limit",
        "share of the limit, limit.seconds over the median; absent where no "
        "limit is known"),
  HOST (REAL, limit.seconds, "s", "limit_s",
        "least time that the device's figures allow; absent where they are "
        "unknown"),
  HOST (TEXT, limit.by, NULL, "limit_by",
        "what sets the limit: memory, or a class of operations"),
  HOST (TEXT, baseline, NULL, "baseline",
        "baseline of the job, with commas between several; absent where the "
        "suite has none"),
  WORKER (REAL, spent.total_s, "s", "total_s",
          "judge's time for the case, sum of the fields below; of a case that "
          "timed out, what was waited for it, without them; absent where it "
          "crashed, or the judge did not answer"),
  WORKER (REAL, spent.setup_s, "s", "setup_s",
          "time to load the plugin, to open the device, to allocate and to "
          "prepare"),
  WORKER (REAL, spent.inputs_s, "s", "inputs_s",
          "time to make inputs and to copy them"),
  WORKER (REAL, spent.warmup_s, "s", "warmup_s",
          "time to warm up and to capture a graph"),
  WORKER (REAL, spent.verify_s, "s", "verify_s",
          "time to copy outputs, to check guard zones and to judge"),
  WORKER (REAL, spent.kernel_s, "s", "kernel_s", "time of the timed launches"),
  WORKER (REAL, spent.between_s, "s", "between_s",
          "time between timed launches, to change inputs, poison outputs, "
          "evict caches and enqueue"),
  WORKER (REAL, spent.other_s, "s", "other_s", "time of all else"),
  WORKER (TEXTS, log, NULL, NULL,
          "lines that the plugin passed to the host's log"),
  HOST (TEXT, output, NULL, NULL,
        "end of what the plugins printed, 2048 bytes at most"),
  HOST (TEXTS, verdicts, NULL, "verdicts",
        "caveats about the figures, as in suspect or noisy, see gkhost(1); "
        "absent without any"),
  WORKER (REAL, verify.rms_error, NULL, "verify_rms_error",
          "root mean square of the errors; absent where the check has none"),
  WORKER (REAL, verify.rms_bound, NULL, "verify_rms_bound",
          "bound of verify.rms_error"),
  WORKER (REAL, variant_work.ops, "operations", "variant_ops",
          "operations of the variant, which the limit is of; only where its "
          "arithmetic differs from the family's"),
  WORKER (TEXT, variant_work.op_class, NULL, "variant_op_class",
          "units of these operations"),
  WORKER (INTEGER, work.bytes_written, "bytes", "bytes_written",
          "part of work.bytes that is written"),
  WORKER (REAL, prepare_s, "s", "prepare_s",
          "time of prepare, of the last where there were several; a part of "
          "spent.setup_s"),
  WORKER (REAL, floor_s, "s", "floor_s",
          "time of an empty launch in the same cache, launch and timer, the "
          "least of some; absent for long launches"),
  WORKER (INTEGER, seeds.inputs, NULL, "input_seed",
          "seed of the inputs, which as the key seed repeats them; in a file "
          "the end record has the seeds"),
  WORKER (INTEGER, seeds.choice, NULL, "choice_seed",
          "seed of the choices of the check on the data that is timed, drawn "
          "for each case"),
  WORKER (INTEGER, verify.launches, NULL, "verify_launches",
          "timed samples that were judged"),
  WORKER (INTEGER, verify.generation, NULL, "verify_generation",
          "number of changes to the inputs at the end of the case"),
  WORKER (REAL, audit.outside_s, "s", "outside_s",
          "time of a launch by the judge's clock, less that of an empty "
          "launch; absent where it was not measured"),
  WORKER (REAL, audit.fresh_s, "s", "audit_fresh_s",
          "time of a launch with new inputs and poisoned outputs, in the last "
          "round of the audit"),
  WORKER (REAL, audit.control_s, "s", "audit_control_s",
          "time of the control, which finds inputs, and hot outputs, as the "
          "last launch left them"),
  WORKER (INTEGER, work.buffers, "bytes", NULL,
          "bytes of all buffers of the problem, of in-out ones twice"),
  HOST (REAL, precision, NULL, "precision",
        "unit roundoff that the variant declares and is judged by; absent "
        "where it is that of the type"),
  HOST (INTEGER, round, NULL, "round",
        "number of the round, from 0; absent without rounds"),
  HOST (TEXT, side, NULL, "side", "name of the build; only with --compare"),
  HOST (INTEGER, process, NULL, "process", "process id of the timing worker"),
  WORKER (TEXT, time.values, NULL, NULL,
          "all samples in the order of measuring, in s: binary32, the lowest "
          "byte first, in base64"),
  WORKER (INTEGER, time.slices, NULL, "slices",
          "number of turns that the samples come from; only in records of "
          "older versions"),
  WORKER (TEXT, library, NULL, "library",
          "library that computes the case and its version, as in OpenBLAS "
          "0.3.21; absent where the plugin computes it"),
  HOST (TEXT, cpus, NULL, "cpus",
        "processors that the key cpus pins the timing worker to; absent "
        "without that key"),
  WORKER (REAL, telemetry.clock_before, "Hz", "clock_before",
          "clock of the launching core before the samples; only on the CPU, "
          "where the system reports it"),
  WORKER (REAL, telemetry.clock_after, "Hz", "clock_after",
          "clock of that core after the samples"),
  WORKER (REAL, telemetry.load_others, "cores", "load_others",
          "cores that other processes or a hypervisor used meanwhile; only on "
          "the CPU, and absent for a very short case"),
  WORKER (INTEGER, telemetry.cores, "cores", NULL,
          "cores that the case could use"),
  WORKER (REAL, telemetry.cores_used, "cores", NULL,
          "cores on which the worker's threads computed, in the mean of its "
          "samples; absent from older records"),
  WORKER (INTEGER, telemetry.throttles, NULL, "throttles",
          "number of times that heat or power slowed cores down; only on the "
          "CPU, where the system counts it"),
  HOST (REAL, telemetry.clock_sm, "Hz", "clock_sm",
        "median clock of the multiprocessors during the samples; absent, like "
        "all figures of a GPU, where NVML does not report it"),
  HOST (REAL, telemetry.clock_sm_first, "Hz", NULL,
        "first clock of the multiprocessors"),
  HOST (REAL, telemetry.clock_sm_last, "Hz", NULL,
        "last clock of the multiprocessors"),
  HOST (REAL, telemetry.clock_sm_most, "Hz", NULL,
        "highest clock that the device has"),
  HOST (REAL, telemetry.clock_memory, "Hz", "clock_memory",
        "median clock of the memory"),
  HOST (REAL, telemetry.power, "W", "power",
        "median power draw; absent where the samples took less than 0.15 s"),
  HOST (REAL, telemetry.energy_per_launch, "J", "energy_per_launch",
        "energy by the device's counter; absent unless launches fill nine "
        "tenths of the time and the counter advances 100 steps"),
  HOST (REAL, telemetry.temperature, "C", "temperature", "highest temperature"),
  HOST (TEXTS, telemetry.reasons, NULL, "reasons",
        "reasons for a lower clock: idle, applications-clocks, power-cap, "
        "hw-slowdown, sync-boost, sw-thermal, hw-thermal, power-brake or "
        "display-clocks"),
  HOST (INTEGER, telemetry.ecc_corrected, NULL, NULL,
        "memory errors that were corrected during the case"),
  HOST (INTEGER, telemetry.ecc_uncorrected, NULL, NULL,
        "memory errors that could not be corrected"),
  HOST (INTEGER, telemetry.remapped, "rows", NULL,
        "memory rows that were replaced by spare ones during the case"),
  HOST (INTEGER, telemetry.others, "processes", "others",
        "largest number of other processes with the device open to compute; "
        "absent where the device does not list this one"),
  HOST (TEXT, telemetry.lost, NULL, NULL,
        "reason why telemetry ends with this case; absent while it works"),
  WORKER (REAL, time.busy_s, "s", "busy_s",
          "median of the time that kernels, copies and fills of a launch run, "
          "without the gaps; only with timer = kernel"),
  WORKER (TEXT, library_settings, NULL, "library_settings",
          "settings of the library, as in COMPUTE_32F, workspace 32 MiB, "
          "algorithm 66; absent where the variant reports none"),
  WORKER (INTEGER, workspace, "bytes", "workspace",
          "device memory that the variant allocated besides the problem's; "
          "absent where it is none"),
  HOST (TEXTS, beside, NULL, "beside",
        "other devices that ran cases when this one began; absent where none "
        "did"),
  HOST (TEXT, place, NULL, "place",
        "processors near the device that the timing worker was pinned to; "
        "absent with the key cpus or without pinning"),
  HOST (TEXT, telemetry.seen_at, NULL, NULL,
        "readings of the device, 64 at most: number of samples that were "
        "finished at each, packed as in time.values"),
  HOST (TEXT, telemetry.seen_clock_sm, "Hz", NULL,
        "clock of the multiprocessors at each reading, packed likewise, a NaN "
        "where it is unknown"),
  HOST (TEXT, telemetry.seen_power, "W", NULL,
        "power draw at each reading, packed likewise; absent where "
        "telemetry.power is"),
  HOST (REAL, of_limit_at_clock, NULL, "of_limit_at_clock",
        "share of the limit that the device has at telemetry.clock_sm, or at "
        "telemetry.clock_memory where limit.by is memory; absent unless that "
        "clock is below 97 % of the device's highest"),
  OTHER (TEXT, "seeds.commitment", result.seeds.commitment, NULL, NULL,
         "SHA-256 of seeds.inputs, seeds.choice and seeds.beside in decimal "
         "digits, with a blank between two, sha256: and 64 hexadecimal digits"),
  HOST (TEXTS, libraries, NULL, NULL,
        "files with code that the timing worker had mapped when the case had "
        "ended, besides those of gkhost itself; absent where the system does "
        "not tell"),
  HOST (REAL, replay.median_s, "s", "replay_s",
        "median of the case in another process, the least of several; absent "
        "unless it was replayed"),
  HOST (INTEGER, replay.processes, NULL, "replay_processes",
        "number of processes in which it was replayed"),
  HOST (REAL, replay.total_s, "s", "replay_total_s",
        "time that this took, which is no part of spent.total_s"),
  WORKER (INTEGER, seeds.beside, NULL, "beside_seed",
          "seed of the choices of the check on data that is not timed, drawn "
          "for each problem; earlier records had seeds.choice for all data"),
  WORKER (REAL, spent.audit_s, "s", "audit_s",
          "time of the audit, but for inputs and verdicts"),
  WORKER (INTEGER, verify.repeats, NULL, "verify_repeats",
          "untimed launches on the inputs of the last sample, whose answers "
          "were compared; absent without any"),
  WORKER (INTEGER, verify.differ, NULL, "verify_differ",
          "those of them whose answer was not that of the launch before, and "
          "right; absent without verify.repeats"),
  WORKER (REAL, verify.finds, NULL, "verify_finds",
          "share of wrong launches that verify.launches and verify.repeats "
          "together find 95 times of 100; absent unless status is ok"),
  HOST (BOOL, uniform_only, NULL, NULL,
        "whether the variant declares that it is right on uniform data alone, "
        "and is judged on no other; absent unless it does"),
  WORKER (TEXTS, verify.data, NULL, NULL,
          "kinds of data that were verified before the timed launches"),
  WORKER (
      REAL, time.planted_s, "s", "planted_s",
      "median of the launches on inputs with planted numbers; absent unless "
      "each of eight is over 5 % from the median of the samples"),
  HOST (TEXT, killed, NULL, NULL,
        "how another process or a limit ended the judge or the worker when the "
        "case first ran; absent unless it ran again for that"),
  FIELD_ROW (PAIRS, case_record, BY_WORKER, metrics, NULL, "metrics",
             "figures that the family's verify set, by name, and those that "
             "the variant set, as variant/NAME; what they say is not checked; "
             "absent without any",
             NULL),
  FIELD_ROW (PAIRS, case_record, BY_WORKER, metric_units, NULL, "metric_units",
             "units of those metrics that have one", NULL),
  WORKER (TEXTS, doubts, NULL, NULL,
          "what fill and vary seem to ignore on this problem, behind the word "
          "examined; absent unless check examined them"),
  WORKER (TEXT, class, NULL, "class",
          "what was seen of a wrong result: repeats, unwritten, late, "
          "less-work, clock, precision, outside, inputs, differs, process, "
          "fault or unknown, see gkhost-trust(7); absent unless status is "
          "wrong"),
  WORKER (TEXT, path, NULL, "path",
          "what the timed launches took of the ways between which the variant "
          "chooses by the data; or mixed, with the number of launches of each; "
          "absent where it does not choose on the device"),
  WORKER (REAL, time.enqueue_s, "s", "enqueue_s",
          "median of the time in which the host enqueues a launch, which is no "
          "part of the other times; absent of the CPU, where a launch is over "
          "when it returns"),
  HOST (SETTINGS, settings, NULL, NULL,
        "all other keys of the job, by name; CSV: a column each"),
};

const struct fields case_fields = FIELDS_OF ("case", rows, case_record);

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
  r->side = pool_text (pool, c->build_label);
  r->variant = pool_text (pool, v->name);
  r->summary = pool_text (pool, v->summary);
  r->peer = (v->flags & GK_PEER) != 0 ? FLAG_YES : FLAG_NO;
  r->device = pool_text (pool, c->device);
  r->settings = case_settings_keep (pool, &settings, settings_held ());
  r->params
      = pairs_of_options (pool, &job->family->options, c->problem->value, NULL);
  r->tunables = pairs_of_options (pool, &v->options, c->tunable, NULL);
  /* The others have their defaults, and would only crowd a report. */
  r->tuned = pairs_of_options (pool, &v->options, c->tunable, c->tuned);
  r->dtype = dtype_of (r->params);
  if (v->precision > 0)
    r->precision = v->precision;
  if ((v->flags & GK_UNIFORM_ONLY) != 0)
    r->uniform_only = FLAG_YES;
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

  /* Before a key of the mode existed, its first value was the only one. */
  settings.mode = device_mode (record->device, settings.mode);
  return settings;
}

bool
case_is_suspect (const struct case_record *record)
{
  return record->result.status == STATUS_OK
         && texts_contain (&record->verdicts, VERDICT_SUSPECT);
}

bool
case_passes (const struct case_record *record)
{
  return status_passes (record->result.status) && !case_is_suspect (record);
}

const char *
case_outcome (const struct case_record *record)
{
  return case_is_suspect (record)
             ? VERDICT_SUSPECT
             : names_at (&status_names, record->result.status);
}

double
case_time_shown (const struct case_record *record)
{
  double median = record->result.time.median_s;

  return record->result.status == STATUS_OK && median > 0 ? median : 0;
}

bool
case_competes (const struct case_record *record)
{
  return case_time (record) > 0 && record->uniform_only != FLAG_YES;
}

double
case_time (const struct case_record *record)
{
  return case_is_suspect (record) ? 0 : case_time_shown (record);
}

double
case_spread (const struct case_record *record)
{
  double spread = record->result.time.spread;

  return isnan (spread) || case_has_one_sample (record) ? -1 : spread;
}

bool
case_has_one_sample (const struct case_record *record)
{
  int64_t samples = record->result.time.samples;

  return samples != INTEGER_ABSENT && samples < 2;
}

double
case_error (const struct case_record *record)
{
  double error = record->result.time.error;

  return isfinite (error) && !case_has_one_sample (record) ? error : -1;
}

bool
case_ran (const struct case_record *record)
{
  const struct result *r = &record->result;

  return r->status != STATUS_SKIPPED
         && !(r->status == STATUS_FAILED && isnan (r->spent.total_s)
              && record->output == NULL);
}
