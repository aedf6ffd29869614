/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lists of processors: read, written, and what is wrong with them.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/processors.h"
#include "tests/unit/unit.h"

static void
expect_read (const char *text, const char *written)
{
  cpu_set_t set;
  char *why = processors_parse (&set, text), *again;

  if (why != NULL)
    fail_msg ("%s: %s", text, why);
  again = processors_format (&set);
  assert_string_equal (again, written);
  free (again);
}

TEST (lists_are_sorted_and_joined)
{
  expect_read ("0", "0");
  expect_read ("0-7", "0-7");
  expect_read ("16, 0-7", "0-7,16");
  expect_read ("3,1,2", "1-3");
  expect_read ("0-4,2-6, 8", "0-6,8");
  expect_read ("1022,1023", "1022-1023");
  expect_read ("1023", "1023");
}

TEST (what_is_no_list_is_refused)
{
  static const char *const wrong[] = {
    "",      ",",   "0,",  "a",    "-1",     "0-",  "7-0",
    "0-7-9", "0 1", "1.5", "1024", "0-1024", "0x3", "99999999999999999999",
    "+1"
  };
  cpu_set_t set;

  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    char *why = processors_parse (&set, wrong[i]);

    if (why == NULL)
      fail_msg ("'%s' was taken", wrong[i]);
    free (why);
  }
}

TEST (an_empty_set_is_an_empty_text)
{
  cpu_set_t set;
  char *text;

  CPU_ZERO (&set);
  text = processors_format (&set);
  assert_string_equal (text, "");
  free (text);
}

TEST (who_is_pinned_can_use_no_others)
{
  cpu_set_t all, one, is;
  size_t first = 0;

  processors_get_usable (&all);
  assert_true (CPU_COUNT (&all) > 0);
  while (!CPU_ISSET (first, &all))
    first++;
  CPU_ZERO (&one);
  CPU_SET (first, &one);
  assert_true (processors_set_affinity (&one));
  processors_get_usable (&is);
  assert_true (CPU_EQUAL (&is, &one));
  assert_true (processors_set_affinity (&all));
  CPU_ZERO (&one);
  assert_false (processors_set_affinity (&one));
}
