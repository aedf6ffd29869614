/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Spoiling: makes wrong answers of a right one, of which nothing is known but
 * its bytes.  Bytes that are as they were poisoned count as padding, which a
 * family may judge or not: none is written but by an exchange of what holds
 * other bytes, too.
 */
#ifndef CORRUPT_OUTPUT_H
#define CORRUPT_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

enum corruption {
  CORRUPT_ALL,      /* nothing was written: all is poison, of another byte */
  CORRUPT_TO_ZEROS, /* zeros were written */
  CORRUPT_BIT,      /* one bit is flipped */
  CORRUPT_ELEMENT,  /* 16 bytes are inverted: an element, whatever its type */
  CORRUPT_SEQUENCE  /* two elements are exchanged */
};

/* Spoils the outputs of a problem, which begin at the views, and their poison.
 * False: nothing came of it that is surely wrong. */
bool corrupt_output (enum corruption how, const gk_setup *setup,
                     void *const *output, uint8_t *poison);

#endif
