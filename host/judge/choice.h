/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which samples are judged: three of the first, one of each four times as many
 * behind them, and the last.  Drawn by the system's random numbers, and asked
 * for when the sample is over.
 */
#ifndef CHOICE_H
#define CHOICE_H

#include <stdbool.h>
#include <stddef.h>

enum { CHOSEN_FIRST = 3 };

struct choice {
  size_t begin, end; /* of the samples that the picks are among */
  size_t pick[CHOSEN_FIRST];
  size_t n_picks;
};

/* least: the samples that there will be at least. */
void choice_begin (struct choice *choice, size_t least);
/* Whether sample n is judged; to be asked for 0, 1, 2, ... in order. */
bool choice_takes (struct choice *choice, size_t n);

#endif
