/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a row with a time is replayed, by another process than the case had.
 *
 * A quick replay comes first, of some 15 samples and a launch on new inputs, in
 * a process in which rows were replayed before, since to open a CUDA device
 * takes longer than to replay most rows.  Where it disagrees with the time, up
 * to three thorough ones follow, each in a process that has no past, with as
 * many samples as the case had.  The first that agrees lets the time stand. The
 * time is refused where all three find that launches on new inputs take longer
 * than others.  Where they are merely slower than the case was (an autotuner
 * chose something else, or the machine became busy), the record has the least
 * of their times, from which the caveat `unstable` follows.
 *
 * A replay that is out of time counts as one that took that long, and is the
 * last: on a busy machine the case was near its limit already.
 *
 * A replay that crashes, is wrong or fails is the row's outcome: that is what
 * the variant does in another program.
 */
#include <config.h>

#include <math.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "judge/trial.h"
#include "run/lane.h"

enum { QUICK_SAMPLES = RANKS_GROUPS, THOROUGH_PAIRS = RANKS_GROUPS };
/* Thorough replays that must agree. */
enum { REFUSING = 3 };

/* Ends the case as its replay ended. */
static void
end_as (struct case_record *record, struct pool *pool,
        const struct case_record *again, bool mends)
{
  const char *reason = again->result.reason;

  *record = *again;
  if (!mends)
    record->result.reason
        = pool_made (pool, xasprintf ("in another process: %s", reason));
}

bool
lane_replay_case (struct lane *l, const struct case_ *c,
                  struct case_record *record, struct pool *pool)
{
  struct replay_request request = { .values = record->result.time.values };
  const double start = clock_now ();
  double least = INFINITY;
  int n, outcome = REPLAY_IS_SLOWER, mending = 0;

  for (n = 0; n <= REFUSING && outcome != REPLAY_AGREES; n++) {
    struct case_record *again = case_record_new (pool, c);

    request.samples = record->result.time.samples;
    if (n == 0 && request.samples > QUICK_SAMPLES)
      request.samples = QUICK_SAMPLES;
    request.pairs = n == 0 ? 1 : THOROUGH_PAIRS;
    request.fresh = n > 0;
    if (!lane_run_replay (l, c, &request, again, pool, &outcome))
      return false;
    if (again->telemetry.lost != NULL)
      record->telemetry.lost = again->telemetry.lost;
    if (again->result.status == STATUS_TIMEOUT) {
      least = fmin (least, again->result.spent.total_s);
      n++;
      break;
    }
    mending += n > 0 && outcome == REPLAY_MENDS;
    if (mending == REFUSING
        || (again->result.status != STATUS_OK && outcome != REPLAY_MENDS)) {
      end_as (record, pool, again, mending == REFUSING);
      return true;
    }
    if (again->result.status == STATUS_OK)
      least = fmin (least, again->result.time.median_s);
  }
  record->replay.processes = n;
  record->replay.median_s = least;
  record->replay.total_s = clock_now () - start;
  return true;
}
