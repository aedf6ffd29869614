/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which words select devices, and what each kind of device can be asked for.
 */
#include <config.h>

#include <stdlib.h>

#include "device/kinds.h"
#include "tests/unit/unit.h"

static void
is (const char *word, enum selector_type type, gk_device_kind kind,
    const char *device)
{
  struct selector selector;

  assert_true (selector_parse (&selector, word));
  assert_int_equal (selector.type, type);
  assert_string_equal (selector.text, word);
  assert_string_equal (selector.device, device);
  if (type != SELECT_AUTO)
    assert_int_equal (selector.kind, kind);
}

TEST (words)
{
  is ("auto", SELECT_AUTO, GK_CPU, "");
  is ("cpu", SELECT_ONE, GK_CPU, "cpu");
  is ("cuda", SELECT_ONE, GK_CUDA, "cuda:0");
  is ("cuda:0", SELECT_ONE, GK_CUDA, "cuda:0");
  is ("cuda:12", SELECT_ONE, GK_CUDA, "cuda:12");
  is ("cuda:*", SELECT_EACH, GK_CUDA, "");
}

TEST (other_words)
{
  static const char *const bad[]
      = { "",        "gpu",        "cpu:0",
          "cpu:*",   "cuda:",      "cuda:01",
          "cuda:-1", "cuda:+1",    "cuda: 1",
          "cuda:1 ", "cuda:10000", "cudax",
          "cuda:**", "cuda:0x1",   "a word that is longer than any device" };
  struct selector selector;

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    assert_false (selector_parse (&selector, bad[i]));
}

TEST (forms)
{
  char *text = selector_forms ();

  assert_string_equal (text, "auto, cpu, cuda, cuda:N or cuda:*");
  free (text);
}

TEST (kinds)
{
  int ordinal = -1;

  assert_int_equal (device_kind_of ("cpu", &ordinal), GK_CPU);
  assert_int_equal (ordinal, 0);
  assert_int_equal (device_kind_of ("cuda:7", &ordinal), GK_CUDA);
  assert_int_equal (ordinal, 7);
  assert_int_equal (device_kind_of ("cuda", NULL), -1);
  assert_int_equal (device_kind_of ("tpu:0", NULL), -1);
  assert_int_equal (device_kind_find ("cuda"), GK_CUDA);
  assert_int_equal (device_kind_find ("cuda:*"), GK_CUDA);
  assert_int_equal (device_kind_find ("cud"), -1);
  assert_int_equal (device_kind_find (""), -1);
  assert_int_equal (device_kind_find (NULL), -1);
  assert_string_equal (device_kind_at ((gk_device_kind)77)->name, "?");
}

TEST (modes)
{
  struct mode all = { .cache = CACHE_HOT,
                      .launch = LAUNCH_GRAPH,
                      .memory = MEMORY_MAPPED,
                      .scope = SCOPE_TRANSFER };
  struct mode cpu = device_kind_mode (GK_CPU, all);
  struct mode cuda = device_kind_mode (GK_CUDA, all);

  assert_int_equal (cpu.cache, CACHE_HOT);
  assert_int_equal (cpu.launch, LAUNCH_STREAM);
  assert_int_equal (cpu.memory, MEMORY_DEVICE);
  assert_int_equal (cpu.scope, SCOPE_KERNEL);
  assert_int_equal (cpu.pages, PAGES_HUGE);
  all.pages = PAGES_DEFAULT;
  assert_true (mode_same (cuda, all));
  assert_true (
      mode_same (device_mode ("cuda:7", cpu), device_kind_mode (GK_CUDA, cpu)));
  assert_true (mode_same (device_mode (NULL, cpu), cpu));
}
