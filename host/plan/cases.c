/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/names.h"
#include "base/pool.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "plan/cases.h"
#include "plan/tunings.h"
#include "plugin/abi-names.h"

#define CASES_MAX 1000000

/* Returns a product, bounded by CASES_MAX + 1. */
static size_t
bounded_product (size_t a, size_t b)
{
  return a != 0 && b > CASES_MAX / a ? CASES_MAX + 1 : a * b;
}

/* Bounds a number of combinations likewise. */
static size_t
few_of (uint64_t combinations)
{
  return combinations > CASES_MAX ? CASES_MAX + 1 : (size_t)combinations;
}

/* A variant of a job, with what doesn't depend on the problem. */
struct variant_plan {
  const struct job_variant *chosen;
  size_t n_tunings; /* combinations of its tunables that may run */
  uint64_t *drawn;  /* their numbers; NULL: all */
  struct targets targets;
};

struct expansion {
  struct cases *cases;
  const struct device_list *devices;
  const char *only;
};

/* True when --only matches a variant of a job.  A pattern without a slash may
 * match either. */
static bool
is_selected (const char *only, const struct job *job,
             const struct variant_desc *variant)
{
  char *name;
  bool match;

  if (only == NULL)
    return true;
  if (strchr (only, '/') == NULL)
    return fnmatch (only, job->name, 0) == 0
           || fnmatch (only, variant->name, 0) == 0;
  name = xasprintf ("%s/%s", job->name, variant->name);
  match = fnmatch (only, name, 0) == 0;
  free (name);
  return match;
}

static void
variant_plan_make (struct variant_plan *plan, const struct job *job,
                   const struct job_variant *chosen,
                   const struct device_list *devices)
{
  plan->chosen = chosen;
  plan->n_tunings = few_of (tunings_count_searched (job, chosen));
  targets_make (&plan->targets, job, chosen->variant, devices);
}

/* Draws the combinations of a random search, which needs their number. */
static bool
variant_plan_draw (struct variant_plan *plan, const struct job *job)
{
  const uint64_t all = tunings_of_variant (plan->chosen);

  if (all == TUNINGS_MAX)
    message_print ("job '%s' gives variant %s over %" PRId64 " combinations of "
                   "tunables: give these fewer values",
                   job->name, plan->chosen->variant->name, TUNINGS_MAX - 1);
  else if (plan->n_tunings < all)
    plan->drawn = tunings_draw (all, plan->n_tunings, job->search.seed);
  return all != TUNINGS_MAX;
}

/* What a variant accepts for one type of option. */
struct accepted_values {
  gk_option_type type;
  const struct names *names;
  uint64_t mask; /* of enumerators */
  bool mixed;    /* it accepts problems whose options of the type differ */
  const char *one;
};

/* A suite that leaves a key out has its default: names a value that both the
 * variant and the family take; NULL: there is none. */
static const char *
value_proposed (const struct accepted_values *takes, const gk_option *o,
                int64_t value)
{
  if (value != o->value.i)
    return NULL;
  for (size_t i = 0; i < takes->names->n; i++)
    if ((takes->mask & o->allowed & GK_BIT (i)) != 0)
      return takes->names->name[i];
  return NULL;
}

static char *
value_reject_reason (const struct accepted_values *takes, const gk_option *o,
                     int64_t value)
{
  const char *proposed = value_proposed (takes, o, value);
  char *why, *list = NULL;

  for (size_t i = 0; i < takes->names->n; i++)
    if ((takes->mask & GK_BIT (i)) != 0)
      list = list_append (list, takes->names->name[i]);
  why = xasprintf (
      "takes %s; the problem is %s%s%s%s%s",
      list != NULL ? list : "none that this host knows",
      names_at (takes->names, value), proposed != NULL ? ": set " : "",
      proposed != NULL ? o->name : "", proposed != NULL ? " = " : "",
      proposed != NULL ? proposed : "");
  free (list);
  return why;
}

/* Returns why a variant rejects the problem's values of one type; NULL when it
 * accepts them. */
static char *
type_reject_reason (const struct problem *problem,
                    const struct accepted_values *takes)
{
  const struct option_list *options = &problem->job->family->options;
  const gk_option *first = NULL;
  int64_t first_value = 0;

  for (size_t i = 0; i < options->n; i++) {
    const gk_option *o = &options->option[i];
    int64_t value = problem->value[i].i;

    if (o->type != takes->type)
      continue;
    if (takes->mask != 0 && (takes->mask & GK_BIT (value)) == 0)
      return value_reject_reason (takes, o, value);
    if (first != NULL && value != first_value && !takes->mixed)
      return xasprintf ("takes one %s for all; the problem's %s is %s and its "
                        "%s %s",
                        takes->one, first->name,
                        names_at (takes->names, first_value), o->name,
                        names_at (takes->names, value));
    if (first == NULL) {
      first = o;
      first_value = value;
    }
  }
  return NULL;
}

