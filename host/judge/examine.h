/* SPDX-License-Identifier: BSD-3-Clause
 *
 * `gkhost check` examines a family: does it fill and vary inputs the same way
 * each time, and does its verify reject wrong outputs?  examine.c describes
 * how.
 */
#ifndef EXAMINE_H
#define EXAMINE_H

#include <gkhost/plugin.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/pool.h"
#include "judge/judge.h"
#include "judge/result.h"

struct examination;

/* The examination of one problem. */
struct examination *examination_new (void);
void examination_free (struct examination *examination);

/* Stores a copy of outputs that the family called right, and of their
 * inputs. */
void examination_store_answer (struct examination *examination,
                               const struct inputs *inputs, gk_data data,
                               uint8_t poison);

/* Runs the examination that is due after a case; it stays due until a case has
 * passed and there are right outputs for each kind of data.  Returns a new
 * array of {"callback": "verify", "reason": TEXT}, and adds doubts to the
 * result; NULL: none was due. */
json_t *examine_family (struct judge *judge, struct result *result,
                        struct pool *pool);

/* Makes wrong outputs of right ones, knowing nothing of them but their bytes.
 * Bytes that are as a launch found them count as padding, which a family need
 * not judge: none is overwritten, but an exchange may move some beside other
 * bytes. */

/* Outputs of a launch. */
struct answer {
  const gk_setup *setup;
  void *const *input;  /* its buffers, as struct views has them */
  void *const *output; /* likewise; to be corrupted */
  uint8_t *poison;     /* that outputs held; to be corrupted, too */
};

enum corruption {
  CORRUPT_ALL,      /* nothing was written: all is poison, of another byte */
  CORRUPT_TO_ZEROS, /* zeros were written */
  CORRUPT_TO_ONES,  /* all bits of 16 bytes, of a sixteenth of an output, or of
                     * an output are 1: NaN, of any type of floats */
  CORRUPT_BIT,      /* one bit is flipped */
  CORRUPT_ELEMENT,  /* 16 bytes are inverted: an element, whatever its type */
  CORRUPT_SEQUENCE  /* two elements are exchanged */
};

/* Corrupts an answer.  False when the result is not surely wrong. */
bool corrupt_output (enum corruption how, const struct answer *answer);

#endif
