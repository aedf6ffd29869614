/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ends a case: asks the variant what ran, releases it, and compares the process
 * and the device's limits with what they were.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "device/cpu/cpu.h"
#include "plugin/abi-names.h"

/* Restores the device's limits after a case. */
static void
restore_limits (struct bench *b)
{
  struct device *d = b->device;

  if (case_begin_log_limits (b, "at the end") && !d->ops->restore (d))
    d->needs_restart = true;
}

void
case_end_release (struct bench *b)
{
  struct device *d = b->device;

  if (d == NULL || b->variant == NULL)
    return;
  /* Launches before one that failed may still run.  Wait: what they use must
   * not be freed yet, and their errors decide whether the device needs a
   * restart. */
  if (b->dirty && !d->needs_restart)
    d->ops->sync (d);
  case_begin_undo_prepare (b);
  b->variant = NULL;
  if (!d->needs_restart)
    restore_limits (b);
}

/* False with the claim's reason, where a callback without a status has failed.
 */
static bool
has_succeeded (struct bench *b, struct claim *claim)
{
  return !services_failed (&b->services)
         || claim_end (claim, GK_FAIL, "%s", services_reason (&b->services));
}

/* Calls the variant's work for its operations; the family states the bytes. */
static bool
read_work (struct bench *b, struct claim *claim)
{
  gk_work work = b->problem.setup.work;

  services_clear (&b->services);
  if (b->variant->work != NULL) {
    callback_begin (CALLBACK_WORK);
    b->variant->work (&b->services.host, b->problem.bytes, b->launcher.state,
                      &work);
    callback_end ();
  }
  if (!has_succeeded (b, claim))
    return false;
  paths_set_work (&b->paths, &b->problem.setup.work, &work);
  if (work_later (&work) != NULL)
    return claim_end (claim, GK_SKIP, "%s" NAME_IS_LATER, work_later (&work));
  if (work_fault (&work) != NULL)
    return claim_end (claim, GK_FAIL, "work: %s", work_fault (&work));
  claim->ops = work.ops;
  claim->op_class = work.op_class;
  return true;
}

/* Calls the variant's library for the library that computes for it. */
static bool
read_library (struct bench *b, struct claim *claim)
{
  const char *text, *end;
  size_t n;

  if (b->variant->library == NULL)
    return true;
  callback_begin (CALLBACK_LIBRARY);
  text = b->variant->library (&b->services.host, b->launcher.state);
  /* The first line, and the rest. */
  n = text != NULL ? strnlen (text, sizeof claim->library - 1) : 0;
  end = n > 0 ? memchr (text, '\n', n) : NULL;
  if (n > 0)
    memcpy (claim->library, text, end != NULL ? (size_t)(end - text) : n);
  if (end != NULL)
    memcpy (claim->library_settings, end + 1,
            strnlen (end + 1, sizeof claim->library_settings - 1));
  callback_end ();
  return has_succeeded (b, claim);
}

/* Releases the variant and checks that the process is as the case found it. */
bool
case_end (struct bench *b, const struct order *order, struct claim *claim)
{
  const gk_host *host = &b->services.host;
  struct process_changes changes;
  bool good = true;

  memcpy (b->paths.launches, order->taken, sizeof order->taken);
  /* Unless the variant says otherwise. */
  claim->ops = b->problem.setup.work.ops;
  claim->op_class = b->problem.setup.work.op_class;
  if (b->prepared && !b->device->needs_restart)
    good = read_work (b, claim) && read_library (b, claim);
  paths_print (&b->paths, claim->path);
  services_clear (&b->services);
  case_end_release (b);
  if (good)
    has_succeeded (b, claim);
  changes = process_state_changes (&b->process_state);
  b->changed |= changes.wrong != NULL || changes.kept != NULL;
  if (changes.wrong != NULL)
    claim_end_wrong (claim, WRONG_PROCESS,
                     "left the process changed: %s; restore in "
                     "release what it changes",
                     changes.wrong);
  if (changes.kept != NULL)
    host->log (host,
               "gkhost: left by prepare or the first launches: %s; the next "
               "case gets another process",
               changes.kept);
  process_changes_free (&changes);
  if (b->process_state.stored && !wait_until_idle ()) {
    host->log (host, "gkhost: its threads still compute after the last launch");
    b->changed = true;
  }
  return claim->status == GK_OK;
}
