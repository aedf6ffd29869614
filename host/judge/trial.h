/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A trial: the judge's state of one case, and the steps that its parts share
 * (run-case.c, measure.c, the audits): orders to the timer, and
 * verdicts on what it shows.
 */
#ifndef JUDGE_TRIAL_H
#define JUDGE_TRIAL_H

#include <gkhost/plugin.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "bench/orders.h"
#include "bench/settings.h"
#include "judge/core-usage.h"
#include "judge/judge.h"
#include "judge/samples.h"
#include "plugin/services.h"

/* The verdict: calls the family's verify on outputs that the timer showed, and
 * checks what it reports. */

/* The verdicts on a case so far. */
struct verification {
  int status;                   /* GK_OK, GK_WRONG or GK_FAIL */
  enum wrong_class wrong_class; /* of GK_WRONG */
  char reason[1400];            /* unless GK_OK */
  char method[160];             /* of the check; "": not reported */
  /* The worst error over bound so far; bound 0: none. */
  double error, bound;
  double rms_error, rms_bound; /* the same, root mean square */
  uint64_t checked;
  uint64_t launches; /* timed ones that were judged */
  uint64_t repeats;  /* untimed ones on the same inputs (repeat.c), and */
  uint64_t differ;   /* those of them whose answer was another, and right */
};

/* A verdict to be computed. */
struct verdict_request {
  gk_data data;
  uint8_t poison;
  double precision;          /* that the variant declares; 0: the dtype's */
  uint64_t choice_seed;      /* of what verify chooses itself */
  const char *when;          /* "before the timed launches" */
  const gk_range *differing; /* as in gk_check */
  uint64_t n_differing;
};

/* Judges the outputs that were read last for the inputs as they are now, and
 * adds the verdict to v.  False unless they are right. */
bool verdict_compute (struct verification *v, struct inputs *inputs,
                      struct services *services,
                      const struct verdict_request *request);

/* Chooses which samples are judged: some of the first, one of each four times
 * as many after them; the judge adds the last.  The system's random numbers
 * draw them, and the timer learns of it when the sample is over. */

/* How many of the first are judged; more where a verdict takes next to no
 * time. */
enum { CHOSEN_LEAST = 3, CHOSEN_MOST = 8 };

struct sample_choice {
  size_t begin, end; /* of the samples that the picks are among */
  size_t pick[CHOSEN_MOST];
  size_t n_picks;
};

/* least: the fewest samples that there will be; picks: how many of these are
 * judged, at most CHOSEN_MOST. */
void sample_choice_begin (struct sample_choice *choice, size_t least,
                          size_t picks);
/* True when sample n is judged.  To be called once for each, in order, from 0
 * on. */
bool sample_choice_includes (struct sample_choice *choice, size_t n);

/* Measures a case: orders samples until the error of their median is small
 * enough or the time is up, and judges some of them. */

struct trial;

struct measurement {
  struct stats stats;     /* of seconds per launch */
  struct samples launch;  /* these seconds, in the order measured */
  struct samples busy;    /* what its kernels took by themselves; 0: unknown */
  struct samples outside; /* seconds per sample, by the judge's clock */
  /* Of some samples, seconds in which neither the worker nor the judge computed
   * or waited for a core, beyond what the launches claim. */
  struct samples idle;
  struct samples enqueue; /* seconds that a sample took to enqueue */
  /* Seconds that it took to show the outputs of a sample, and to show them
   * again; empty: no sample took long to show. */
  struct samples show, reshow;
  struct sample_choice choice; /* of the samples to be judged */
  double enqueue_s;            /* median of enqueue */
  size_t batch;                /* launches in one sample */
  bool over;                   /* no more samples follow */
  bool settled;                /* the error is within settings.noise */
  double kernel_s; /* in launches; the untimed first of a hot batch too */
  uint64_t taken[GK_MAX_PATHS]; /* launches that took each of its paths */
  double sampling_s;            /* in all, evictions included */
  /* State of the last sample. */
  bool judged;
  bool untouched; /* its outputs look as if there had been no launch */
  int forced;     /* samples that were judged for that */
  /* Samples that were judged though they were not chosen: what they took, and
   * the least that a verdict took; 0: unknown. */
  double extra_s, verdict_s;
  /* Samples on planted numbers, which do not count. */
  struct samples planted;
  size_t plant_at, plant_end; /* the next comes in front of sample plant_at, and
                                 is the one of those up to plant_end */
  double plant_verify_s;      /* what judging them has taken */
  bool planted_differ;        /* their times do from the median */
};

