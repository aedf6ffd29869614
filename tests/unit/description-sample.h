/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Descriptions as a worker writes them, to be added to a catalogue.
 */
#ifndef DESCRIPTION_SAMPLE_H
#define DESCRIPTION_SAMPLE_H

#include <jansson.h>

/* Each a new reference. */

/* Without a family, and with an empty list of variants. */
json_t *described_plugin (const char *name, const char *version);
/* Without options and companions. */
json_t *described_family (const char *name);
json_t *described_variant (const char *family, const char *name);
/* A plugin with everything that there is: an option of each type, companions,
 * tunables, one variant that is for a later kind of device. */
json_t *described_all (void);

#endif
