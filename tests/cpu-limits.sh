#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What the CPU can do at the most is measured until it repeats, and kept; rows of
# the CPU show their share of it, and none is suspect for it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_unsanitized

# Of a GPU a line is kept, too.
export CUDA_VISIBLE_DEVICES=
kept=$XDG_CACHE_HOME/gkhost/limits.jsonl

# devices WORD...: what `gkhost devices` says, in one line.
devices ()
{
  virtual_clock 3000000
  expect_status 0 env "$@" "$gkhost" devices
  real_clock
  tr -s '\n ' '  ' <"$tmp/out" >"$tmp/line"
}

# doctor NAME VALUE...: gives these figures of the kept line other values.
doctor ()
{
  while [ $# -gt 0 ]; do
    sed -i "s/\"$1\":[0-9.e+]*\([,}]\)/\"$1\":$2\1/g" "$kept"
    shift 2
  done
}

# figure NAME [FILE]: what is kept of it.
figure ()
{
  grep -o '"measured":.*' "${2:-$kept}" | sed -n 1p |
    sed "s/.*\"$1\":\([^,}]*\).*/\1/"
}

# expect_true EXPRESSION: of awk, of figures that are named in brackets.
expect_true ()
{
  local expression=$1 name

  while [[ $expression =~ \[([a-z0-9_]+)\] ]]; do
    name=${BASH_REMATCH[1]}
    expression=${expression//"[$name]"/$(figure "$name")}
  done
  awk "BEGIN { exit !($expression) }" || fail "not true: $1, with $expression"
}

# Not kept while the machine is busy.  By the clock of the tests, other processes
# don't disturb it, and the passes of more cores take more readings.
devices VIRTUAL_LOAD=10000
expect_grep 'reads .* measured .*, disturbed by a load of 10000.00, and not kept: measure again when the load is at most [0-9.]*' \
  "$tmp/line"
[ ! -e "$kept" ] || fail "kept what was disturbed"

# Measured, and kept.
devices
expect_equal "$(grep -c . "$kept")" 1
expect_grep '^cpu .* memory, by all cores and by one: reads [0-9.]* and [0-9.]* GB/s, writes .* copies .* arithmetic, by all cores and by one: i8 [0-9.]* and [0-9.]* [GT]OP/s, i32 [0-9.]* and [0-9.]* [GT]OP/s, f32 .* and .* [GT]FLOP/s, f64 .*' "$tmp/line"
# Where the system reports a last cache, its rate is measured, too.
if grep -q '"l2":' "$kept"; then
  expect_grep 'the last cache, by all cores and by one: reads [0-9.]* and [0-9.]* GB/s' \
    "$tmp/line"
  expect_true '[cache_one] > 1e6 && [cache] >= [cache_one]'
fi
expect_grep "measured $(figure when | tr -d '"')" "$tmp/line"
expect_grep "and kept: delete $kept to measure anew" "$tmp/line"
for name in read write copy i8 i32 f32 f64; do
  expect_true "[$name] > 1e6 && [$name] < 1e17"
  expect_true "[${name}_one] > 1e6 && [$name] >= [${name}_one]"
done

# Not measured again: what the file says is what is shown.
doctor read 5e10 write 6e10 copy 7e10 read_one 1e10 i32 1e11 i8 1e12 cache 9e10
cp "$kept" "$tmp/first"
devices
expect_grep 'reads 50.0 and 10.0 GB/s, writes 60.0 and .* copies 70.0 and' "$tmp/line"
cmp "$kept" "$tmp/first" || fail 'the file was changed'

# again CHANGE EXPECT: a line that is changed so, and made large, is shown while the
# machine is busy; then it is measured again, and EXPECT finds the large one.
again ()
{
  sed -i "$1" "$kept"
  doctor read 5e16
  devices VIRTUAL_LOAD=10000
  expect_grep 'reads 50000000 and 10.0 GB/s' "$tmp/line"
  expect_equal "$(grep -c . "$kept")" 1
  cp "$tmp/line" "$tmp/before"
  devices
  expect_equal "$(grep -c . "$kept")" 2
  "$2" 'reads 50000000 and' "$tmp/line"
  cp "$tmp/first" "$kept"
}

# What did not repeat: the larger is kept.  Of another kernel: the new.
again 's/"gap":[^,}]*/"gap":0.2/' expect_grep
expect_grep "repeated within 20 % only, and kept in $kept until" "$tmp/before"
again 's/"kernel":"/&not-/' expect_no_grep

# The record has the figures, and of memory's the largest is the limit.
printf '%s\n' '[suite]' 'max_time = 10ms' 'device = cpu' '[copy]' 'rows = 512' \
  'cols = 512' 'variant = cpu-memcpy' 'cache = cold, hot' '[matmul-square]' \
  'n = 64' 'dtype = i32, u8' 'variant = cpu-naive' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
expect_grep '^cpu-memcpy.* [0-9.]*% ' "$tmp/out"
expect_grep 'of limit' "$tmp/out"
expect_no_grep '^cpu .*GB/s' "$tmp/out"
records "$tmp/run.jsonl" type=run >"$tmp/record"
expect_equal "$(figure when "$tmp/record")" "$(figure when)"
expect_grep '"memory_bandwidth":70000000000' "$tmp/record"
expect_grep '"i32":100000000000[,.]' "$tmp/record"
if grep -q '"l2":' "$kept"; then
  expect_grep '"cache_bandwidth":90000000000[,.]' "$tmp/record"
fi
records "$tmp/run.jsonl" type=case cache=cold family=copy >"$tmp/record"
sed 's/.*"median_s":\([^,]*\),.*"of_limit":\([^,]*\),.*/\1 \2/' "$tmp/record" |
  awk '{ bytes = $1 * $2 * 7e10; exit !(bytes > 2097151 && bytes < 2097153) }' ||
  fail 'not the share of the bytes over the bandwidth'
expect_grep '"by":"memory"' "$tmp/record"
records "$tmp/run.jsonl" type=case dtype=i32 >"$tmp/record"
expect_grep '"by":"i32"' "$tmp/record"
records "$tmp/run.jsonl" type=case dtype=u8 >"$tmp/record"
expect_grep '"by":"tensor_i8"' "$tmp/record"
# What fits in the last cache is no matter of the memory.
if grep -q '"l2":' "$kept"; then
  printf '[copy]\nrows = 8\ncols = 8\nvariant = cpu-memcpy\ncache = hot\n' \
    >"$tmp/hot.ini"
  expect_status 0 gkhost -c "$tmp/hot.ini" -d cpu -o "$tmp/hot.jsonl"
  expect_no_grep '"of_limit"' "$tmp/hot.jsonl"
fi

# Measured while the machine was busy: a share of more than all; but over twice
# as much can't be true.
doctor read 1e3 write 1e3 copy 1e3 i32 1e3
expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
expect_grep '"of_limit":[0-9]\{3\}' "$tmp/run.jsonl"
expect_grep '"reason":"[^"]* is less than half of the [^"]* that the memory of cpu needs' \
  "$tmp/run.jsonl"
expect_grep '^over 100%  the limit was measured too low, or data was still in a ' \
  "$tmp/out"

# What another machine measured is not this one's; the last line that fits is.
sed -i 's/"host":"/&not-/' "$kept"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
expect_no_grep '"of_limit"' "$tmp/run.jsonl"
devices
expect_equal "$(grep -c . "$kept")" 2
expect_equal "$(grep -c '"host":"not-' "$kept")" 1
cat "$tmp/first" >>"$kept"
devices
expect_grep 'reads 50.0 and 10.0 GB/s' "$tmp/line"

# What an older gkhost measured has no figures of bytes: a row that has no share
# for it, and all is measured anew when one looks.
sed 's/,"i8\(_one\)*":[^,}]*//g; s/"tensor_i8":[^,}]*,//' "$tmp/first" >"$kept"
expect_no_grep i8 "$kept"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
expect_no_grep . "$tmp/err"
records "$tmp/run.jsonl" type=case dtype=u8 >"$tmp/record"
expect_no_grep '"of_limit"' "$tmp/record"
records "$tmp/run.jsonl" type=case dtype=i32 >"$tmp/record"
expect_grep '"of_limit"' "$tmp/record"
devices
expect_grep 'by one: i8 [0-9.]* and' "$tmp/line"
expect_equal "$(grep -c . "$kept")" 2

# Nor has an older one the cache's.
if grep -q '"l2":' "$tmp/first"; then
  sed 's/,"cache\(_one\)*":[^,}]*//g; s/,"cache_bandwidth":[^,}]*//' \
    "$tmp/first" >"$kept"
  expect_no_grep '"cache' "$kept"
  expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
  expect_no_grep . "$tmp/err"
  expect_no_grep cache_bandwidth "$tmp/run.jsonl"
  devices
  expect_grep 'the last cache, by all' "$tmp/line"
  expect_equal "$(grep -c . "$kept")" 2
fi

# A line that was cut off, and others that are none.
head -c 100 "$tmp/first" >"$kept"
devices
expect_equal "$(grep -c . "$kept")" 2
expect_grep '^gkhost: .*limits.jsonl:1: .* skipped; delete the file'
printf '%s\n' 5 '[]' '{"host":"x"}' >>"$kept"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
expect_equal "$(grep -c 'limits.jsonl:[1345]: .* skipped' "$tmp/err")" 4
expect_grep '"of_limit"' "$tmp/run.jsonl"

# Nowhere to keep it.
echo x >"$tmp/file"
devices XDG_CACHE_HOME="$tmp/file"
expect_grep "file/gkhost/limits.jsonl: the measurement can't be stored: .*; set XDG"
expect_grep 'reads .* measured .*, and not kept' "$tmp/line"
devices -u XDG_CACHE_HOME -u HOME
expect_grep "can't be kept: set HOME or XDG_CACHE_HOME"
expect_grep 'reads .* measured .*, and not kept' "$tmp/line"
expect_status 0 env -u XDG_CACHE_HOME -u HOME "$top_builddir/gkhost" \
  -c "$tmp/a.ini"
expect_no_grep .

# Neither a FIFO nor a link, nor a file of another user, is read or written.
not_read ()
{
  expect_status 0 timeout 60 "$top_builddir/gkhost" -c "$tmp/hot.ini" -d cpu
  expect_equal "$(grep -c "limits.jsonl: is passed over: $1; remove it" "$tmp/err")" 1
  devices
  expect_grep "limits.jsonl: the measurement can't be stored: $1; set XDG"
}
printf '[copy]\nrows = 8\ncols = 8\nvariant = cpu-memcpy\n' >"$tmp/hot.ini"
rm "$kept"
mkfifo "$kept"
not_read 'it is no regular file of yours'
rm "$kept"
ln -s "$tmp/first" "$kept"
not_read 'it is a link'
cmp "$kept" "$tmp/first"
if [ "$(id -u)" = 0 ]; then
  rm "$kept"
  cp "$tmp/first" "$kept"
  chown 65534 "$kept"
  not_read 'it is no regular file of yours'
fi

# What is no absolute path does not count.  A home that is not there is not made.
devices -C "$tmp" XDG_CACHE_HOME=here HOME="$tmp/home"
[ ! -e "$tmp/home" ] || fail 'made HOME'
mkdir "$tmp/home"
devices -C "$tmp" XDG_CACHE_HOME=here HOME="$tmp/home"
[ -s "$tmp/home/.cache/gkhost/limits.jsonl" ] || fail 'not below HOME'
[ ! -e "$tmp/here" ] || fail 'kept below a relative path'