/* Measures all samples.  estimate: about how many seconds one launch takes.
 * False when it has ended the case. */
bool measure_case (struct trial *trial, double estimate);
void measurement_free (struct measurement *measurement);

/* A replay: a case that has a time is measured again in a process that ran no
 * case before, on inputs that are new altogether (replay.c). */

/* How a replay went. */
enum replay_outcome {
  REPLAY_AGREES,
  REPLAY_IS_SLOWER, /* the time was not reached again */
  REPLAY_MENDS,     /* launches on new inputs take longer than others */
  N_REPLAY_OUTCOMES
};

struct replay {
  struct samples claimed; /* of the case; none: this is no replay */
  uint64_t pairs;         /* launches on new inputs, and of the control */
  enum replay_outcome outcome;
};

/* The timer as the judge sees it: a process that obeys orders with claims; with
 * --in-process the same process. */

struct timer {
  /* Sends an order and waits for its claim.  False when the timer is gone, or
   * its answer is no claim to this order. */
  bool (*obey) (struct timer *timer, struct order *order, struct claim *claim);
  bool apart;     /* another process, whose clock can be checked */
  bool watches;   /* the marks of samples, for span_s: */
  double span_s;  /* a time that the last one watched took certainly; 0: none */
  double blind_s; /* for how long it was not looked at, at most */
  bool meddled;   /* marks were not those of a sample */
};

/* Jitter, in seconds, of messages and process switches: a processor needs
 * longer to wake up after a rest than after work, on a virtual machine the more
 * so. */
#define TRIAL_JITTER 200e-6

/* Seconds by which a CPU launch may slow down the host's work after it: by
 * caches that it emptied, and by threads of it that spin. */
#define TRIAL_AFTERMATH 100e-6

/* Launches longer than this, in seconds, are so slow that each one counts.  No
 * disturbance lasts as long. */
#define TRIAL_VERY_SLOW 100e-3

/* When the samples were measured, by the clock that all processes of
 * the machine share: readings of the device's meter in these spans belong to
 * the samples. */
struct spans {
  struct span {
    double begin, end; /* of clock_now */
    size_t from, to;   /* samples that count, before it and with it */
  } * span;
  size_t n;
  double launches, kernel_s; /* in them */
};

/* Adds a sample, which may not count, of so many launches that took kernel_s
 * together. */
void spans_add (struct spans *spans, struct span sample, double launches,
                double kernel_s);
/* Returns a new reference. */
json_t *spans_to_json (const struct spans *spans);

