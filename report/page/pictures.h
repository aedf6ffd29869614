/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The pictures of a run by their names, which are the anchors that a page has
 * them at: "copy-1" the ladder of a block, "copy-1.samples" its samples,
 * "roofline.cuda-0" the roofline of a device, "devices" all
 * of them over the cases.
 */
#ifndef PICTURES_H
#define PICTURES_H

#include <stdbool.h>
#include <stdio.h>

#include "record/records.h"

/* Prints one as a file of its own.  False, with a complaint, where there is
 * none of that name, or none is named (NULL). */
bool picture_print (FILE *out, const struct records *records, const char *name);

#endif
