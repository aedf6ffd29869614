/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Plugins that are described side by side: one that hangs, crashes or is slow
 * costs no other its place, nor does a stop of the supervisor.  The workers are
 * this program itself, which does as the path says.
 */
#include <config.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "run/child.h"
#include "run/discovery.h"
#include "tests/unit/unit.h"

static void
nap (double seconds)
{
  const struct timespec time
      = { (time_t)seconds, (long)(1e9 * (seconds - (long)seconds)) };

  nanosleep (&time, NULL);
}

/* With so many bytes of it. */
static void
answer (const json_t *request, size_t bytes)
{
  char *text = xcalloc (1, bytes + 1);
  json_t *reply;

  memset (text, 'x', bytes);
  reply = json_pack ("{s:{s:s}, s:O}", "plugin", "name", text, REQUEST_NONCE,
                     json_object_get (request, REQUEST_NONCE));
  frame_write (WORKER_FD, reply, -1);
  json_decref (reply);
  free (text);
}

static int
work (void)
{
  struct frame_reader reader = { 0 };
  json_t *request = NULL;
  const char *path;

  while (frame_read (&reader, WORKER_FD, &request) == FRAME_MORE)
    continue;
  path = json_string_value (json_object_get (request, "path"));
  if (strcmp (path, "crashes") == 0)
    _exit (7);
  if (strcmp (path, "is mute") == 0) {
    close (1);
    close (2);
    nap (0.2);
  }
  if (strcmp (path, "is slow") == 0)
    nap (0.4);
  if (strcmp (path, "is very slow") == 0)
    nap (3.6);
  while (strcmp (path, "prints") == 0 && write (1, "on and on\n", 10) > 0)
    continue;
  if (strcmp (path, "hangs") != 0)
    answer (request, strcmp (path, "is large") == 0 ? 1 << 19 : 1);
  pause ();
  return 0;
}

/* Describes n files that do so, and looks at what came of each: why not, or
 * NULL. */
static void
described (const char *const *does, const char *const *want, size_t n,
           double seconds)
{
  struct plugin_file file[20];
  struct query *got;

  assert_true (n <= 20);
  for (size_t i = 0; i < n; i++)
    file[i] = (struct plugin_file){ .path = (char *)does[i],
                                    .identity = (char *)"1:2" };
  got = describe_plugins (file, n, seconds);
  for (size_t i = 0; i < n; i++) {
    if (want[i] == NULL && got[i].why != NULL)
      fail_msg ("%zu, which %s: %s", i, does[i], got[i].why);
    if (want[i] != NULL
        && (got[i].why == NULL || strstr (got[i].why, want[i]) == NULL))
      fail_msg ("%zu, which %s: '%s' instead of '%s'", i, does[i],
                got[i].why != NULL ? got[i].why : "described", want[i]);
  }
  queries_free (got, n);
  free (got);
}

#define DESCRIBED(does, want, seconds)                                         \
  described (does, want, sizeof does / sizeof does[0], seconds)

/* Eight are asked at once, so that some come behind those that hang. */
TEST (each_for_itself)
{
  static const char *const does[]
      = { "hangs",   "is large", "hangs",   "answers", "crashes",
          "answers", "hangs",    "prints",  "is mute", "is large",
          "answers", "answers",  "is slow", "hangs",   "answers" };
  static const char *const late = "did not answer within 4 s";
  const char *const want[]
      = { late, NULL, late, NULL, "status 7", NULL, late, late,
          NULL, NULL, NULL, NULL, NULL,       late, NULL };

  DESCRIBED (does, want, 4);
}

/* More than are asked at once. */
TEST (behind_a_crowd)
{
  static const char *const does[]
      = { "hangs", "hangs", "hangs", "hangs",   "hangs",
          "hangs", "hangs", "hangs", "is slow", "answers" };
  static const char *const late = "did not answer within 1 s";
  const char *const want[]
      = { late, late, late, late, late, late, late, late, NULL, NULL };

  DESCRIBED (does, want, 1);
}

/* The time of a stop does not count. */
TEST (while_it_is_stopped)
{
  static const char *const does[] = { "is very slow", "answers" };
  static const char *const want[] = { NULL, NULL };
  int status;
  pid_t pid = fork ();

  if (pid == 0) {
    DESCRIBED (does, want, 2);
    _exit (0);
  }
  nap (0.1);
  kill (pid, SIGSTOP);
  nap (3);
  kill (pid, SIGCONT);
  assert_int_equal (waitpid (pid, &status, 0), pid);
  assert_true (WIFEXITED (status));
  assert_int_equal (WEXITSTATUS (status), 0);
}

TEST (none)
{
  free (describe_plugins (NULL, 0, 1));
}

int
main (int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (each_for_itself),
    cmocka_unit_test (behind_a_crowd),
    cmocka_unit_test (while_it_is_stopped),
    cmocka_unit_test (none),
  };

  if (argc >= 2 && strcmp (argv[1], CHILD_WORKER) == 0)
    return work ();
  return cmocka_run_group_tests_name ("describe", tests, NULL, NULL);
}
