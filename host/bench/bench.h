/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench/: what times: the device's buffers, launches and samples.  It holds a
 * variant, and nothing that could judge it.  Uses: base, plugin, device.
 *
 * The bench executes the judge's orders (bench/orders.h), for one case at a
 * time.  It owns what the variants of a problem share: the device, the plugins
 * and the buffers.  A timing worker has one bench for its lifetime; nothing of
 * a case that was wrong or failed is reused for the next.
 */
#ifndef BENCH_H
#define BENCH_H

#include <jansson.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/inherited.h"
#include "base/signal-mask.h"
#include "bench/buffers.h"
#include "bench/launcher.h"
#include "bench/orders.h"
#include "bench/problem-copy.h"
#include "bench/run-request.h"
#include "bench/window.h"
#include "device/device.h"
#include "plugin/loader.h"
#include "plugin/services.h"

/* The state of the process that a plugin can change and the next case would
 * inherit, such as the rounding mode, signal handlers and the locale.  A case
 * must leave it as it was before prepare.  Some of it libraries may change when
 * they are first called: a case may leave that as it was after the warm-up,
 * too, but then the worker is replaced.
 */

enum { N_PROCESS_MARKS = 20 };

struct process_state {
  /* One value or hash for each property: before the first case in the process,
   * before prepare, and after the warm-up. */
  uint64_t first[N_PROCESS_MARKS], before[N_PROCESS_MARKS],
      set_up[N_PROCESS_MARKS];
  bool stored, updated; /* updated by process_state_update */
  bool used;            /* there is a first */
};

/* Each a list of properties, "the rounding mode, a timer"; NULL: none. */
struct process_changes {
  char *wrong, *kept; /* kept: as libraries may */
};

/* Stores the state, after the plugin was loaded and before prepare. */
void process_state_store (struct process_state *s);
/* Stores the properties that libraries may change, after the warm-up. */
void process_state_update (struct process_state *s);

/* Returns what differs after release.  Call it on the thread that stored the
 * state. */
struct process_changes process_state_changes (const struct process_state *s);
void process_changes_free (struct process_changes *changes);

/* Whether the memory of the process grows from case to case, of what no file
 * backs: what variants do not release adds up.  Zeroed: not measured yet. */
struct memory_growth {
  uint64_t kib;   /* when it was last measured */
  int times;      /* in a row that it had grown by more than a little, */
  uint64_t grown; /* by so many KiB */
};

/* Measures it.  True when it has grown several times in a row. */
bool memory_growth_check (struct memory_growth *growth);

/* The memory that untimed launches left allocated.  Zeroed: none ran yet. */
struct launch_growth {
  size_t before;       /* bytes before the current launch, */
  size_t least;        /* the least that one left, */
  unsigned n_launches; /* of so many */
};

/* Called before and after a launch. */
void launch_growth_begin (struct launch_growth *growth);
void launch_growth_end (struct launch_growth *growth);
/* Returns the bytes that each launch leaves allocated; 0: no more than a
 * little. */
size_t launch_growth_bytes (const struct launch_growth *growth);

enum { SPOT_CHECK_BYTES = 64 };

/* A few bytes of an output, read at a random offset right after a sample. */
struct spot_check {
  size_t at, n; /* n = 0: nothing was read */
  unsigned char bytes[SPOT_CHECK_BYTES];
};

enum { PATH_NAME_BYTES = 32 };

/* The paths of a variant (gk_paths), and the launches of samples that took
 * each.  Zeroed: it has none. */
struct path_counts {
  size_t n;
  char name[GK_MAX_PATHS][PATH_NAME_BYTES];
  const uint32_t *at;            /* the counters, in the device's memory */
  uint32_t before[GK_MAX_PATHS]; /* as the sample began */
  uint64_t launches[GK_MAX_PATHS];
  bool has_work;
  double factor[GK_MAX_PATHS]; /* of the family's ops; 0: the family's work */
  gk_op_class op_class[GK_MAX_PATHS];
};

struct bench {
  struct services services;
  struct loaded_plugins loaded_plugins;
  struct device **opened; /* so far; at most one in a worker */
  size_t n_opened;
  struct device *device; /* the current one; NULL: none yet */
  struct workspaces workspaces;
  bool profiled;
  bool counts;                /* a profiler counts one launch of each case */
  bool pinned;                /* the last case pinned the process */
  struct inherited inherited; /* as the process began */
  struct claim early;         /* why it could not open its device */
  /* The problem whose buffers are allocated. */
  json_int_t number; /* -1: none */
  struct problem_copy problem;
  struct buffers buffers;
  bool buffers_open;
  bool dirty; /* a case may have damaged them: allocate anew */
  /* The current case. */
  struct run_request request;
  struct views views; /* set before the order to load */
  const gk_variant *variant;
  gk_case described; /* settings: NULL until prepare */
  struct launcher launcher;
  bool prepared;
  bool counted;            /* the profiler counted its launch */
  bool shown;              /* the last sample showed its outputs itself */
  struct window_walk walk; /* over what is shown */
  struct spot_check spot_check[GK_MAX_BUFFERS];
  struct path_counts paths;
  bool strayed; /* what was shown is not what was read there */
  struct process_state process_state;
  /* At the ends of a problem's cases, and between problems, where no buffers
   * are allocated. */
  struct memory_growth case_growth, problem_growth;
  struct launch_growth launch_growth; /* of the current case */
  json_int_t growing; /* the number of the problem that case_growth is of */
  struct signal_mask plugin_mask; /* of the plugin's code */
  bool changed; /* a case changed the process: run no further case in it */
};

