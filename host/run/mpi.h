/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The MPI helper: a process of its own that holds MPI, so that no case is lost
 * with it.  It answers the requests of barrier.c.
 */
#ifndef MPI_H
#define MPI_H

#include <jansson.h>

#include "run/mpi-module.h"

/* Zeroed: no module is open. */
struct mpi {
  const struct mpi_module *module;
  double seconds; /* to wait for other ranks */
  bool begun;     /* a round is begun and not over */
};

/* Position that a rank reports when it has run all its cases. */
#define MPI_AT_END INT64_MAX

/* Each returns the answer to a request, {"error":why} when it fails.  The first
 * opens the module, {"module":path, "seconds":S}, and joins the other ranks,
 * waiting so long for each: {"rank":N, "ranks":N}. */
json_t *mpi_begin (struct mpi *mpi, const json_t *request);
/* The least position of all ranks, {"at":N}: {"least":N}. */
json_t *mpi_meet (struct mpi *mpi, const json_t *request);
json_t *mpi_end (struct mpi *mpi);
/* Call when the supervisor was killed or gave up: takes part in barriers until
 * the other ranks have finished, since launchers end them all when one leaves
 * MPI without finalizing.  At most ten times as long as a barrier waits. */
void mpi_leave (struct mpi *mpi);

#endif
