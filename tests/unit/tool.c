/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where a tool is found, and what is heard of its run.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "laid.h"
#include "run/tool.h"
#include "tests/unit/unit.h"

/* Lays SUB/gkhost-look, and the folders above it. */
static void
put (const char *sub)
{
  char *command = xasprintf ("mkdir -p '%s/%s' && touch '%s/%s/gkhost-look' "
                             "&& chmod +x '%s/%s/gkhost-look'",
                             laid_root, sub, laid_root, sub, laid_root, sub);

  assert_int_equal (system (command), 0);
  free (command);
}

/* It is found in this folder, "": nowhere. */
static void
expect_in (const char *sub)
{
  char *pattern = xasprintf ("%s/kits/v*", laid_root);
  char *plain = xasprintf ("%s/plain", laid_root);
  const char *const folders[] = { plain, pattern, NULL };
  const struct device_tool tool = { .program = "gkhost-look",
                                    .home = "LOOK_HOME",
                                    .folders = folders,
                                    .package = "it" };
  char *found = tool_find (&tool, "--look"), *want;

  want = *sub != '\0' ? xasprintf ("%s/%s/gkhost-look", laid_root, sub) : NULL;
  if (want == NULL)
    assert_null (found);
  else
    assert_string_equal (text_or_empty (found), want);
  free (want);
  free (found);
  free (plain);
  free (pattern);
}

static void
set (const char *name, const char *format)
{
  char *value = xasprintf ("%s%s", laid_root, format);

  setenv (name, value, 1);
  free (value);
}

/* From the last place to the first, and in folders of versions the highest. */
TEST (it_is_found_where_it_comes_first)
{
  char *path = xstrdup (getenv ("PATH"));

  expect_in ("");
  put ("kits/v2");
  put ("kits/v10");
  put ("kits/v2.5");
  put ("kits/w");
  set ("PATH", "/none:/");
  expect_in ("kits/v10");
  setenv ("PATH", path, 1);
  put ("plain");
  set ("PATH", "/none");
  expect_in ("plain");
  set ("LOOK_HOME", "/home");
  expect_in ("plain");
  setenv ("PATH", path, 1);
  put ("home/bin");
  set ("PATH", "/none");
  expect_in ("home/bin");
  setenv ("PATH", path, 1);
  put ("first");
  set ("PATH", "/none::");
  expect_in ("home/bin");
  set ("PATH", "/first");
  expect_in ("first");
  setenv ("PATH", path, 1);
  unsetenv ("LOOK_HOME");
  free (path);
}

static void
keep (void *user, const char *line)
{
  text_add (user, "[%s]", line);
}

TEST (its_lines_and_its_status_are_heard)
{
  const char *const speaks[]
      = { "/bin/sh", "-c", "echo a; echo b >&2; printf c; exit 7", NULL };
  const char *const dies[] = { "/bin/sh", "-c", "kill -9 $$", NULL };
  struct text heard = { 0 };
  int status;

  assert_true (tool_run (speaks, keep, &heard, &status));
  assert_string_equal (heard.data, "[a][b][c]");
  assert_int_equal (status, 7);
  assert_true (tool_run (dies, keep, &heard, &status));
  assert_int_equal (status, -1);
  free (heard.data);
}

int
main (void)
{
  return unit_run (laid_begin, laid_end);
}
