/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Makes wrong outputs of right ones, knowing nothing of them but their bytes.
 * Bytes that still hold the poison count as padding, which a family need not
 * judge: none is overwritten, but an exchange may move some beside other bytes.
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

/* Corrupts the outputs of a problem, which begin at the given addresses, and
 * their poison.  False when the result is not surely wrong. */
bool corrupt_output (enum corruption how, const gk_setup *setup,
                     void *const *output, uint8_t *poison);

#endif
