/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/random.h"
#include "base/xalloc.h"
#include "judge/examine.h"
#include "judge/judge.h"
#include "plugin/abi-names.h"
#include "plugin/option.h"

struct judge *
judge_new (void)
{
  struct judge *j = xcalloc (1, sizeof *j);

  j->kept.set.fd = j->kept.window.fd = j->kept.copy.fd = -1;
  services_init (&j->services);
  return j;
}

static void
tear_down (struct judge *j)
{
  callback_begin (CALLBACK_TEARDOWN);
  j->family->teardown (&j->services.host, j->setup.state);
  callback_end ();
}

void
judge_end_problem (struct judge *j)
{
  if (!j->holds)
    return;
  inputs_keep_memory (&j->inputs, &j->kept);
  inputs_close (&j->inputs);
  examination_free (j->examination);
  j->examination = NULL;
  tear_down (j);
  problem_copy_free (&j->copy);
  j->holds = false;
}

void
judge_release_problem (struct judge *j)
{
  judge_end_problem (j);
  kept_memory_close (&j->kept);
}

void
judge_free (struct judge *j)
{
  judge_release_problem (j);
  services_free (&j->services);
  loaded_plugins_free (&j->loaded);
  free (j);
}

/* The family is named unless it skips: a skip is no fault. */
static void
set_why (const struct judge *j, int status, const char *reason, char **why)
{
  if (status == GK_SKIP)
    *why = xasprintf ("setup: %s", reason);
  else
    *why = xasprintf ("family %s: setup: %s", j->family->name, reason);
}

static bool
call_setup (struct judge *j, const struct set_up_request *request, int *status,
            char **why)
{
  gk_value *values = values_from_json (j->family->options, j->family->n_options,
                                       request->values, why);

  if (values == NULL)
    return false;
  j->setup = (gk_setup){ .size = sizeof j->setup, .seed = request->suite_seed };
  services_clear (&j->services);
  callback_begin (CALLBACK_SETUP);
  *status = j->family->setup (&j->services.host, values, &j->setup);
  callback_end ();
  free (values);
  if (*status == GK_OK)
    return true;
  *status = services_status (&j->services, "setup", *status);
  set_why (j, *status, services_reason (&j->services), why);
  return false;
}

const struct problem_copy *
judge_set_up (struct judge *j, const struct set_up_request *request,
              int *status, char **why)
{
  const struct plugin *plugin = loaded_plugins_get (
      &j->loaded, request->family_plugin, request->identity, why);
  const char *fault;
  char *later;

  *status = GK_FAIL;
  judge_end_problem (j);
  if (plugin == NULL)
    return NULL;
  j->family = &plugin->family;
  if (!call_setup (j, request, status, why))
    return NULL;
  later = problem_copy_later (&j->setup);
  fault = later != NULL ? later : problem_copy_fault (&j->setup);
  if (fault != NULL) {
    tear_down (j);
    *status = later != NULL ? GK_SKIP : GK_FAIL;
    set_why (j, *status, fault, why);
    free (later);
    return NULL;
  }
  j->copy = problem_copy_make (&j->setup);
  j->choices_beside = entropy_draw () >> 1;
  inputs_open (&j->inputs, j->family, &j->setup, request->seed);
  kept_memory_trim (&j->kept, &j->inputs);
  j->inputs.kept = &j->kept;
  if (request->examine)
    j->examination = examination_new ();
  j->holds = true;
  return &j->copy;
}