/* profiled: a tool may make each launch synchronous. */
struct bench *bench_new (bool profiled);
void bench_free (struct bench *bench);

/* Begins a case; copies the problem unless it has the last one's number. */
void bench_open_case (struct bench *bench, const struct run_request *request,
                      const struct problem_copy *problem);
/* Executes an order and fills in the claim, all but its nonce. */
void bench_run_order (struct bench *bench, const struct order *order,
                      struct claim *claim);
/* Between these two no code of the plugin runs on this thread: a signal waits,
 * and a fault ends the process. */
void bench_begin_own_work (struct bench *bench);
void bench_end_own_work (struct bench *bench);
/* Restores what launches change in place.  False with the claim's reason. */
bool bench_restore_outputs (struct bench *bench);
/* Ends the case, even if no order did.  False: run no further case in this
 * process.  *log, *metrics: what the variant left in the services, new
 * references. */
bool bench_close_case (struct bench *bench, json_t **log, json_t **metrics);

/* Frees the buffers of the current problem. */
void bench_close_buffers (struct bench *bench);
/* Frees all of its memory. */
void bench_release_problem (struct bench *bench);

/* To be called before any of the judge's memory is unmapped: devices may have
 * pinned it. */
void bench_forget_views (struct bench *bench);

/* Begins a case: opens its plugin, device and buffers; then calls the variant's
 * prepare. */

/* Each bool is false with the claim's reason. */

/* In a new process, opens the device and loads the plugin before the order,
 * while the judge fills inputs.  Returns why that failed, which the order
 * claims then, too; NULL: it did not. */
const char *case_begin_early (struct bench *bench);
/* Likewise, of the device alone. */
bool case_begin_device (struct bench *bench, struct claim *claim);
/* Obeys ORDER_BEGIN. */
bool case_begin (struct bench *bench, const struct order *order,
                 struct claim *claim);
/* Obeys ORDER_PREPARE. */
bool case_begin_prepare (struct bench *bench, const struct order *order,
                         struct claim *claim);
/* Undoes prepare, where it was called. */
void case_begin_undo_prepare (struct bench *bench);
/* Makes a device the current one. */
bool case_begin_use_device (struct bench *bench, const char *name,
                            struct claim *claim);

/* Logs what the plugin changed of the device's limits.  False: nothing. */
bool case_begin_log_limits (struct bench *bench, const char *when);

/* Describes the case to its variant, for gk_host.describe.  The texts are those
 * of the request.  False where the request is broken. */
bool case_describe (struct bench *bench);

/* Ends a case. */

/* Obeys ORDER_END: asks the variant what ran, releases it, and checks that the
 * process is as the case found it.  False with the claim's reason. */
bool case_end (struct bench *bench, const struct order *order,
               struct claim *claim);
/* Releases the variant, if there is one still. */
void case_end_release (struct bench *bench);

/* Which of its paths the variant's timed launches took.  Each bool is false
 * with the claim's reason. */

/* Calls the variant's paths, where it has it. */
bool paths_open (struct bench *bench, struct claim *claim);
/* Read the counters before a sample and behind it; the second sets what the
 * sample's launches took. */
bool paths_begin (struct bench *bench);
bool paths_end (struct bench *bench, struct claim *claim);
/* Sets the work of the path that most launches took, where the variant says
 * it. */
void paths_set_work (const struct path_counts *counts, const gk_work *family,
                     gk_work *work);
/* Prints what was counted. */
void paths_print (const struct path_counts *counts, char text[PATH_BYTES]);

/* Shows the judge what launches left, in the window.  Each function is false
 * with the claim's reason. */

/* Shows all outputs. */
bool show_whole (struct bench *bench, const struct order *order);

/* Each obeys the order of its name (show_last: ORDER_SHOW). */

bool show_last (struct bench *bench, const struct order *order,
                struct claim *claim);
bool show_check (struct bench *bench, const struct order *order,
                 struct claim *claim);
bool show_run (struct bench *bench, const struct order *order,
               struct claim *claim);
bool show_repeat (struct bench *bench, const struct order *order,
                  struct claim *claim);
/* Obeys ORDER_HELD_LAUNCH. */
bool show_held (struct bench *bench, const struct order *order,
                struct claim *claim);

/* A sample: a few launches, timed together between two events of the device. */

/* Takes a sample as ordered: prepares inputs, outputs and caches, times the
 * launches, and copies the outputs.  False with the claim's reason. */
bool sample_take (struct bench *bench, const struct order *order,
                  struct claim *claim);

/* Reads a few random bytes of each output after a sample.  Bytes that are still
 * poison are no verdict, but a reason for the judge to examine the sample;
 * bytes that differ from what is shown later mean that work went on after the
 * launch. */

/* Reads and stores the bytes.  *untouched: an output is still poison there.
 * False with the device's error. */
bool spot_check_read (struct bench *bench, uint8_t poison, bool *untouched);
/* Forgets the stored bytes, before a launch whose outputs are not read. */
void spot_check_clear (struct bench *bench);

/* What a device is asked between cases: how long an empty launch takes, and
 * whether it still works after a failure. */

/* The floor of a device: the time of an empty launch, which is the shortest
 * time that can be measured. */

/* Returns the seconds of an empty launch in the default mode, cold; 0 if it
 * can't be measured.  Opens the device, in a bench of its own. */
double bench_measure_floor (const char *device);

/* Checks that a device still works after a failure on it. */

/* Opens the device as a case would, writes to its memory, reads that back, and
 * launches an empty kernel.  False with *why, to be freed.  Call it between
 * cases only. */
bool health_check (struct bench *bench, const char *device, char **why);

#endif
