/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The module for MPI (host/run/mpi-module.h).
 */
#include <config.h>

#include <stddef.h>

#include <mpi.h>

#include "run/mpi-module.h"

static struct {
  MPI_Request request;
  int64_t mine, least;
  char why[MPI_MAX_ERROR_STRING];
} state = { .request = MPI_REQUEST_NULL };

static const char *
text_of (int error)
{
  int n;

  if (error == MPI_SUCCESS)
    return NULL;
  if (MPI_Error_string (error, state.why, &n) != MPI_SUCCESS)
    return "MPI fails, and does not say why";
  return state.why;
}

/* An error that MPI does not return ends all ranks. */
static const char *
begin (int *rank, int *ranks)
{
  int error = MPI_Init (NULL, NULL);

  if (error == MPI_SUCCESS)
    error = MPI_Comm_set_errhandler (MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (error == MPI_SUCCESS)
    error = MPI_Comm_rank (MPI_COMM_WORLD, rank);
  if (error == MPI_SUCCESS)
    error = MPI_Comm_size (MPI_COMM_WORLD, ranks);
  return text_of (error);
}

static const char *
start (int64_t mine)
{
  state.mine = mine;
  return text_of (MPI_Iallreduce (&state.mine, &state.least, 1, MPI_INT64_T,
                                  MPI_MIN, MPI_COMM_WORLD, &state.request));
}

static const char *
look (bool *done, int64_t *least)
{
  int over = 0;
  int error = MPI_Test (&state.request, &over, MPI_STATUS_IGNORE);

  *done = over != 0;
  *least = state.least;
  return text_of (error);
}

static void
end (void)
{
  MPI_Finalize ();
}

extern const struct mpi_module gkhost_mpi_module;
__attribute__ ((visibility ("default")))
const struct mpi_module gkhost_mpi_module
    = { MPI_MODULE_ABI, begin, start, look, end };
