#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A plugin that answers in its worker's place is refused by name when what it
# says of itself is broken, whatever was asked for; beside it the others are used.
source "${top_srcdir:-.}/tests/functions.sh" || exit
# It looks for the request in all memory.
requires_unsanitized

forged=$top_builddir/tests/plugins/.libs/forged.so
mkdir "$tmp/plugins"
cp "$forged" "$top_builddir/plugins/copy/.libs/copy.so" "$tmp/plugins"
printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\n' >"$tmp/copy.ini"

# described [OPTION-OF-THE-FAMILY]: what it says is this.
described ()
{
  export FORGED_DESCRIPTION='{"name": "forged", "summary": "", "version": "1",
    "family": {"name": "forged", "summary": "", "companions": [],
      "options": ['"${1-}"']},
    "variants": [{"family": "forged", "name": "one", "summary": "",
      "device": 0, "flags": 0, "dtypes": 3, "layouts": 3, "capability": 0,
      "capability_max": 0, "precision": 0, "options": []}]}'
}

# refused WHY
refused ()
{
  local why="forged.so: its description is broken: .*$1"

  expect_status 2 gkhost list -p "$forged"
  expect_grep "$why"
  expect_status 1 gkhost check "$forged"
  expect_grep "$why"
  expect_status 0 gkhost -c "$tmp/copy.ini" -p "$tmp/plugins" -o "$tmp/run.jsonl"
  expect_grep "$why.*; left out"
  expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 1
}

# The forging works.
described
expect_status 0 gkhost list forged -p "$forged"
expect_grep '^    one ' "$tmp/out"

described '{}'
refused 'an option'
described '{"name": "way", "help": "", "flags": 0, "min": 0, "max": 0,
  "allowed": 0, "value": 0, "choices": []}'
refused 'an option'
described '{"name": "way", "help": "", "type": 3, "flags": 0, "min": 0, "max": 0,
  "allowed": 0, "value": 0, "choices": []}'
refused "the default of option 'way' is not one of its valid values"
FORGED_DESCRIPTION='[]'
refused 'the plugin'
