/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dlfcn.h>
#include <time.h>

#include "base/clock.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "run/mpi.h"

static json_t *
error_reply (const char *why)
{
  return json_pack ("{s:o}", "error", json_text (why));
}

/* Components that MPI opens itself need its symbols to be global. */
static const char *
open_module (struct mpi *mpi, const char *path)
{
  void *library = dlopen (path, RTLD_NOW | RTLD_GLOBAL);
  const struct mpi_module *module
      = library != NULL ? dlsym (library, MPI_MODULE_SYMBOL) : NULL;

  if (module == NULL)
    return dlerror ();
  if (module->abi != MPI_MODULE_ABI)
    return "it is of another version of gkhost";
  mpi->module = module;
  return NULL;
}

json_t *
mpi_begin (struct mpi *mpi, const json_t *request)
{
  const char *path = json_string_value (json_object_get (request, "module"));
  const char *why = path != NULL ? open_module (mpi, path) : "no module";
  int rank = 0, ranks = 0;

  mpi->seconds = json_number_value (json_object_get (request, "seconds"));
  if (why == NULL)
    why = mpi->module->begin (&rank, &ranks);
  if (why != NULL)
    return error_reply (why);
  return json_pack ("{s:i, s:i}", "rank", rank, "ranks", ranks);
}

/* Polls with pauses, since MPI's own wait would take a core from what runs.
 * Ranks may begin up to a pause after one another. */
static const char *
wait_for_all (struct mpi *mpi, double seconds, long pause_ns, int64_t *least)
{
  const struct timespec pause = { .tv_nsec = pause_ns };
  const double last = clock_now () + seconds;
  const char *why;
  bool done = false;

  while ((why = mpi->module->look (&done, least)) == NULL && !done) {
    if (clock_now () > last)
      return "not all ranks have come";
    nanosleep (&pause, NULL);
  }
  mpi->begun = false;
  return why;
}

/* Begins a round, unless the last one is still under way. */
static const char *
begin_round (struct mpi *mpi, int64_t at)
{
  const char *why = NULL;

  if (mpi->module == NULL)
    return "no module";
  if (!mpi->begun)
    why = mpi->module->start (at);
  mpi->begun = why == NULL;
  return why;
}

json_t *
mpi_meet (struct mpi *mpi, const json_t *request)
{
  const json_int_t at = json_integer_value (json_object_get (request, "at"));
  int64_t least = 0;
  const char *why = begin_round (mpi, at);

  if (why == NULL)
    why = wait_for_all (mpi, mpi->seconds, 50000, &least);
  if (why != NULL)
    return error_reply (why);
  return json_pack ("{s:I}", "least", (json_int_t)least);
}

json_t *
mpi_end (struct mpi *mpi)
{
  if (mpi->module != NULL)
    mpi->module->end ();
  mpi->module = NULL;
  return json_object ();
}

void
mpi_leave (struct mpi *mpi)
{
  int64_t least = 0;
  const char *why = NULL;

  if (mpi->module == NULL)
    return;
  while (why == NULL && least < MPI_AT_END) {
    why = begin_round (mpi, MPI_AT_END);
    if (why == NULL)
      why = wait_for_all (mpi, 10 * mpi->seconds, 1000000, &least);
  }
  if (why == NULL)
    mpi_end (mpi);
}
