/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a judge and a worker answer to a case, to its record and reports: the
 * first line is the judge's frame, the second the worker's, the third what the
 * worker printed.  An answer repeats the nonce 0; one that is empty was never
 * written.  Behind an 'r' it is the judge's raw bytes, with the frames'
 * lengths. See tests/fuzz/run.
 */
#include <config.h>

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "all-reports.h"
#include "altered-claims.h"
#include "base/xalloc.h"
#include "described-catalog.h"
#include "bench/problem-copy.h"
#include "run/lane.h"
#include "run/request.h"
#include "record/records.h"
#include "run/workers.h"
#include "suite-text.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t n);

struct piece {
  const char *text;
  size_t n;
};

/* The next line. */
static struct piece
cut (struct piece *rest)
{
  const char *end = rest->n > 0 ? memchr (rest->text, '\n', rest->n) : NULL;
  struct piece line = { rest->text, rest->n };

  if (end != NULL)
    line.n = (size_t)(end - rest->text);
  rest->text += line.n + (end != NULL);
  rest->n -= line.n + (end != NULL);
  return line;
}

/* What is too much for a socket would keep us: of that comes the beginning. */
static void
put (int fd, const void *bytes, size_t n)
{
  if (n > 0 && send (fd, bytes, n, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
    return;
}

/* A child that said this and has ended. */
static void
make_child (struct child *child, const char *role, struct piece said,
            bool framed)
{
  int frames[2], output[2];

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, frames) < 0
      || pipe2 (output, O_CLOEXEC | O_NONBLOCK) < 0)
    abort ();
  *child = (struct child){ .role = role,
                           .frames = frames[0],
                           .output = output[0],
                           .running.fd = -1 };
  if (framed && said.n > 0) {
    const unsigned char head[4]
        = { said.n & 255, said.n >> 8 & 255, said.n >> 16 & 255, 0 };

    put (frames[1], head, sizeof head);
  }
  put (frames[1], said.text, said.n);
  close (frames[1]);
  close (output[1]);
  child->pid = vfork ();
  if (child->pid == 0)
    _exit (0);
}

/* A case that is heard. */
struct court {
  struct catalog catalog;
  struct suite suite;
  struct jobs jobs;
  struct cases cases;
};

static void
court_open (struct court *court)
{
  struct device_list devices = { .n = 1 };

  *court = (struct court){ .catalog = described_catalog () };
  devices.device = xcalloc (1, sizeof *devices.device);
  devices.device[0].name = (char *)"cpu";
  if (!suite_from_text (&court->suite, "[sums]\n")
      || !jobs_make (&court->jobs, &court->suite, &court->catalog,
                     &(struct job_presets){ 0 })
      || !cases_make (&court->cases, &court->jobs, &devices, NULL))
    abort ();
  free (devices.device);
}

/* What comes of it, with what was noted besides. */
static void
hear (const struct case_ *c, struct judge_process *judge, struct child *worker,
      struct records *records)
{
  struct session session = { .c = c,
                             .judge = &judge->child,
                             .worker = worker,
                             .seconds = 5,
                             .channel_fd = -1 };
  struct case_record *record = case_record_new (&records->pool, c);

  if (!session_end (&session, record, &records->pool))
    abort ();
  judge_note_faults (judge, c, session.verdict);
  session_worker_is_sound (&session, record);
  records_add (records, &case_fields, record);
  for (size_t i = 0; i < judge->faults->n; i++)
    records_add (records, &fault_fields, judge->faults->fault[i]);
  session_free (&session);
}

/* A case, with all that both sides say of it. */
static void
try_case (struct piece verdict, struct piece reply, struct piece printed,
          bool framed)
{
  static struct court court;
  struct records records = { 0 };
  struct faults faults = { 0 };
  struct judge_process judge = { .faults = &faults };
  struct child worker;

  if (court.cases.n == 0)
    court_open (&court);
  make_child (&judge.child, CHILD_JUDGE, verdict, framed);
  make_child (&worker, CHILD_WORKER, reply, framed);
  worker.tail_n = printed.n < CHILD_TAIL ? printed.n : CHILD_TAIL;
  memcpy (worker.tail, printed.text, worker.tail_n);
  hear (&court.cases.case_[0], &judge, &worker, &records);
  report_all (&records);
  child_kill (&worker);
  child_kill (&judge.child);
  records_free (&records);
  faults_free (&faults);
}

/* What else is read of an object. */
static void
try_other (struct piece text)
{
  json_t *json = json_loadb (text.text, text.n, JSON_REJECT_DUPLICATES, NULL);
  struct device_records found;
  struct problem_copy handed;
  struct pool pool = { 0 };
  struct set_up_request set_up;
  struct run_request run;
  const json_t *problem = NULL;
  struct judge_request judge;

  if (json_is_object (json)) {
    fields_clear (&devices_answer_fields, &found);
    fields_from_json (&devices_answer_fields, &found, &pool, json, BY_WORKER);
    json_decref (fields_to_json (&devices_answer_fields, &found));
    if (problem_copy_from_json (&handed, json_object_get (json, "problem")))
      problem_copy_free (&handed);
    request_read_set_up (&set_up, json);
    request_read_judge (&judge, json);
    request_read_run (&run, &problem, json);
  }
  pool_free (&pool);
  json_decref (json);
}

/* One frame after the other. */
static void
try_frames (struct piece bytes)
{
  struct frame_reader reader = { 0 };
  json_t *object = NULL;
  int end[2];
  enum frame_result result;

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, end) < 0)
    abort ();
  put (end[1], bytes.text, bytes.n);
  close (end[1]);
  do {
    result = frame_read (&reader, end[0], &object);
    if ((result == FRAME_WHOLE) != json_is_object (object))
      abort ();
    json_decref (object);
    object = NULL;
  } while (result == FRAME_WHOLE || result == FRAME_MORE);
  frame_reader_free (&reader);
  close (end[0]);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
  struct piece rest = { (const char *)data, n };
  const struct piece none = { "", 0 };

  if (n > 0 && data[0] == 'c')
    try_claims (data + 1, n - 1);
  else if (n > 0 && data[0] == 'r') {
    rest.text++;
    rest.n--;
    try_frames (rest);
    try_case (rest, none, none, false);
  } else {
    struct piece verdict = cut (&rest), reply = cut (&rest);

    try_other (verdict);
    try_case (verdict, reply, rest, true);
  }
  return 0;
}