struct trial {
  struct judge *judge;
  struct timer *timer;
  struct settings settings;
  double precision;        /* that the variant declares; 0: the dtype's */
  bool uniform_only;       /* it declares that it is right on no other data */
  bool planting;           /* the next generation has planted numbers */
  struct claim first, end; /* to the orders of these names */
  uint64_t workspace;      /* that the variant allocated, in bytes */
  gk_data judged;          /* what was judged last */
  /* The timed inputs when they were loaded first, and those that the last new
   * seed replaced. */
  uint64_t first_generation, former_seed, former_generation;
  bool has_former;
  struct order last; /* the last that changed inputs; a control repeats it */
  bool at_once; /* a launch has ended when it returns: nothing is enqueued */
  bool warm, ended; /* the timer has obeyed ORDER_FIRST, and ORDER_END */
  /* What filled the constants that the variant is prepared for. */
  struct {
    bool any;
    gk_data data;
    uint64_t seed;
  } constants;
  pid_t worker; /* process whose CPU time is that of the launches; 0: unknown */
  int cpu_fd;   /* cpu_time_open of that process */
  uintptr_t clock_at; /* its clock_pages; 0: unknown */
  double outside_s;   /* what the last order took, by this process's clock */
  double cpu_s;       /* the same on a core of the worker; NaN: unknown, or
                         not read */
  bool reads_idle;    /* of each sample, for measurement.idle */
  const gk_range *differing; /* of the outputs shown, as in gk_check */
  uint64_t n_differing;
  bool shown;       /* the outputs of the last sample were read */
  double claimed_s; /* seconds per launch that the last sample claimed */
  double show_s;    /* what it took to show the outputs of the last sample; 0:
                       the sample itself showed them */
  double reshow_s;  /* and to show them again; 0: not measured */
  /* The least that lay between the end of a hot launch on fresh inputs and the
   * launch before it. */
  double least_pause_s;
  double begin;           /* of the case, clock_now */
  uint64_t judged_before; /* GK_BIT()s of data, before the timed launches */
  struct verification verification;
  struct measurement measurement;
  bool measured;
  struct core_usage cores; /* of a case on the machine's cores */
  struct spans spans;      /* of a case on any other device */
  struct replay replay;
  double floor_s;             /* NaN: unknown */
  double prepare_s;           /* that the last prepare took; NaN: unknown */
  struct audit_figures audit; /* NaN: unknown */
  struct time_spent spent;    /* so far */
  json_t *metrics;            /* of the family, as services_metrics has them */
  bool lost;      /* the timer is gone, or its answer was no claim */
  bool by_family; /* the family failed, not the variant */
  int status;
  enum wrong_class wrong_class; /* of GK_WRONG */
  char reason[1500];
};

/* Functions for run-case.c, measure.c and the audits.  Unless noted, a
 * bool is false when the function has ended the case. */

/* Ends the case with a status; returns false. */
bool trial_end (struct trial *trial, int status, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));
/* The same with GK_WRONG. */
bool trial_end_wrong (struct trial *trial, enum wrong_class wrong_class,
                      const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));
/* Sends an order and waits for its claim; reads outputs that it shows, unless
 * each sample shows them.  when: a phrase for the reason of a wrong result; "":
 * none. */
bool trial_order (struct trial *trial, struct order *order, struct claim *claim,
                  const char *when);
/* Returns the seconds that the last order took: on the CPU only what was
 * computed, where the system reports it. */
double trial_elapsed (const struct trial *trial);
/* Prepares the variant, which is released first where it is prepared. */
bool trial_prepare (struct trial *trial);
/* Launches for the first time, and until times are steady.  *estimate: about
 * how many seconds a launch takes. */
bool trial_warm_up (struct trial *trial, double *estimate);
/* Loads inputs onto the device.  again: even if they are loaded already.  Where
 * constants among them are other ones than before, the variant is prepared and
 * warmed up with these. */
bool trial_load (struct trial *trial, gk_data data, bool again);
/* Fills the timed inputs again: with another seed if new_seed, else with the
 * same, and varies them to the generation that they had.  They are on no device
 * then. */
bool trial_refill (struct trial *trial, bool new_seed);
/* Varies the timed inputs, and stores the changes and a new poison in the
 * order. */
bool trial_freshen (struct trial *trial, struct order *order);
/* Measures a sample like those that are reported, but for what the order sets
 * besides. */
bool trial_sample (struct trial *trial, struct order *order,
                   struct claim *claim);
/* True when launches are timed back to back. */
bool trial_is_hot (const struct trial *trial);
/* Returns the launches of a sample, with the untimed first of a hot batch. */
double trial_launches (const struct trial *trial);
/* Orders that the outputs of the last sample are shown, and that the worker
 * checks guard zones; thorough: the inputs, too, once no thread computes. */
bool trial_show (struct trial *trial, const char *when, bool thorough);
/* Shows them once more where that took long: the second time has no work left
 * to wait for.  To be called when the first is judged: work that came too late
 * for it must not mend it. */
bool trial_reshow (struct trial *trial);
/* Shows the outputs of the last sample, which are not read: it counts how long
 * that takes. */
bool trial_time_showing (struct trial *trial, bool again, const char *when);
/* Judges the outputs shown; when as above. */
bool trial_judge (struct trial *trial, gk_data data, uint8_t poison,
                  const char *when);
