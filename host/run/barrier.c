/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "base/optional.h"
#include "base/message.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "run/barrier.h"
#include "run/mpi.h"

/* The helper itself reports ranks that did not come in time.  When it does not
 * answer, MPI hangs. */
#define GRACE_SECONDS 5

static const char *
module_path (void)
{
  const char *named = getenv ("GKHOST_MPI");

  return named != NULL && *named != '\0' ? named : MODULEDIR "/gkhost-mpi.so";
}

/* Prints what MPI printed. */
static void
tell_printed (struct barrier *b)
{
  char *text = child_output (&b->helper);

  if (text != NULL) {
    text_one_line (text);
    message_print ("MPI printed: %s", text);
  }
  free (text);
}

/* Takes ownership of a request and returns the helper's answer; NULL and *why,
 * to be freed, after an error.  *why is NULL after a signal. */
static json_t *
send_request (struct barrier *b, json_t *request, char **why)
{
  json_t *reply = NULL;
  const char *error;

  *why = NULL;
  child_send (&b->helper, request);
  json_decref (request);
  if (child_wait (&b->helper, b->seconds + GRACE_SECONDS, &reply, why)
      == CHILD_TIMEOUT) {
    *why = xstrdup ("MPI hangs");
    tell_printed (b);
    child_kill (&b->helper);
  }
  error = json_string_value (json_object_get (reply, "error"));
  if (error == NULL)
    return reply;
  *why = xstrdup (error);
  json_decref (reply);
  return NULL;
}

static bool
ranks_match (const struct rank *rank, int64_t mpi_rank, int64_t mpi_ranks)
{
  if (rank->ranks != INTEGER_ABSENT && rank->ranks != mpi_ranks)
    message_print (
        "--barrier: %s started %" PRId64 " ranks, and MPI (%s) finds "
        "%" PRId64 ": it is not the MPI of that launcher; build gkhost "
        "with that one's mpicc, or have srun start it by --mpi=pmix",
        rank->launcher, rank->ranks, module_path (), mpi_ranks);
  else if (rank->rank != mpi_rank)
    message_print ("--barrier: by %s this is rank %" PRId64
                   ", and by MPI (%s) rank "
                   "%" PRId64 ": build gkhost with the mpicc of that launcher",
                   rank->launcher, rank->rank, module_path (), mpi_rank);
  else
    return true;
  return false;
}

static bool
join_ranks (struct barrier *b, const struct rank *rank)
{
  char *why;
  json_t *reply = send_request (b,
                                json_pack ("{s:s, s:o, s:f}", "op", "mpi_begin",
                                           "module", json_text (module_path ()),
                                           "seconds", b->seconds),
                                &why);
  bool ok = reply != NULL
            && ranks_match (
                rank, json_integer_value (json_object_get (reply, "rank")),
                json_integer_value (json_object_get (reply, "ranks")));

  if (why != NULL) {
    tell_printed (b);
    message_print (
        "--barrier: %s: %s: configure gkhost --with-mpi or name its module "
        "in GKHOST_MPI, and start it by the launcher of that MPI, as srun "
        "--mpi=pmix",
        module_path (), why);
  }
  free (why);
  json_decref (reply);
  return ok;
}

bool
barrier_begin (struct barrier *b, const struct rank *rank, double seconds)
{
  *b = (struct barrier){ .seconds = seconds };
  if (rank->launcher == NULL) {
    message_print (
        "--barrier: no launcher started this, and there is no rank to wait "
        "for: start it by srun or mpirun, or leave out --barrier");
    return false;
  }
  if (!child_spawn (&b->helper, CHILD_MPI, NULL))
    return false;
  b->on = join_ranks (b, rank);
  if (!b->on)
    child_kill (&b->helper);
  return b->on;
}

/* The helper takes part by itself from here on: launchers end all ranks when
 * one leaves MPI without finalizing. */
static void
give_up (struct barrier *b, const char *why)
{
  b->on = false;
  tell_printed (b);
  child_detach (&b->helper);
  message_print (
      "barriers are given up: %s; ranks were waited for up to %g s, and "
      "cases run without barriers from here on",
      why, b->seconds);
}

/* Waits until all ranks are there or further.  A rank that is further takes
 * part in each round that the others need. */
static bool
come_to (struct barrier *b, int64_t at)
{
  json_int_t least = -1;
  char *why = NULL;

  while (b->on && least < at) {
    json_t *reply = send_request (
        b, json_pack ("{s:s, s:I}", "op", "mpi_meet", "at", (json_int_t)at),
        &why);
    const json_t *found = json_object_get (reply, "least");

    least = json_is_integer (found) ? json_integer_value (found) : -1;
    if (reply == NULL || least < 0) {
      if (interrupt_signal () != 0)
        b->on = false;
      else
        give_up (b, why != NULL ? why : "its answer makes no sense");
    }
    json_decref (reply);
    free (why);
  }
  return b->on;
}

void
barrier_meet (struct barrier *b, bool runs)
{
  if (b == NULL)
    return;
  b->at++;
  if (runs && come_to (b, b->at))
    b->met++;
}

void
barrier_end (struct barrier *b)
{
  char *why = NULL;

  if (b->helper.role == NULL)
    return;
  if (interrupt_signal () == 0 && b->on && come_to (b, MPI_AT_END)) {
    json_decref (send_request (b, json_pack ("{s:s}", "op", "mpi_end"), &why));
    free (why);
    child_end (&b->helper);
  } else
    child_kill (&b->helper);
  b->on = false;
}
