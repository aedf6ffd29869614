/* SPDX-License-Identifier: BSD-3-Clause
 *
 * By what the case of one run is known again in another: what was asked for, as
 * its record has it.
 */
#ifndef CASE_IDENTITY_H
#define CASE_IDENTITY_H

#include "record/case-record.h"

/* The job, the variant, the device and every value of problem, tunables, mode
 * and settings; to be freed.  Ends the program where memory is out. */
char *case_identity (const struct case_record *record);
/* Likewise without the settings that are not of the mode, such as a time limit:
 * a job has one value of each. */
char *case_identity_in_job (const struct case_record *record);
/* Likewise what is measured, in whatever job and by whatever settings: the
 * variant, its tunables, the problem, the mode and the device. */
char *case_subject (const struct case_record *record);
/* Where it stands in its run, and what it is compared with there; likewise. */
char *case_place (const struct case_record *record);

#endif
