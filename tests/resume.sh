#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# With --resume a run goes on with the file of -o: what has a result there is not
# run again, and report, end record and exit status are those of all cases.
source "${top_srcdir:-.}/tests/functions.sh" || exit

{
  printf '[suite]\nmax_time = 1ms\ntimeout = 5\n'
  printf '[transpose]\nrows = 3\ncols = 5, 6, 7\nvariant = right, wrong, crashes\n'
} >"$tmp/a.ini"
resume_with ()
{
  gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" "$@" \
    -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
    -p "$top_builddir/tests/plugins/.libs/faults.so"
}

# reported_again: the report of the run is the one of its records.
reported_again ()
{
  gkhost report "$tmp/run.jsonl" >"$tmp/again" || :
  cmp "$tmp/out" "$tmp/again" || fail 'gkhost report tells something else'
  expect_grep "^9 cases: 3 ok, 3 wrong, 3 crashed" "$tmp/out"
}

# No file yet: the run begins.
expect_status 1 resume_with --resume
expect_no_grep resume
expect_equal "$(wc -l <"$tmp/run.jsonl")" 11
reported_again
cp "$tmp/run.jsonl" "$tmp/whole.jsonl"

# All is there: the same report, and nothing is written.
expect_status 1 resume_with --resume
expect_grep "run.jsonl has the results of 9 of 9 cases: none is run"
cmp "$tmp/run.jsonl" "$tmp/whole.jsonl"
reported_again

# Wherever the file was cut, the rest is run and appended.
size=$(wc -c <"$tmp/whole.jsonl")
first=$(head -n 1 "$tmp/whole.jsonl" | wc -c)
fourth=$(head -n 4 "$tmp/whole.jsonl" | wc -c)
for bytes in 0 1 $((first - 1)) "$first" $((first + 1)) $((fourth - 1)) \
  "$fourth" $((fourth + 40)) $((size - 30)) $((size - 1)); do
  head -c "$bytes" "$tmp/whole.jsonl" >"$tmp/run.jsonl"
  expect_status 1 resume_with --resume
  case $bytes in
  1 | $((first + 1)) | $((fourth + 40)) | $((size - 30)))
    expect_grep 'run.jsonl:[0-9]*: the last line was cut short and is left out'
    ;;
  *) expect_no_grep 'cut short' ;;
  esac
  reported_again
  expect_equal "$(grep -o '"case":[0-9]*,' "$tmp/run.jsonl" | sort -u | wc -l)" 9
  expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 9
  expect_grep '"cases":9,"ok":3,"wrong":3,.*"crashed":3,' "$tmp/run.jsonl"
  whole=$(head -c "$bytes" "$tmp/whole.jsonl" | wc -l)
  if [ "$whole" -gt 0 ]; then
    head -n "$whole" "$tmp/whole.jsonl" >"$tmp/before"
    head -n "$whole" "$tmp/run.jsonl" | cmp - "$tmp/before"
  fi
done

# A first line that was cut, and what follows it: nothing, blanks, zeros as after
# a crash of the machine, or a run.
for rest in '' '\n' '\0\0\0' '\n\0\0'; do
  {
    head -c 100 "$tmp/whole.jsonl"
    # shellcheck disable=SC2059 # it has escapes
    printf "$rest"
  } >"$tmp/run.jsonl"
  expect_status 1 resume_with --resume
  expect_equal "$(wc -l <"$tmp/run.jsonl")" 11
  reported_again
done
printf '\0\0\0' >"$tmp/run.jsonl"
expect_status 1 resume_with --resume
reported_again
{
  head -c 100 "$tmp/whole.jsonl"
  head -n 5 "$tmp/whole.jsonl"
} >"$tmp/run.jsonl"
expect_status 1 resume_with --resume
expect_grep 'run.jsonl:1: a record was cut short, and is left out; another begins'
expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 9
gkhost report "$tmp/run.jsonl" >"$tmp/again" 2>/dev/null || :
cmp "$tmp/out" "$tmp/again"

# Those that crashed are run again when asked; here they crash again.
cp "$tmp/whole.jsonl" "$tmp/run.jsonl"
expect_status 1 resume_with --resume=failed
expect_grep 'the results of 6 of 9 cases: the others are run'
reported_again
expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 12
expect_equal "$(count_records "$tmp/run.jsonl" variant=crashes)" 6

# An interrupted one is gone on with, too.
head -n 5 "$tmp/whole.jsonl" >"$tmp/run.jsonl"
tail -n 1 "$tmp/whole.jsonl" |
  sed 's/}$/,"interrupted":true}/' >>"$tmp/run.jsonl"
expect_status 1 resume_with --resume
reported_again
expect_no_grep interrupted "$tmp/out"

# A line that was damaged costs its case, which is run again.
sed '4s/.\{40\}$//' "$tmp/whole.jsonl" >"$tmp/run.jsonl"
expect_status 1 resume_with --resume
expect_grep 'run.jsonl:4: not JSON: the line is left out$'
expect_grep 'the results of 8 of 9 cases'
gkhost report "$tmp/run.jsonl" >"$tmp/again" 2>"$tmp/err" || :
expect_grep 'run.jsonl:4: not JSON: the line is left out$'
cmp "$tmp/out" "$tmp/again"

# In one process, as well.
sed -i 's/, crashes//' "$tmp/a.ini"
expect_status 1 resume_with --in-process
head -n 3 "$tmp/run.jsonl" >"$tmp/part.jsonl"
cp "$tmp/part.jsonl" "$tmp/run.jsonl"
expect_status 1 resume_with --in-process --resume
expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 6
expect_grep "^6 cases: 3 ok, 3 wrong" "$tmp/out"
