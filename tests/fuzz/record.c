/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A file of records, as bytes, to its reports, and to what --resume makes of it.  Behind a blank first line it is of a run of the very
 * suite that is resumed, whose run record is put in front.  See
 * tests/fuzz/run.
 */
#include <config.h>

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "all-reports.h"
#include "base/message.h"
#include "base/read-file.h"
#include "base/xalloc.h"
#include "command/commands.h"
#include "run/resumption.h"
#include "described-catalog.h"
#include "record/runs.h"
#include "report/report.h"
#include "suite-text.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t n);

/* A file that holds the bytes; path has room for 40. */
static int
file_of (const void *bytes, size_t n, char *path)
{
  int fd = memfd_create ("records", MFD_CLOEXEC);

  if (fd < 0 || !write_all (fd, bytes, n))
    abort ();
  snprintf (path, 40, "/proc/self/fd/%d", fd);
  return fd;
}

/* All of a run but its cases. */
static void
make_plan (struct plan *plan)
{
  struct device_record *cpu;

  *plan = (struct plan){ .catalog = described_catalog () };
  fields_clear (&devices_answer_fields, &plan->found);
  cpu = pool_alloc (&plan->pool, sizeof *cpu);
  fields_clear (&device_fields, cpu);
  cpu->name = cpu->description = "cpu";
  plan->found.devices = (struct items){ cpu, 1 };
  plan->devices.device = xcalloc (1, sizeof *plan->devices.device);
  plan->devices.device[0].name = xstrdup ("cpu");
  plan->devices.n = 1;
  if (!suite_from_text (&plan->suite, "[sums]\nint = 1, 2\n")
      || !jobs_make (&plan->jobs, &plan->suite, &plan->catalog,
                     &(struct job_presets){ 0 }))
    abort ();
}

static char *
jsonl_of (const struct records *records)
{
  char *text;
  size_t n;
  FILE *out = open_memstream (&text, &n);

  if (out == NULL)
    abort ();
  report_jsonl (out, records);
  fclose (out);
  return text;
}

/* Records that were written come back as they were. */
static void
write_and_read (const struct records *records)
{
  char path[40], *text = jsonl_of (records), *again;
  int fd = file_of (text, strlen (text), path);
  struct runs runs;

  if (!runs_read (&runs, path) || runs.n != 1)
    abort ();
  again = jsonl_of (&runs.run[0]);
  if (strcmp (text, again) != 0)
    abort ();
  free (again);
  free (text);
  runs_free (&runs);
  close (fd);
}

static void
report (const char *path)
{
  struct runs runs;

  if (!runs_read (&runs, path))
    return;
  for (size_t i = 0; i < runs.n; i++) {
    report_all (&runs.run[i]);
    write_and_read (&runs.run[i]);
  }
  runs_free (&runs);
}

/* False: it can't be gone on with. */
static bool
go_on (struct plan *plan, const char *path, enum resume how)
{
  const struct rank rank = { 0 };
  const struct run_options options
      = { .output = path, .resume = how, .rank = &rank };
  struct journal journal;
  struct resumption resumption;

  if (resumption_open (&resumption, &journal, plan, &options) != EXIT_PASSED)
    return false;
  report_all (&journal.records);
  resumption_free (&resumption);
  journal_close (&journal);
  return true;
}

static void
use (struct plan *plan, const char *bytes, size_t n)
{
  char path[40];
  int fd = file_of (bytes, n, path);

  report (path);
  if (go_on (plan, path, n % 2 == 0 ? RESUME : RESUME_FAILED))
    report (path);
  close (fd);
}

static char *
own_run (const struct plan *plan, const uint8_t *data, size_t n)
{
  const struct run_facts facts = { .suite = &plan->suite,
                                   .jobs = &plan->jobs,
                                   .catalog = &plan->catalog,
                                   .cases = &plan->cases,
                                   .devices = &plan->found };
  struct pool pool = { 0 };
  char *line = record_line (&run_fields, run_record_new (&pool, &facts));
  char *text = xasprintf ("%s%.*s", line, (int)n, (const char *)data);

  free (line);
  pool_free (&pool);
  return text;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
  static struct plan plan;
  char *text;

  if (plan.jobs.n == 0)
    make_plan (&plan);
  if (!cases_make (&plan.cases, &plan.jobs, &plan.devices, NULL))
    abort ();
  if (n > 0 && data[0] == '\n') {
    text = own_run (&plan, data, n);
    use (&plan, text, strlen (text));
    free (text);
  } else
    use (&plan, (const char *)data, n);
  cases_free (&plan.cases);
  return 0;
}
