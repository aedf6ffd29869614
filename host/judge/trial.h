/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A trial: one case before the judge, and what its parts ask of the process
 * that times.
 */
#ifndef TRIAL_H
#define TRIAL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "bench/settings.h"
#include "judge/core-usage.h"
#include "judge/judge.h"
#include "judge/measure.h"
#include "judge/spans.h"
#include "judge/timer.h"
#include "judge/turns.h"
#include "judge/verdict.h"

/* What messages and a switch of processes may take more at one time than at
 * another, in seconds: a machine that was woken up is not as soon awake after
 * work as after rest, the more so where it is a virtual one. */
#define TRIAL_JITTER 200e-6

/* Launches that take longer, in seconds, are so slow that to take as few as
 * possible matters.  No disturbance lasts as long. */
#define TRIAL_VERY_SLOW 100e-3

struct trial {
  struct judge *judge;
  struct timer *timer;
  struct settings settings;
  double precision;  /* that the variant declares; 0: the dtype's */
  gk_work work;      /* what the variant says that it does of the problem's */
  struct order last; /* that changed inputs: what a control repeats */
  uint32_t most;     /* launches in a sample, at the most */
  bool at_once; /* launches that returned have ended: nothing is left to enqueue
                 */
  bool watchable, decoys, opened;
  pid_t worker;     /* whose time on a core the launches are; 0: not known */
  double outside_s; /* what the last order took, by this process's clock */
  double cpu_s;     /* and on a core; NaN: not known */
  double claimed_s; /* what the last sample claimed for a launch */
  double show_s;    /* what the last showing took, likewise */
  double reshow_s;  /* what it took once more; 0: that was not asked */
  struct verification verification;
  struct measurement measurement;
  bool measured;
  struct turns turns;
  struct core_usage cores; /* where it runs on them, */
  struct spans spans;      /* else; of the turn */
  double floor_s, launch_outside_s, fresh_s, control_s; /* NaN: not known */
  double setup_s, inputs_s, warm_up_s, verify_s, total_s;
  bool lost;      /* the timer is gone, or garbled */
  bool by_family; /* it was the family that failed */
  int status;
  char reason[1500];
  uint64_t workspace;          /* bytes that the variant took */
  char library[LIBRARY_BYTES]; /* that the variant has compute; "": none */
  char library_settings[LIBRARY_SETTINGS_BYTES]; /* and how */
};

/* For the parts of a trial.  Each: false when the case has ended by it. */

/* Ends it with a status; returns false. */
bool trial_end (struct trial *trial, int status, const char *reason);
/* Likewise; frees the reason. */
bool trial_end_freeing (struct trial *trial, int status, char *why);
/* Gives an order.  when: of what goes wrong, "" where that is no matter. */
bool trial_order (struct trial *trial, struct order *order, struct claim *claim,
                  const char *when);
/* What the last order took, as far as it says what was done. */
double trial_elapsed (const struct trial *trial);
/* Brings inputs onto the device: again: where they are there already, too. */
bool trial_load (struct trial *trial, gk_data data, bool again);
/* Fills the timed inputs, anew: by another seed, else as they were filled; they
 * are on no device then. */
bool trial_refill (struct trial *trial, bool anew);
/* Makes an order's changes of the timed inputs, and its poison. */
bool trial_freshen (struct trial *trial, struct order *order);
/* Takes a sample as those that are reported, but for what order says besides.
 */
bool trial_sample (struct trial *trial, struct order *order,
                   struct claim *claim);
/* Whether launches are timed back to back; and how many a sample has then, the
 * one that is not timed too. */
bool trial_is_hot (const struct trial *trial);
double trial_launches (const struct trial *trial);
/* Has what the last sample left shown, and looked at. */
bool trial_show (struct trial *trial, const char *when, bool thorough);
/* Has it shown once more where that took long, which shows what it takes by
 * itself.  What was shown is judged by then: work that came too late for that
 * must not mend it. */
bool trial_reshow (struct trial *trial);
/* Judges what is shown; when as above. */
bool trial_judge (struct trial *trial, gk_data data, uint8_t poison,
                  const char *when);
/* Has what an audited launch left shown, and judges it. */
bool trial_judge_shown (struct trial *trial);
/* Whether that takes no time to speak of. */
bool trial_is_cheap (const struct trial *trial);
/* Whether timed launches are judged. */
bool trial_judges (const struct trial *trial);
/* Whether what is claimed of their times is doubted. */
bool trial_is_audited (const struct trial *trial);

#endif