/* Shows and judges the outputs of an audited launch. */
bool trial_judge_shown (struct trial *trial);
/* True when a verdict takes next to no time. */
bool trial_is_cheap (const struct trial *trial);
/* True when timed launches are judged. */
bool trial_judges (const struct trial *trial);
/* True when generations with planted numbers are judged, too. */
bool trial_plants (const struct trial *trial);
/* True when the claimed times are audited. */
bool trial_is_audited (const struct trial *trial);

/* The audit checks whether the times that a timer claimed can be true.  How it
 * does that is described at the top of audit.c. */

struct trial;

/* Runs all checks that follow the samples.  This function and each below: false
 * when it has ended the case. */
bool audit_case (struct trial *trial);

/* True when this is a replay. */
bool trial_is_replay (const struct trial *trial);
/* Runs what follows the samples of a replay, in place of the audit. */
bool replay_case (struct trial *trial);

/* Compares claims with the judge's clock. */
bool audit_clock (struct trial *trial);
/* Ends a case whose claims are shorter than the judge's clock allows. */
bool audit_reject_clock (struct trial *trial);
/* Compares claims with what the judge sees of samples on the CPU while it
 * watches. */
bool audit_watched (struct trial *trial);
/* Checks on the CPU that the worker computes all the time that samples take. */
bool audit_idle (struct trial *trial);
/* Checks on the CPU that no work was left until the outputs are shown. */
bool audit_show (struct trial *trial);
/* Compares the last sample's answer with those of more launches on its
 * inputs.  To be called right behind the samples. */
bool audit_repeats (struct trial *trial);
/* Right after a wrong answer: true where it is that of inputs which came
 * before. */
bool explain_repeat (struct trial *trial);
/* Right after a wrong answer: launches twice more on its inputs and poison.
 * True, after a word in the reason, where the answers differ. */
bool explain_race (struct trial *trial);

/* Retests a claim: measures pairs of launches and controls, in rounds, until it
 * is clear that launches take no longer than allowed, or that they do.  The
 * excess is by how many standard deviations they take longer than the control
 * and the allowed margin (ranks_excess).  retest.c describes the rule and how
 * seldom it rejects a true claim. */

struct trial;

/* Pairs of the quick check that comes first, and of a round at least. */
enum { RETEST_FIRST_PAIRS = 2, RETEST_PAIRS = RANKS_GROUPS };
/* The least time of a round that goes on, since its excess is not negative. */
#define RETEST_SECONDS 50e-3
/* An excess, in standard deviations, that needs no further check. */
#define RETEST_FINE -1.0

/* Samples of launches and of a control: as claimed, and by the judge's clock;
 * or what it took to show outputs, and to show them again.  `plain` has samples
 * in between that are ordered as those that are reported. */
struct sample_groups {
  struct samples claimed[2], outside[2], enqueue, show[2], plain;
};

enum { LAUNCHES, CONTROL };

/* Measures one launch behind a load of inputs: of new ones; as a control, of
 * those that are there. */
bool audit_take_loaded (struct trial *trial, struct sample_groups *groups,
                        int group);
/* Returns by how many standard deviations the former take longer, and as long
 * again as the latter. */
double audit_loaded_excess (struct trial *trial,
                            const struct sample_groups *groups);

/* Measures so many samples in a row as those that are reported, and adds them
 * to a group: LAUNCHES runs the variant; CONTROL runs launches that compute
 * nothing for as long as was claimed, so that the machine is as busy with both.
 * False when it has ended the case. */
bool sample_groups_add (struct trial *trial, struct sample_groups *groups,
                        int group, uint64_t samples);
void sample_groups_free (struct sample_groups *groups);

/* One way to retest a claim.  Each function that returns bool: false when it
 * has ended the case. */
struct retest {
  /* Measures a launch and a control. */
  bool (*take_pair) (struct trial *trial, struct sample_groups *groups);
  /* Returns ranks_excess of the pairs so far, and stores the trial's figures of
   * both. */
  double (*excess) (struct trial *trial, const struct sample_groups *groups,
                    double share);
  bool (*reject) (struct trial *trial);
  double share; /* by which launches may take longer, where that is a share */
};

/* Retests a claim until it stands or is rejected. */
bool retest_claim (struct trial *trial, const struct retest *retest);

#endif
