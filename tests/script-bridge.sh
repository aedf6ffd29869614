#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Any language can bring a bridge: gkhost-EXT.so in a folder of plugins makes plugins
# of files that end in .EXT.  It is opened for these only, and never as a plugin.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# Python's exports its two entries and nothing else.
python=$top_builddir/bridges/python/.libs/gkhost-python.so
if [ -f "$python" ] && nm --version >/dev/null 2>&1; then
  expect_equal "$(nm -D --defined-only "$python" | awk '{ print $3 }' | tr '\n' ' ')" \
    'gk_plugin_entry gk_script_entry '
fi

mkdir "$tmp/plugins"
cat >"$tmp/bridge.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include <gkhost/transpose.h>

static void __attribute__ ((constructor))
count_opened (void)
{
  FILE *file = fopen (getenv ("OPENED"), "a");

  fputs ("opened\n", file);
  fclose (file);
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  const gk_case *c = host->describe (host);

  (void)device, (void)problem, (void)values;
  *state = NULL;
  if (strcmp (c->variant, "second") == 0 && strcmp (c->family, "transpose") == 0
      && strcmp (c->settings[0].name, "rows") == 0
      && c->settings[0].value.i == 5 && strcmp (c->settings[0].text, "5") == 0
      && c->setup->shapes[1].extent[1] == 5)
    return GK_OK;
  host->error (host, "%s is not what is described", c->variant);
  return GK_FAIL;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *t = problem;

  (void)host, (void)state, (void)stream;
  if (getenv ("TOUCHED") != NULL)
    utimes (getenv ("TOUCHED"), NULL);
  for (int64_t i = 0; i < t->rows; i++)
    for (int64_t j = 0; j < t->cols; j++)
      ((int *)t->dst)[j * t->dst_pitch + i] = ((const int *)t->src)[i * t->src_pitch + j];
  return GK_OK;
}

static int
launch_nothing (const gk_host *host, const void *problem, void *state,
                void *stream)
{
  static int before;

  (void)host, (void)problem, (void)state, (void)stream;
  if (before++ == 0)
    fprintf (stderr, "launched nothing\n");
  return GK_OK;
}

static const gk_variant variants[] = {
  { .family = "transpose", .name = "first", .summary = "one", .prepare = prepare,
    .dtypes = GK_BIT (GK_I32), .launch = launch },
  { .family = "transpose", .name = "second", .summary = "two", .prepare = prepare,
    .dtypes = GK_BIT (GK_I32), .launch = launch,
    .launch_nothing = launch_nothing },
};

GK_REGISTER ("gkhost-toy", "1", "a bridge", NULL, NULL, 0)

GK_EXPORT const gk_plugin *gk_script_entry (const char *path, uint32_t flags,
                                            const char **errors);
const gk_plugin *
gk_script_entry (const char *path, uint32_t flags, const char **errors)
{
  static gk_plugin plugin;

  *errors = "bad.toy:1: it is bad\n  a line \033[1m of it\n\nthe last";
  if (strstr (path, "bad") != NULL)
    return NULL;
  if ((flags & GK_SCRIPT_LIST) == 0)
    fprintf (stderr, "to run\n");
  plugin = *gk_plugin_entry ();
  plugin.name = "toy";
  plugin.variants = variants;
  plugin.n_variants = 2;
  return &plugin;
}
END
build_plugin bridge
mv "$tmp/bridge.so" "$tmp/plugins/gkhost-toy.so"
cp "$top_builddir/plugins/transpose/.libs/transpose.so" "$tmp/plugins"
export OPENED=$tmp/opened GKHOST_PLUGIN_PATH=$tmp/plugins
echo good >"$tmp/good.toy"
echo bad >"$tmp/bad.toy"

expect_status 0 gkhost list transpose
expect_no_grep .
[ ! -e "$OPENED" ] || fail "the bridge was opened without a script"

printf '[transpose]\nrows = 5\ncols = 3\nvariant = first, second\nmax_time = 10ms\n' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -p "+$tmp/good.toy" -d cpu -o "$tmp/run.jsonl"
expect_equal "$(count_records "$tmp/run.jsonl" type=case variant=second status=ok)" 1
records "$tmp/run.jsonl" type=case variant=first status=failed >"$tmp/record"
expect_grep '"reason":"first is not what is described"' "$tmp/record"
expect_grep '"output":"to run' "$tmp/run.jsonl"
# Its empty launches have the bridge's part.
expect_grep '"output":".*launched nothing.*"floor_s":' "$tmp/run.jsonl"
[ -s "$OPENED" ] || fail "the bridge was not opened"

# A run ends where the bridge is replaced.
TOUCHED=$tmp/plugins/gkhost-toy.so expect_status 1 gkhost -c "$tmp/a.ini" \
  -p "+$tmp/good.toy" -d cpu -o "$tmp/touched.jsonl"
expect_grep "good.toy was replaced during the run; run again" "$tmp/touched.jsonl"

# What it says of a script that it refuses has several lines, made printable.
expect_status 2 gkhost list -p "+$tmp/bad.toy"
expect_grep "^gkhost: $tmp/bad.toy: bad.toy:1: it is bad$"
expect_grep '^    a line \\u001b\[1m of it$'
expect_grep '^  the last$'

# By itself it is none, and without it a script is none.
expect_status 2 gkhost list -p "$tmp/plugins/gkhost-toy.so"
expect_grep 'gkhost-toy.so: it is a bridge, which runs scripts; name a script with -p$'
cp "$top_builddir/plugins/transpose/.libs/transpose.so" "$tmp/plugins/gkhost-other.so"
expect_status 0 gkhost list transpose
expect_grep 'plugin transpose was found twice'
touch "$tmp/a.other" "$tmp/a.py" "$tmp/a.none"
expect_status 2 gkhost list -p "+$tmp/a.other"
expect_grep 'a.other: it is not a bridge for scripts: it does not export gk_script_entry'
expect_status 2 gkhost list -p "+$tmp/a.none"
expect_grep 'a.none: it is not a shared object'
expect_status 2 gkhost list -p "+$tmp/a.py"
expect_grep "a.py: it is a script, and gkhost-python.so, which runs it, is not in $tmp/plugins; install "
mkfifo "$tmp/b.toy"
expect_status 2 gkhost list -p "+$tmp/b.toy"
expect_grep 'b.toy: it is not a regular file'
