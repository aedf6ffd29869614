/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which of several processes this one is that a launcher started: Slurm's srun,
 * an mpirun, torchrun.  Launchers tell that in the environment, each in
 * variables of its own.
 */
#ifndef RANK_H
#define RANK_H

#include <stdbool.h>
#include <stdint.h>

/* What is not told is INTEGER_ABSENT. */
struct rank {
  const char *launcher;  /* NULL: none started this, and nothing is told */
  int64_t rank, ranks;   /* from 0; how many there are */
  int64_t local, locals; /* likewise on this host */
};

/* Reads the environment.  False where it contradicts itself or is no number:
 * *why says so, with the variable, what it holds and the remedy, to be freed.
 */
bool rank_read (struct rank *rank, char **why);

/* Whether there are others, as far as can be told. */
bool rank_has_others (const struct rank *rank);

/* What messages of this one begin with among those of others, "HOST, rank N: ";
 * "": there are no others.  No memory is asked for: that there is none is a
 * message, too. */
enum { RANK_LABEL_MAX = 96 };
void rank_label (char label[RANK_LABEL_MAX]);

#endif
