/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How outputs are verified.
 *
 * The family's verify judges the judge's copy of what the timer showed, on the
 * CPU.
 * The host compares the errors that it reports with the bounds that it reports:
 * GK_OK with an error above its bound is wrong.
 */
#include <config.h>

#include <float.h>
#include <stdio.h>
#include <string.h>

#include "judge/const-memory.h"
#include "judge/trial.h"
#include "plugin/abi-names.h"

/* Appends the method of a kind of data, unless it is there already. */
static void
add_method (struct verification *v, const char *method)
{
  size_t n = strlen (v->method);

  if (method == NULL || strstr (v->method, method) != NULL)
    return;
  snprintf (v->method + n, sizeof v->method - n, "%s%s", n > 0 ? ", " : "",
            method);
}

/* Stores the worse of two errors, each over its bound.  NaN is the worst. */
static void
keep_worse (double *error, double *bound, double new_error, double new_bound)
{
  if (new_bound > 0
      && (*bound == 0 || !(new_error / new_bound < *error / *bound))) {
    *error = new_error;
    *bound = new_bound;
  }
}

/* True when the error is within the bound; both are reported by verify.  An
 * infinite bound is none, and a negative error is a fault. */
static bool
within (double error, double bound)
{
  return bound == 0 || (error >= 0 && error <= bound && bound <= DBL_MAX);
}

/* Checks that the figures agree with a verdict GK_OK. */
static int
check_figures (struct services *services, const gk_check *c)
{
  if (within (c->error, c->bound) && within (c->rms_error, c->rms_bound))
    return GK_OK;
  if (!within (c->error, c->bound))
    services->host.error (
        &services->host,
        "the error is %.2g and the bound %.2g, and yet verify returned GK_OK",
        c->error, c->bound);
  else
    services->host.error (&services->host,
                          "the root-mean-square error is %.2g and the bound "
                          "%.2g, and yet verify returned GK_OK",
                          c->rms_error, c->rms_bound);
  return GK_WRONG;
}

static void
add_figures (struct verification *v, const gk_check *check)
{
  /* A record has 63 bits for the number of elements checked. */
  v->checked = check->checked > INT64_MAX - v->checked
                   ? INT64_MAX
                   : v->checked + check->checked;
  add_method (v, check->method);
  keep_worse (&v->error, &v->bound, check->error, check->bound);
  keep_worse (&v->rms_error, &v->rms_bound, check->rms_error, check->rms_bound);
}

/* The buffers that verify gets: inputs to be read alone, outputs as given, and
 * what is both as a launch found it. */
struct checked_buffers {
  const void *list[GK_MAX_BUFFERS], *before[GK_MAX_BUFFERS];
};

static void
list_buffers (struct checked_buffers *b, const struct inputs *inputs)
{
  const struct shared *set = &inputs->set;
  const gk_setup *setup = inputs->setup;

  for (size_t i = 0; i < setup->n_buffers; i++) {
    const char *filled = inputs->views.input[i];
    const void *input = filled == NULL ? NULL
                                       : (const char *)set->reading
                                             + (filled - (char *)set->memory);

    b->list[i] = serves_as (&setup->buffers[i], GK_OUTPUT)
                     ? inputs->outputs.output[i]
                     : input;
    if (setup->buffers[i].role == GK_INOUT)
      b->before[i] = input;
  }
}

/* The first output begins with their memory. */
static void *
memory_of_outputs (void *const *output)
{
  while (*output == NULL)
    output++;
  return *output;
}

/* Sets the reason for a verify that wrote to a buffer; returns GK_FAIL. */
static int
blame_verify (const gk_setup *setup, struct services *services,
              const struct checked_buffers *b, const char *written)
{
  const char *begin = NULL, *what = "buffer", *name = "";

  /* The last that begins before it: behind its end is a zone of its own. */
  for (size_t i = 0; i < 2 * (size_t)setup->n_buffers; i++) {
    const gk_buffer *buffer = &setup->buffers[i / 2];
    const bool output = i % 2 == 0 && serves_as (buffer, GK_OUTPUT);
    const char *at = i % 2 == 0 ? b->list[i / 2] : b->before[i / 2];

    if (at == NULL || at > written || (begin != NULL && at <= begin))
      continue;
    begin = at;
    what = output ? "output" : "input";
    name = buffer->name;
  }
  services->host.error (&services->host,
                        "it wrote to %s '%s', which is const; let it change a "
                        "copy",
                        what, name);
  return GK_FAIL;
}

/* Errors of random answers are larger: a result below this has some bits that
 * are right.  Where no error passes, it is that of the wrong elements alone, of
 * which arithmetic with two bits behind the point leaves 2^-3. */
#define FEW_BITS 0x1p-4
#define FEWEST_BITS 0x1p-3

static bool
lacks_bits (double error, double bound)
{
  return error > bound && error < (bound > 0 ? FEW_BITS : FEWEST_BITS);
}

static enum wrong_class
class_of (const gk_check *c)
{
  if ((c->flags & GK_OUTSIDE) != 0)
    return WRONG_OUTSIDE;
  if ((c->flags & GK_UNWRITTEN) != 0)
    return WRONG_UNWRITTEN;
  return lacks_bits (c->error, c->bound)
                 || (c->bound > 0 && within (c->error, c->bound)
                     && lacks_bits (c->rms_error, c->rms_bound))
             ? WRONG_PRECISION
             : WRONG_UNKNOWN;
}

static int
call_verify (struct verification *v, struct inputs *inputs,
             struct services *services, const struct verdict_request *q)
{
  void *const *output = inputs->outputs.output;
  struct checked_buffers buffers = { 0 };
  struct {
    gk_check check;
    char room[512]; /* a plugin of a later header may write after it */
  } args = {
    .check = { .size = sizeof args.check,
               .data = q->data,
               .seed = inputs->seed[q->data],
               .generation = inputs->generation[q->data],
               .choice_seed = q->choice_seed,
               .buffers = buffers.list,
               .before = buffers.before,
               .precision = q->precision,
               .differing = q->differing,
               .n_differing = q->n_differing,
               .flags = inputs->planted[q->data] ? GK_PLANT : 0 },
  };
  gk_check *check = &args.check;
  const char *written;
  int status;

  list_buffers (&buffers, inputs);
  memset (check->poison, q->poison, sizeof check->poison);
  services_clear (services);
  const_memory_begin (&inputs->set, memory_of_outputs (output),
                      views_bytes (inputs->setup, GK_OUTPUT));
  callback_begin (CALLBACK_VERIFY);
  status
      = inputs->family->verify (&services->host, inputs->setup->state, check);
  callback_end ();
  written = const_memory_end ();
  if (written != NULL)
    return blame_verify (inputs->setup, services, &buffers, written);
  add_figures (v, check);
  v->wrong_class = class_of (check);
  if (status == GK_OK)
    return check_figures (services, check);
  return services_status (services, "verify", status);
}

bool
verdict_compute (struct verification *v, struct inputs *inputs,
                 struct services *services, const struct verdict_request *q)
{
  const int status = call_verify (v, inputs, services, q);

  /* A skipped check does not pass. */
  v->status = status == GK_SKIP ? GK_FAIL : status;
  if (status == GK_WRONG)
    snprintf (v->reason, sizeof v->reason, "%s (%s, %s data)",
              services_reason (services), q->when,
              names_at (&data_names, q->data));
  else if (status != GK_OK)
    snprintf (v->reason, sizeof v->reason, "verify: %s",
              services_reason (services));
  return status == GK_OK;
}
