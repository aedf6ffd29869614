/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the MPI helper does: a process of its own that holds MPI, so that no
 * case is lost with it.  The barrier asks for all of it (process/barrier.c).
 */
#ifndef MPI_H
#define MPI_H

#include <jansson.h>

#include "run/mpi-module.h"

/* Zeroed: no module is open. */
struct mpi {
  const struct mpi_module *module;
  double seconds; /* that others are waited for */
  bool begun;     /* a round is, and not over */
};

/* What each rank is at that has no case left. */
#define MPI_AT_END INT64_MAX

/* All give the answer to a request, {"error":why} where it can't be had.  The
 * first opens the module, {"module":path, "seconds":S}, and joins the other
 * ranks, each of which is waited for so long: {"rank":N, "ranks":N}. */
json_t *mpi_begin (struct mpi *mpi, const json_t *request);
/* The least of what all ranks say, {"at":N}: {"least":N}. */
json_t *mpi_meet (struct mpi *mpi, const json_t *request);
json_t *mpi_end (struct mpi *mpi);
/* When the supervisor asks no more, as it was killed or has given up: goes
 * along until the others are through, since launchers end them all where one
 * leaves MPI without a word.  For ten times as long as they are waited for. */
void mpi_leave (struct mpi *mpi);

#endif
