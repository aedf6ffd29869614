/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The rank of this process among those that a launcher started: Slurm's srun,
 * mpirun, torchrun.  Each launcher sets environment variables of its own.
 */
#ifndef RANK_H
#define RANK_H

#include <stdbool.h>
#include <stdint.h>

/* Unknown numbers are INTEGER_ABSENT. */
struct rank {
  const char *launcher;  /* NULL: none, and nothing else is known */
  int64_t rank, ranks;   /* from 0; count */
  int64_t local, locals; /* the same on this host */
};

/* Reads the environment.  False if variables contradict each other or are not
 * numbers: *why names the variable, its value and the remedy, to be freed. */
bool rank_read (struct rank *rank, char **why);

/* True if there are other ranks, as far as is known. */
bool rank_has_others (const struct rank *rank);

/* Fills in the prefix of messages, "HOST, rank N: ", or "" if there are no
 * other ranks.  Allocates nothing, since "out of memory" is a message, too. */
enum { RANK_LABEL_MAX = 96 };
void rank_label (char label[RANK_LABEL_MAX]);

#endif
