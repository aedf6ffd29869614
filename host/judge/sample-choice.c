/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/random.h"
#include "judge/sample-choice.h"

static bool
is_picked (const struct sample_choice *choice, size_t n)
{
  for (size_t i = 0; i < choice->n_picks; i++)
    if (choice->pick[i] == n)
      return true;
  return false;
}

/* Picks so many of the samples between begin and end. */
static void
pick_samples (struct sample_choice *choice, size_t wanted)
{
  size_t among = choice->end - choice->begin;

  choice->n_picks = 0;
  while (choice->n_picks < wanted && choice->n_picks < among) {
    size_t n = choice->begin + (size_t)(entropy_draw () % among);

    if (!is_picked (choice, n))
      choice->pick[choice->n_picks++] = n;
  }
}

void
sample_choice_begin (struct sample_choice *choice, size_t first, size_t least,
                     size_t picks)
{
  *choice = (struct sample_choice){ .begin = first,
                                    .end = least > first ? least : first + 1 };
  pick_samples (choice, picks < CHOSEN_MOST ? picks : CHOSEN_MOST);
}

bool
sample_choice_includes (struct sample_choice *choice, size_t n)
{
  if (n >= choice->end) {
    choice->begin = choice->end;
    choice->end *= 4;
    pick_samples (choice, 1);
  }
  return is_picked (choice, n);
}
