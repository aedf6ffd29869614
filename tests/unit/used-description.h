/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the supervisor does with a description, from its being read to the cases
 * of a suite.  For tests of descriptions that are broken.
 */
#ifndef USED_DESCRIPTION_H
#define USED_DESCRIPTION_H

#include <jansson.h>
#include <stdbool.h>

/* Whether it was taken. */
bool use_description (const json_t *json);

#endif
