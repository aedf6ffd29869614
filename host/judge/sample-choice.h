/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which samples are judged: some of the first, one of each four times as many
 * behind them, and the last.  Drawn by the system's random numbers, and asked
 * for when the sample is over.
 */
#ifndef SAMPLE_CHOICE_H
#define SAMPLE_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

/* Of the first, so many; more where that costs next to nothing. */
enum { CHOSEN_LEAST = 3, CHOSEN_MOST = 8 };

struct sample_choice {
  size_t begin, end; /* of the samples that the picks are among */
  size_t pick[CHOSEN_MOST];
  size_t n_picks;
};

/* first: the next sample; least: behind the last that there will be at least;
 * picks: of these, CHOSEN_MOST at the most. */
void sample_choice_begin (struct sample_choice *choice, size_t first,
                          size_t least, size_t picks);
/* Whether sample n is judged; to be asked for first, first + 1, ... in order.
 */
bool sample_choice_includes (struct sample_choice *choice, size_t n);

#endif
