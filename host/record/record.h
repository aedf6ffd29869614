/* SPDX-License-Identifier: BSD-3-Clause
 *
 * record/: records of runs and cases, and the journal that keeps them.
 * Uses: base, plugin, device, bench/settings.h, suite, plan.
 *
 * Looking into records.  Reports may be made from a journal that another
 * version wrote or somebody edited, so whatever is absent or of another type
 * reads as nothing.
 */
#ifndef RECORD_H
#define RECORD_H

#include <jansson.h>
#include <stdbool.h>

enum status {
  STATUS_OK,
  STATUS_WRONG,
  STATUS_SKIPPED,
  STATUS_FAILED,
  STATUS_CRASHED,
  STATUS_TIMEOUT,
  N_STATUS
};
extern const char *const status_name[N_STATUS];

/* The first record of a type; NULL when there is none. */
const json_t *record_find (const json_t *records, const char *type);

bool record_is_case (const json_t *record);
/* One that is unknown counts as failed: it did not pass. */
enum status record_status (const json_t *record);

/* The value of a key, of the object that is named or of the record itself where
 * object is NULL; NULL when there is none. */
const json_t *record_at (const json_t *record, const char *object,
                         const char *key);
/* "" when there is none. */
const char *record_text (const json_t *record, const char *object,
                         const char *key);
bool record_true (const json_t *record, const char *object, const char *key);
/* False, and *value is 0, when there is none. */
bool record_number (const json_t *record, const char *object, const char *key,
                    double *value);

/* The median, in seconds, of a case that may show one: however fast it was, a
 * result that is not right has no time.  False, and *seconds is 0, without. */
bool record_time (const json_t *record, double *seconds);
/* False where there is none, and with one sample, which spreads over nothing:
 * that is not to be told as calm. */
bool record_spread (const json_t *record, double *spread);

/* A device of the run record by its name; NULL when it is not there. */
const json_t *record_device (const json_t *run, const char *name);

#endif
