/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A suite, as bytes, to its cases and what is asked for each; what stands
 * behind a zero byte is the argument of a -s.  See tests/fuzz/run.
 */
#include <config.h>

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "command/commands.h"
#include "described-catalog.h"
#include "run/request.h"
#include "record/records.h"
#include "sample-catalog.h"
#include "suite-text.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t n);

/* So many are made and looked at; the host says at once that it takes no more
 * than MOST.  Those between take seconds, and tell nothing new. */
enum { FEW = 60, MOST = 1000000 };

static double
combinations (const struct sweep *sweep, size_t n)
{
  double all = 1;

  for (size_t i = 0; i < n; i++)
    all *= (double)sweep[i].n;
  return all;
}

static double
count_cases (const struct jobs *jobs, const struct device_list *devices)
{
  double all = 0;

  for (size_t i = 0; i < jobs->n; i++) {
    const struct job *job = &jobs->job[i];
    double tunings = 0;

    for (size_t j = 0; j < job->n_variants; j++)
      tunings += combinations (job->variant[j].tunable,
                               job->variant[j].variant->options.n);
    all += tunings * combinations (job->option, job->family->options.n)
           * (double)(job->n_modes * devices->n);
  }
  return all;
}

/* What was taken of a suite comes to the judge. */
static void
ask (const struct case_ *c)
{
  struct records records = { 0 };
  struct case_record *record = case_record_new (&records.pool, c);
  char *line = record_line (&case_fields, record);
  json_t *judge = request_judge (c, 0, NULL);
  struct judge_request asked;

  if (line == NULL || !request_read_judge (&asked, judge))
    abort ();
  json_decref (request_set_up (c, 1, false));
  json_decref (request_run (c, judge));
  json_decref (judge);
  free (line);
  records_free (&records);
}

static void
expand (const struct jobs *jobs)
{
  struct device_list devices = { .n = 2 };
  struct cases cases = { 0 };
  FILE *nowhere = fopen ("/dev/null", "w");
  double n;

  devices.device = xcalloc (devices.n, sizeof *devices.device);
  devices.device[0].name = (char *)"cpu";
  devices.device[1].name = (char *)"cuda:0";
  devices.device[1].capability = 80;
  n = count_cases (jobs, &devices);
  if (nowhere == NULL)
    abort ();
  if ((n <= FEW || n > 4. * MOST)
      && cases_make (&cases, jobs, &devices, NULL)) {
    print_cases (nowhere, &cases);
    for (size_t i = 0; i < cases.n; i++)
      ask (&cases.case_[i]);
  }
  cases_free (&cases);
  free (devices.device);
  fclose (nowhere);
}

static void
use (const struct suite *suite, const struct catalog *catalog)
{
  struct jobs jobs = { 0 };

  if (jobs_make (&jobs, suite, catalog, &(struct job_presets){ 0 }))
    expand (&jobs);
  jobs_free (&jobs);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
  const char *text = (const char *)data;
  size_t bytes = n > 0 ? strnlen (text, n) : 0;
  static struct catalog described;
  struct suite suite;

  if (described.n_plugins == 0)
    described = described_catalog ();
  if (suite_from_bytes (&suite, text, bytes)) {
    char *set = bytes < n ? xstrndup (text + bytes + 1, n - bytes - 1) : NULL;

    if (set == NULL || suite_set (&suite, set)) {
      use (&suite, &sample_catalog);
      use (&suite, &described);
    }
    free (set);
    suite_free (&suite);
  }
  return 0;
}