/* Likewise, the problem's sizes. */
static char *
size_reject_reason (const struct problem *problem,
                    const struct variant_desc *variant)
{
  const struct option_list *options = &problem->job->family->options;

  for (size_t i = 0; i < options->n; i++) {
    const gk_option *o = &options->option[i];
    const int64_t value = problem->value[i].i;

    if (o->type != GK_INT)
      continue;
    if ((o->flags & GK_OPTION_PADDING) != 0) {
      if (value != 0 && (variant->flags & GK_DENSE) != 0)
        return xasprintf ("takes no padding; the problem's %s is %" PRId64,
                          o->name, value);
    } else if ((o->flags & GK_OPTION_SIZE) != 0 && variant->multiple > 1
               && value % variant->multiple != 0)
      return xasprintf ("takes multiples of %" PRIu32
                        "; the problem's %s is %" PRId64,
                        variant->multiple, o->name, value);
  }
  return NULL;
}

char *
cases_reject_reason (const struct problem *problem,
                     const struct variant_desc *variant)
{
  const struct accepted_values dtypes
      = { GK_DTYPE, &dtype_names, variant->dtypes,
          (variant->flags & GK_MIXED_DTYPES) != 0, "element type" };
  const struct accepted_values layouts
      = { GK_LAYOUT, &layout_names, variant->layouts,
          (variant->flags & GK_MIXED_LAYOUTS) != 0, "layout" };
  char *why = type_reject_reason (problem, &dtypes);

  if (why == NULL)
    why = type_reject_reason (problem, &layouts);
  return why != NULL ? why : size_reject_reason (problem, variant);
}

static char *
why_skipped (const struct problem *problem, const struct variant_desc *variant,
             const struct target *target)
{
  if (problem->job->family->unusable != NULL)
    return xasprintf ("family %s: %s", problem->job->family->name,
                      problem->job->family->unusable);
  if (target->skip != NULL)
    return xstrdup (target->skip);
  return cases_reject_reason (problem, variant);
}

/* A skip is reported once, not in every round. */
static void
add_case (struct cases *cases, const struct problem *problem, size_t round,
          const struct variant_plan *plan, uint64_t tuning,
          const struct target *target)
{
  const struct variant_desc *variant = plan->chosen->variant;
  char *skip = why_skipped (problem, variant, target);
  struct case_ *case_;

  if (skip != NULL && round > 0) {
    free (skip);
    return;
  }
  cases->case_ = xgrow (cases->case_, cases->n, sizeof *cases->case_);
  case_ = &cases->case_[cases->n];
  *case_ = (struct case_){
    .problem = problem,
    .variant = variant,
    .device = target->device,
    .mode = target->mode,
    .skip = pool_text (&cases->pool, skip),
    .absent = target->absent,
    .index = cases->n++,
    .round = round,
  };
  case_->tuned = plan->chosen->tuned;
  if (variant->options.n > 0)
    case_->tunable
        = tunings_values (plan->chosen->tunable, variant->options.n, tuning);
  free (skip);
}

/* Adds a variant's cases of one round. */
static void
add_variant (struct cases *cases, const struct problem *problem, size_t round,
             const struct variant_plan *plan)
{
  const struct targets *targets = &plan->targets;

  for (size_t i = 0; i < plan->n_tunings; i++)
    for (size_t j = 0; j < targets->n; j++)
      add_case (cases, problem, round, plan,
                plan->drawn != NULL ? plan->drawn[i] : i, &targets->target[j]);
}

static size_t
rounds_of (const struct job *job)
{
  return (size_t)job->settings.rounds;
}

static void
add_problem (struct cases *cases, const struct job *job, size_t index,
             const struct variant_plan *plan, size_t n_plans)
{
  struct problem *problem = xcalloc (1, sizeof *problem);

  problem->job = job;
  problem->value = tunings_values (job->option, job->family->options.n, index);
  problem->index = cases->n_problems;
  XAPPEND (cases->problem, cases->n_problems) = problem;

  for (size_t round = 0; round < rounds_of (job); round++)
    for (size_t i = 0; i < n_plans; i++)
      add_variant (cases, problem, round, &plan[i]);
}

/* Returns how many cases a job has if no variant has more than `most`
 * combinations. */
static size_t
count_cases (const struct job *job, const struct variant_plan *plan,
             size_t n_plans, size_t most)
{
  size_t n_problems
      = few_of (tunings_count (job->option, job->family->options.n));
  size_t n = 0;

  for (size_t i = 0; i < n_plans && n <= CASES_MAX; i++)
    n += bounded_product (plan[i].n_tunings < most ? plan[i].n_tunings : most,
                          plan[i].targets.n);
  return bounded_product (n_problems, bounded_product (n, rounds_of (job)));
}

