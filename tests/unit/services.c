/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The services that threads of a plugin may call: what one says is whole,
 * whatever the others say.
 */
#include <config.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/abi-names.h"
#include "plugin/services.h"
#include "tests/unit/unit.h"

enum { THREADS = 8, ROUNDS = 400, CALLS = 25, READS = 200 };

/* Asking for too much is the test. */
GK_EXPORT const char *__asan_default_options (void);

const char *
__asan_default_options (void)
{
  return "allocator_may_return_null=1";
}

static struct services services;

/* More than there are addresses, and another number in each; of another length,
 * too, where there is more than one such length. */
static size_t
too_many (size_t thread)
{
  return sizeof (size_t) > 4 ? SIZE_MAX >> (3 * thread) : SIZE_MAX - thread;
}

struct caller {
  pthread_t thread;
  pthread_barrier_t *start;
  size_t number;
};

/* Asks for what there is not, and logs. */
static void *
calls (void *arg)
{
  const struct caller *caller = arg;
  const gk_host *host = &services.host;

  pthread_barrier_wait (caller->start);
  for (int i = 0; i < CALLS; i++) {
    void *memory = host->alloc (host, too_many (caller->number % 4));

    if (memory != NULL)
      abort ();
    host->log (host, "thread %zu", caller->number);
  }
  return NULL;
}

/* Whether the reason is one that some thread's call gave, all of it. */
static bool
is_whole (const char *reason)
{
  char whole[80];

  if (strcmp (reason, "no reason was given") == 0)
    return true;
  for (size_t i = 0; i < 4; i++) {
    snprintf (whole, sizeof whole, "can't allocate %zu bytes of host memory",
              too_many (i));
    if (strcmp (reason, whole) == 0)
      return true;
  }
  return false;
}

static void
round_of_calls (void)
{
  struct caller caller[THREADS];
  pthread_barrier_t start;

  services_clear (&services);
  assert_int_equal (pthread_barrier_init (&start, NULL, THREADS), 0);
  for (size_t i = 0; i < THREADS; i++) {
    caller[i] = (struct caller){ .start = &start, .number = i };
    assert_int_equal (
        pthread_create (&caller[i].thread, NULL, calls, &caller[i]), 0);
  }
  /* Threads may outlive the callback that began them: the host reads then. */
  for (int i = 0; i < READS; i++)
    if (!is_whole (services_reason (&services)))
      fail_msg ("torn: '%s'", services_reason (&services));
  for (size_t i = 0; i < THREADS; i++)
    assert_int_equal (pthread_join (caller[i].thread, NULL), 0);
  pthread_barrier_destroy (&start);
}

TEST (reasons_of_threads_are_whole)
{
  services_init (&services);
  for (int i = 0; i < ROUNDS; i++)
    round_of_calls ();
  assert_string_not_equal (services_reason (&services), "no reason was given");
  services_free (&services);
}

TEST (logs_of_threads_are_whole)
{
  json_t *log, *line;
  size_t i;

  services_init (&services);
  round_of_calls ();
  log = services_log (&services);
  assert_int_equal (json_array_size (log), 64);
  json_array_foreach (log, i, line)
  {
    assert_int_equal (strncmp (json_string_value (line), "thread ", 7), 0);
    assert_int_equal (json_string_length (line), 8);
  }
  json_decref (log);
  services_free (&services);
}

static void *
one_page (void *owner, size_t bytes, char **why)
{
  if (bytes <= 4096)
    return owner;
  *why = strdup ("a page is all there is");
  return NULL;
}

TEST (workspace_is_given_in_prepare_only)
{
  const gk_host *host = &services.host;
  char page[1];

  services_init (&services);
  assert_null (host->workspace (host, 64));
  assert_string_equal (services_reason (&services),
                       "workspace can be taken only in prepare");
  services_begin_prepare (&services, one_page, page, NULL);
  assert_string_equal (services_reason (&services), "no reason was given");
  assert_ptr_equal (host->workspace (host, 64), page);
  assert_null (host->workspace (host, 5000));
  assert_string_equal (services_reason (&services), "a page is all there is");
  services_end_prepare (&services);
  assert_null (host->workspace (host, 64));
  services_free (&services);
}

TEST (the_case_is_described_in_prepare_only)
{
  const gk_host *host = &services.host;
  const gk_case described = { .variant = "mine" };

  services_init (&services);
  assert_null (host->describe (host));
  services_begin_prepare (&services, one_page, NULL, &described);
  assert_ptr_equal (host->describe (host), &described);
  services_end_prepare (&services);
  assert_null (host->describe (host));
  services_free (&services);
}

/* Returns how many lines the log has. */
static size_t
count_lines (void)
{
  json_t *log = services_log (&services);
  const size_t n = json_array_size (log);

  json_decref (log);
  return n;
}

/* The metrics so far, as text. */
static void
expect_metrics (const char *text)
{
  json_t *metrics = services_metrics (&services);
  char *now = json_dumps (metrics, JSON_REAL_PRECISION (15));

  assert_string_equal (now, text);
  free (now);
  json_decref (metrics);
}

TEST (metrics_are_of_a_case_and_of_some_callbacks)
{
  static const enum callback right[]
      = { CALLBACK_PREPARE, CALLBACK_RELEASE, CALLBACK_VERIFY };
  const gk_host *host = &services.host;

  services_init (&services);
  expect_metrics ("{}");
  for (enum callback c = CALLBACK_NONE; c <= CALLBACK_CLOSED; c++) {
    callback_begin (c);
    host->metric (host, "wrong", NULL, c);
  }
  callback_end ();
  host->metric (host, "wrong", NULL, 1);
  assert_int_equal (count_lines (), 1);
  expect_metrics ("{\"metrics\": {\"wrong\": 11.0}}");
  for (size_t i = 0; i < 3; i++) {
    services_end_case (&services);
    expect_metrics ("{}");
    host->metric (host, "wrong", NULL, 1);
    assert_int_equal (count_lines (), 1);
    callback_begin (right[i]);
    host->metric (host, "a", "s", 1);
    host->metric (host, "a", "s", (double)i);
    callback_end ();
    assert_int_equal (count_lines (), 1);
  }
  expect_metrics (
      "{\"metrics\": {\"a\": 2.0}, \"metric_units\": {\"a\": \"s\"}}");
  services_free (&services);
}

TEST (a_status_without_a_reason_is_told)
{
  services_init (&services);
  assert_int_equal (services_status (&services, "launch", GK_FAIL), GK_FAIL);
  assert_string_equal (services_reason (&services),
                       "launch returned GK_FAIL and gave no reason; it should "
                       "call host->error() first");
  services_clear (&services);
  services.host.error (&services.host, "a word\nand another");
  assert_int_equal (services_status (&services, "launch", GK_WRONG), GK_FAIL);
  assert_string_equal (
      services_reason (&services),
      "launch returned GK_WRONG, which is not a status of its: a "
      "word and another");
  services_free (&services);
}
