/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <endian.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/xalloc.h"
#include "record/caveat.h"
#include "record/hindered.h"
#include "record/unsettled.h"
#include "suite/settings.h"

/* Times that move by less are told as settled, */
#define MOVED_LEAST 0.02
/* and those that move by less than so many times the noise asked for. */
#define MOVED_NOISES 2

/* A row is noisy whose error is more than so many times the noise asked for. */
#define NOISY_NOISES 5

static const struct {
  const char *word, *meaning;
} caveats[N_CAVEATS] = {
  [CAVEAT_SUSPECT] = { VERDICT_SUSPECT, "can't be true, for the reason given; "
                                        "nothing is compared with it" },
  [CAVEAT_THROTTLED] = { "throttled", "heat or power held the clock down: "
                                      "cool the device, or raise its limit" },
  [CAVEAT_RAMPING] = { "ramping", "the clock still rose, and times fell: "
                                  "raise warmup" },
  [CAVEAT_SHARED] = { "shared", "others computed on the device meanwhile: end "
                                "or move what they run" },
  [CAVEAT_UNSETTLED] = { "unsettled", "times moved as they were taken: raise "
                                      "warmup, or see what changes" },
  [CAVEAT_NOISY] = { "noisy", "far noisier than asked for: raise max_time, "
                              "or quiet the machine" },
  [CAVEAT_FEW] = { "few", "fewer samples than it takes: raise max_time" },
};

const char *
caveat_word (enum caveat caveat)
{
  return caveats[caveat].word;
}

const char *
caveat_meaning (enum caveat caveat)
{
  return caveats[caveat].meaning;
}

/* Whether the noise is as asked for, and only samples or slices are lacking.
 * Records of the first format don't tell what was asked for. */
static bool
is_few (const struct case_record *record)
{
  const uint64_t asked = UINT64_C (1) << setting_find ("noise");
  const struct sampling sampling = case_record_settings (record).sampling;

  return record->result.time.settled == FLAG_NO
         && case_settings_there (record->settings, asked) != 0
         && record->result.time.error <= sampling.noise;
}

/* Less is told by the error alone, which the table shows.  One sample has no
 * noise that it could be told by. */
static bool
is_noisy (const struct case_record *record)
{
  const struct sampling sampling = case_record_settings (record).sampling;

  return record->result.time.settled == FLAG_NO && case_spread (record) >= 0
         && !(record->result.time.error <= NOISY_NOISES * sampling.noise);
}

/* The samples, as many as there are, to be freed; NULL where there are none
 * that can be read. */
static double *
samples_of (const struct case_record *record, size_t *n)
{
  const char *values = record->result.time.values;
  size_t bytes;
  void *data = values != NULL ? base64_bytes (values, &bytes) : NULL;
  double *seconds;

  if (data == NULL)
    return NULL;
  *n = bytes / sizeof (uint32_t);
  seconds = xcalloc (*n + 1, sizeof *seconds);
  for (size_t i = 0; i < *n; i++) {
    uint32_t word;
    float value;

    memcpy (&word, (const char *)data + i * sizeof word, sizeof word);
    word = le32toh (word);
    memcpy (&value, &word, sizeof value);
    seconds[i] = isfinite (value) ? (double)value : 0;
  }
  free (data);
  return seconds;
}

static bool
is_unsettled (const struct case_record *record, const double *seconds, size_t n)
{
  double noise = case_record_settings (record).sampling.noise;

  return unsettled (seconds, n, fmax (MOVED_LEAST, MOVED_NOISES * noise));
}

static void
add (struct case_record *record, struct pool *pool, enum caveat caveat)
{
  texts_add (pool, &record->verdicts, caveat_word (caveat));
}

/* What the samples say, and what was seen of the device meanwhile. */
static void
judge_samples (struct case_record *record, struct pool *pool)
{
  size_t n = 0;
  double *seconds = samples_of (record, &n);
  bool moved = seconds != NULL && is_unsettled (record, seconds, n);

  if (hindered_by_throttling (record))
    add (record, pool, CAVEAT_THROTTLED);
  if (moved && hindered_by_ramping (record, seconds, n))
    add (record, pool, CAVEAT_RAMPING);
  if (hindered_by_sharing (record))
    add (record, pool, CAVEAT_SHARED);
  if (moved)
    add (record, pool, CAVEAT_UNSETTLED);
  free (seconds);
}

/* What the time, its error and the number of samples say. */
static void
judge_time (struct case_record *record, struct pool *pool)
{
  if (is_noisy (record))
    add (record, pool, CAVEAT_NOISY);
  if (is_few (record))
    add (record, pool, CAVEAT_FEW);
}

void
caveats_judge (struct case_record *record, struct pool *pool)
{
  /* Of what can't be true there is no more to say. */
  if (case_time (record) <= 0)
    return;
  judge_samples (record, pool);
  judge_time (record, pool);
}

static bool
has_word (const struct case_record *record, enum caveat caveat)
{
  return texts_have (&record->verdicts, caveat_word (caveat));
}

void
caveats_join (struct case_record *record, struct pool *pool,
              const struct case_record *const *round, size_t n)
{
  if (case_suspect (record))
    return;
  record->verdicts = (struct texts){ 0 };
  for (int i = CAVEAT_THROTTLED; i <= CAVEAT_UNSETTLED; i++) {
    size_t have = 0;

    for (size_t j = 0; j < n; j++)
      have += has_word (round[j], (enum caveat)i);
    if (2 * have > n)
      add (record, pool, (enum caveat)i);
  }
  judge_time (record, pool);
}

bool
caveat_of (const struct case_record *record, enum caveat caveat)
{
  if (case_time_shown (record) <= 0)
    return false;
  if (has_word (record, caveat))
    return true;
  /* Records of before have no word for what follows from their time. */
  return case_time (record) > 0
         && ((caveat == CAVEAT_NOISY && is_noisy (record))
             || (caveat == CAVEAT_FEW && is_few (record)));
}

enum caveat
caveat_first (const struct case_record *record)
{
  int first = 0;

  while (first < N_CAVEATS && !caveat_of (record, (enum caveat)first))
    first++;
  return (enum caveat)first;
}