static void
complain_too_many (const struct cases *cases, const struct job *job,
                   const struct variant_plan *plan, size_t n_plans)
{
  size_t fit = job->search.kind != SEARCH_RANDOM ? 50 : 0;
  char *remedy;

  while (fit > 0
         && cases->n + count_cases (job, plan, n_plans, fit) > CASES_MAX)
    fit /= 2;
  remedy = fit > 0 ? xasprintf (", or search a part of its tunables', as with "
                                "search = random %zu",
                                fit)
                   : xstrdup ("");
  message_print ("job '%s' brings the suite over %d cases: give its keys fewer "
                 "values%s",
                 job->name, CASES_MAX, remedy);
  free (remedy);
}

/* Counts first, so that a suite that is too large is rejected at once. */
static bool
add_cases (struct cases *cases, const struct job *job,
           struct variant_plan *plan, size_t n_plans)
{
  size_t n_problems
      = few_of (tunings_count (job->option, job->family->options.n));

  if (cases->n + count_cases (job, plan, n_plans, SIZE_MAX) > CASES_MAX) {
    complain_too_many (cases, job, plan, n_plans);
    return false;
  }
  for (size_t i = 0; i < n_plans; i++)
    if (!variant_plan_draw (&plan[i], job))
      return false;
  for (size_t i = 0; i < n_problems && n_plans > 0; i++)
    add_problem (cases, job, i, plan, n_plans);
  return true;
}

static bool
expand_job (struct expansion *expansion, const struct job *job)
{
  struct variant_plan *plan = xcalloc (job->n_variants, sizeof *plan);
  size_t n = 0;
  bool good;

  for (size_t i = 0; i < job->n_variants; i++)
    if (is_selected (expansion->only, job, job->variant[i].variant))
      variant_plan_make (&plan[n++], job, &job->variant[i], expansion->devices);
  good = add_cases (expansion->cases, job, plan, n);
  for (size_t i = 0; i < n; i++) {
    targets_free (&plan[i].targets);
    free (plan[i].drawn);
  }
  free (plan);
  return good;
}

static void
complain_of_only (const struct jobs *jobs, const char *only)
{
  const bool both = strchr (only, '/') != NULL;
  struct nearest near = { .wanted = only };
  struct pool names = { 0 };
  char *hint;

  for (size_t i = 0; i < jobs->n; i++) {
    const struct job *job = &jobs->job[i];

    nearest_consider (&near, job->name);
    for (size_t j = 0; j < job->n_variants; j++) {
      const char *variant = job->variant[j].variant->name;

      nearest_consider (
          &near,
          both ? pool_made (&names, xasprintf ("%s/%s", job->name, variant))
               : variant);
    }
  }
  hint = nearest_hint (&near);
  message_print ("--only %s selects no case%s: it is matched against "
                 "JOB/VARIANT, such as %s/%s",
                 only, hint, jobs->job[0].name,
                 jobs->job[0].variant[0].variant->name);
  free (hint);
  pool_free (&names);
}

bool
cases_make (struct cases *cases, const struct jobs *jobs,
            const struct device_list *devices, const char *only)
{
  struct expansion expansion = { cases, devices, only };
  bool good = true;

  *cases = (struct cases){ 0 };
  for (size_t i = 0; i < jobs->n && good; i++)
    good = expand_job (&expansion, &jobs->job[i]);
  if (good && cases->n == 0) {
    complain_of_only (jobs, only != NULL ? only : "*");
    good = false;
  }
  if (!good)
    cases_free (cases);
  return good;
}

size_t
cases_round_end (const struct cases *cases, size_t i)
{
  const struct case_ *c = cases->case_;
  size_t end = i + 1;

  while (end < cases->n && c[end].problem == c[i].problem
         && c[end].round == c[i].round)
    end++;
  return end;
}

void
cases_filter (struct cases *cases,
              bool (*take) (void *arg, const struct case_ *c), void *arg)
{
  size_t n = 0;

  for (size_t i = 0; i < cases->n; i++) {
    struct case_ *c = &cases->case_[i];

    if (!take (arg, c)) {
      free (c->tunable);
      continue;
    }
    cases->case_[n] = *c;
    cases->case_[n].index = n;
    n++;
  }
  cases->n = n;
}

void
cases_free (struct cases *cases)
{
  for (size_t i = 0; i < cases->n; i++)
    free (cases->case_[i].tunable);
  for (size_t i = 0; i < cases->n_problems; i++) {
    free (cases->problem[i]->value);
    free (cases->problem[i]);
  }
  free (cases->case_);
  free (cases->problem);
  pool_free (&cases->pool);
  *cases = (struct cases){ 0 };
}

struct settings
case_settings (const struct case_ *c)
{
  struct settings settings = c->problem->job->settings;

  settings.mode = c->mode;
  return settings;
}
