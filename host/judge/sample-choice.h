/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Chooses which samples are judged: some of the first, one of each four times
 * as many after them; the judge adds the last.  The system's random numbers
 * draw them, and the timer learns of it when the sample is over.
 */
#ifndef SAMPLE_CHOICE_H
#define SAMPLE_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

/* How many of the first are judged; more where a verdict takes next to no
 * time. */
enum { CHOSEN_LEAST = 3, CHOSEN_MOST = 8 };

struct sample_choice {
  size_t begin, end; /* of the samples that the picks are among */
  size_t pick[CHOSEN_MOST];
  size_t n_picks;
};

/* least: the fewest samples that there will be; picks: how many of these are
 * judged, at most CHOSEN_MOST. */
void sample_choice_begin (struct sample_choice *choice, size_t least,
                          size_t picks);
/* True when sample n is judged.  To be called once for each, in order, from 0
 * on. */
bool sample_choice_includes (struct sample_choice *choice, size_t n);

#endif
