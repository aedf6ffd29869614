/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report/page/: the HTML page of a run or a comparison, and its pictures.
 * Uses: base, record, report, report/fleet.
 *
 * Prints one picture of a run by its name, which is its anchor in the page:
 * "copy-1" is the ladder of a block, "copy-1.samples" its samples,
 * "roofline.cuda-0" the roofline of a device, "devices" the map of all devices.
 *
 * A new picture is a file that prints SVG (svg.h) on scales (scale.h).  Its
 * name goes into pictures.c, its section and its table into html.c, classes and
 * colours into style.c.
 */
#ifndef PICTURES_H
#define PICTURES_H

#include <stdbool.h>
#include <stdio.h>

#include "record/records.h"

/* Prints a picture as an SVG file.  False, after a message, when there is none
 * of that name, or name is NULL. */
bool picture_print (FILE *out, const struct records *records, const char *name);

#endif
