#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Whatever a plugin, a suite, a file of records, the environment or the command
# line says, nothing of it gives orders to a terminal, or hides or reorders what
# stands beside it: it is shown as an escape.
source "${top_srcdir:-.}/tests/functions.sh" || exit
requires iconv --version

# C1 with an order for colour, right-to-left override, a line's separator, and
# of bytes an escape and one that is no character.
odd=$(printf '\302\2331m\342\200\256\342\200\250')
bytes=$(printf '\033[31m\a\b\r\n\377')$odd
plugin=$tmp/$odd.so
cp "$top_builddir/tests/plugins/.libs/unprintable.so" "$plugin"
# As bytes: C0, delete, C1, what turns the direction, separators.
raw=$(printf '[\001-\010\013-\037\177]|\302[\200-\237]|\330\234')
raw+=$(printf '|\342\200[\216\217\250-\256]|\342\201[\246-\251]')

# expect_printable FILE...: each shows what is odd, and has nothing of it.
expect_printable ()
{
  local file

  for file; do
    if grep -aqE "$raw" "$file" || ! iconv -f UTF-8 -t UTF-8 "$file" >"$tmp/iconv"
    then
      od -c "$file" >&2
      fail "$file is not printable"
    fi
    expect_grep '\\u009b' "$file"
  done
}

# told STATUS FILE GKHOST-ARG...: what it writes to FILE, out or err, is odd.
told ()
{
  local status=$1 file=$2

  shift 2
  expect_status "$status" gkhost "$@"
  cat "$tmp/out" "$tmp/err" >"$tmp/both"
  expect_printable "$tmp/$file" "$tmp/both"
}

# A run, with each way that a case can end.
printf '[%s]\nfamily = unprintable\nnumber = 3\ntimeout = 5\n' "$odd" \
  >"$tmp/$odd.ini"
told 1 err -c "$tmp/$odd.ini" -p "$plugin" -v -o "$tmp/run.jsonl"
expect_printable "$tmp/out" "$tmp/run.jsonl"
for end in ok wrong failed crashed skipped; do
  expect_equal "$(count_records "$tmp/run.jsonl" type=case status=$end)" 1
done
told 1 out -c "$tmp/$odd.ini" -p "$plugin" -o -
told 0 out -c "$tmp/$odd.ini" -p "$plugin" --dry-run
told 0 out list -p "$plugin"
told 0 out list -p "$plugin" unprintable
told 0 out list -p "$plugin" unprintable/right
told 1 out check "$plugin"

# Records of another's making.
key='"\(job\|family\|plugin\|variant\|device\|reason\|name\|gkhost\|path\|unit\)"'
key+='\|"\(callback\|output\|by\|description\)"'
sed 's/\('"$key"'\):"/&\\u001b[31m\\u009b\\u202e\\u007f\\u0085\\n/g' \
  "$tmp/run.jsonl" >"$tmp/odd.jsonl"
for format in 1:table 0:csv 1:markdown 0:jsonl; do
  told ${format%:*} out report "$tmp/run.jsonl" --format "${format#*:}"
  told ${format%:*} out report "$tmp/odd.jsonl" --format "${format#*:}"
done
# What they say, records keep.
gkhost report "$tmp/odd.jsonl" --format jsonl >"$tmp/again.jsonl"
expect_equal "$(gkhost report "$tmp/again.jsonl" --format csv)" \
  "$(gkhost report "$tmp/odd.jsonl" --format csv)"

# A spreadsheet runs cells of CSV that begin like this; numbers stay as they are.
for begin in = + - @ '\t'; do
  sed '/"type":"case"/s/"\(job\|variant\|reason\)":"/&'"${begin/\\/\\\\}"'2/g' \
    "$tmp/run.jsonl" >"$tmp/odd.jsonl"
  expect_status 0 gkhost report "$tmp/odd.jsonl" --format csv
  expect_grep ",\"*'[=+@	-]2" "$tmp/out"
  expect_no_grep "[,\"][=+@	-]2[r\\]" "$tmp/out"
done
sed '/"type":"case"/s/"job":"[^"]*"/"job":"-2e3"/' "$tmp/run.jsonl" >"$tmp/odd.jsonl"
expect_status 0 gkhost report "$tmp/odd.jsonl" --format csv
expect_grep ',-2e3,' "$tmp/out"

# Messages.
for word in "$bytes" "--$bytes" "$bytes.so" "--format=$bytes"; do
  told 2 err "$word"
done
told 2 err -c "$tmp/$bytes.ini"
told 2 err -c "$tmp/$odd.ini" -p "$bytes"
told 2 err -c "$tmp/$odd.ini" -p "$plugin" -s "$odd.number=$odd"
told 2 err -c "$tmp/$odd.ini" -p "$plugin" -s "$bytes.a=b"
told 2 err -c "$tmp/$odd.ini" -p "$plugin" --only "$bytes"
told 2 err -c "$tmp/$odd.ini" -p "$plugin" -d "$bytes"
told 2 err -c "$tmp/$odd.ini" --format "$bytes"
told 2 err list -p "$plugin" "$bytes"
told 2 err report "$tmp/$bytes"
told 1 err check "$tmp/$bytes"
told 3 err -c "$tmp/$odd.ini" -p "$plugin" -o "$tmp/$bytes/run.jsonl"
printf '[%s]\nfamily = %s\n%s = 1\n' "$odd" "$odd" "$odd" >"$tmp/wrong.ini"
told 2 err -c "$tmp/wrong.ini" -p "$plugin"
printf '{"type":"run","format":2}\n{%s\n' "$odd" >"$tmp/$odd.jsonl"
told 1 err report "$tmp/$odd.jsonl"
expect_status 2 env GKHOST_PLUGIN_PATH="$tmp/$bytes" "$top_builddir/host/gkhost" \
  -c "$tmp/$odd.ini"
expect_printable "$tmp/err"
