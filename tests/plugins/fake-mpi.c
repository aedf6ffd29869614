/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A stand-in for MPI (host/run/mpi-module.h): ranks meet in the folder
 * FAKE_MPI, a file for each of them and round.  Which rank this is, and of how
 * many, it has from FAKE_MPI_RANK and FAKE_MPI_SIZE.  FAKE_MPI_FAULT is one of
 *
 *   refuses       it can't begin
 *   hangs-first   it does not come back from beginning
 *   hangs:N       nor from round N, from 0
 *   crashes:N     it crashes there
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run/mpi-module.h"

static struct {
  int rank, ranks;
  int round;
} state = { .round = -1 };

static int
number (const char *variable)
{
  const char *text = getenv (variable);

  return text != NULL ? atoi (text) : 0;
}

static bool
has_fault (const char *fault)
{
  const char *wanted = getenv ("FAKE_MPI_FAULT");

  return wanted != NULL && strcmp (wanted, fault) == 0;
}

static const char *
begin (int *rank, int *ranks)
{
  puts ("this is MPI");
  while (has_fault ("hangs-first"))
    pause ();
  state.rank = *rank = number ("FAKE_MPI_RANK");
  state.ranks = *ranks = number ("FAKE_MPI_SIZE");
  return has_fault ("refuses") ? "it refuses" : NULL;
}

static void
name_file (char *path, size_t room, int rank)
{
  snprintf (path, room, "%s/%d-%d", getenv ("FAKE_MPI"), state.round, rank);
}

static const char *
start (int64_t mine)
{
  char path[4096], ready[4096 + 8], fault[32];
  FILE *file;

  state.round++;
  snprintf (fault, sizeof fault, "hangs:%d", state.round);
  while (has_fault (fault))
    pause ();
  snprintf (fault, sizeof fault, "crashes:%d", state.round);
  if (has_fault (fault))
    abort ();
  name_file (path, sizeof path, state.rank);
  snprintf (ready, sizeof ready, "%s.new", path);
  file = fopen (ready, "w");
  if (file == NULL)
    return "no file can be made";
  fprintf (file, "%" PRId64 "\n", mine);
  fclose (file);
  return rename (ready, path) == 0 ? NULL : "no file can be made";
}

static const char *
look (bool *done, int64_t *least)
{
  *least = INT64_MAX;
  *done = false;
  if (access (getenv ("FAKE_MPI"), F_OK) != 0)
    return "the folder is gone";
  for (int i = 0; i < state.ranks; i++) {
    char path[4096];
    int64_t one;
    FILE *file;

    name_file (path, sizeof path, i);
    file = fopen (path, "r");
    if (file == NULL)
      return NULL;
    if (fscanf (file, "%" SCNd64, &one) == 1 && one < *least)
      *least = one;
    fclose (file);
  }
  *done = true;
  return NULL;
}

static void
end (void)
{
}

extern const struct mpi_module gkhost_mpi_module;
__attribute__ ((visibility ("default")))
const struct mpi_module gkhost_mpi_module
    = { MPI_MODULE_ABI, begin, start, look, end };
