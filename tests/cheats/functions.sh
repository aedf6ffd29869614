# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Tries the variants of a list such as tests/cheats/list, each in a run of its
# own with an honest variant behind it.  A test sources functions.sh first.

# Descriptors that this shell was given (make's, say) are not for a cheat to
# write to.
close_others ()
{
  local path

  for path in /proc/"$BASHPID"/fd/*; do
    [ "${path##*/}" -lt 3 ] || [ "${path##*/}" -eq 255 ] ||
      eval "exec ${path##*/}>&-"
  done
}

# run_case N PLUGIN FAMILY VARIANTS KEY=VALUE...: its records go to $tmp/N.jsonl,
# its exit status to $tmp/N.status.
run_case ()
{
  local n=$1 plugin=$2 family=$3 variants=$4 status=0 plugins=() p

  shift 4
  {
    printf '[%s]\nvariant = %s\ntimeout = 10\nmin_time = 0.002\n' \
      "$family" "$variants"
    printf '%s\n' "$@"
  } >"$tmp/$n.ini"
  for p in cheats "$plugin"; do
    plugins+=(-p "$top_builddir/tests/cheats/.libs/$p.so")
  done
  [ "$plugin" != cheats ] || plugins=("${plugins[@]:2}")
  rm -f "$tmp/$n.jsonl"
  (
    close_others
    exec timeout -k 5 60 "$top_builddir/gkhost" -c "$tmp/$n.ini" \
      -o "$tmp/$n.jsonl" "${plugins[@]}" \
      -p "$top_builddir/plugins/$family/.libs/$family.so"
  ) >"$tmp/$n.out" 2>&1 </dev/null || status=$?
  echo "$status" >"$tmp/$n.status"
  touch "$tmp/$n.jsonl"
}

# time_of N VARIANT: the least of its samples, of a case that passed.
time_of ()
{
  records "$tmp/$1.jsonl" type=case "variant=$2" status=ok |
    sed -n 's/.*"time":{.*"min_s":\([-+.0-9e]*\).*/\1/p'
}

# lone_time N FAMILY KEY=VALUE...: what the honest variant takes without a cheat
# in front of it; looked up where it is known.
lone_time ()
{
  local n=$1 family=$2 known

  shift
  known=$tmp/lone.$(printf '%s,' "$@")
  shift
  if [ ! -e "$known" ]; then
    run_case "$n.lone" "${plugin_of_honest:-cheats}" "$family" honest "$@"
    time_of "$n.lone" honest >"$known.$n"
    mv "$known.$n" "$known"
  fi
  cat "$known"
}

# judge_honest N LONE: whether the honest variant of a run passed, in a time like
# that without a cheat: no shorter than a tenth, since a machine may be busy.
judge_honest ()
{
  local n=$1 lone=$2 took

  took=$(time_of "$n" honest)
  if [ -z "$took" ]; then
    echo "the honest variant behind it got no time:" \
      "$(records "$tmp/$n.jsonl" type=case variant=honest |
        sed 's/.*"status"/"status"/' | cut -c 1-200)"
  elif awk "BEGIN { exit !($took < ${lone:-0} / 10) }"; then
    echo "the honest variant behind it got $took s, $lone s without it"
  fi
}

# judge_cheat N VARIANT: what is wrong with a run of a cheat, one line each.
judge_cheat ()
{
  local n=$1 variant=$2 status took

  status=$(cat "$tmp/$n.status")
  took=$(time_of "$n" "$variant")
  [ -z "$took" ] || echo "got a time, $took s"
  case $status in
    0) echo "exit status 0" ;;
    1 | 2) ;;
    *) echo "the host ended with status $status: $(tail -n 1 "$tmp/$n.out")" ;;
  esac
  # A plugin that was refused has no row.
  [ "$status" = 2 ] ||
    [ "$(count_records "$tmp/$n.jsonl" type=case "variant=$variant")" = 1 ] ||
    echo "its row is gone"
}

# try_line N PLUGIN FAMILY VARIANT KEY=VALUE...: adds what is wrong to
# $tmp/wrong.
try_line ()
{
  local n=$1 plugin=$2 family=$3 variant=$4 line lone

  shift 4
  if [ "$variant" = honest ]; then
    run_case "$n" "$plugin" "$family" honest "$@"
    judge_honest "$n" 0
  else
    lone=$(plugin_of_honest=${plugin/-load/} lone_time "$n" "$family" "$@")
    run_case "$n" "$plugin" "$family" "$variant, honest" "$@"
    judge_cheat "$n" "$variant"
    [ "$(cat "$tmp/$n.status")" = 2 ] || judge_honest "$n" "$lone"
  fi | while read -r line; do
    echo "$family/$variant ($*): $line" >>"$tmp/wrong"
  done
}

# try_shard SHARD OF PLUGIN...: each so-manieth line of these plugins.
try_shard ()
{
  local shard=$1 of=$2 n=0 words

  shift 2
  while read -r -a words; do
    [[ " $* " = *" ${words[0]-#} "* ]] || continue
    n=$((n + 1))
    [ $((n % of)) -ne "$shard" ] || try_line "$n" "${words[@]}"
  done <"$top_srcdir/tests/cheats/list"
}

# try_all OF PLUGIN...: all lines of these plugins, so many at a time, ROUNDS
# times; fails with what is wrong.
try_all ()
{
  local of=$1 round shard pids

  shift
  for ((round = 1; round <= ${ROUNDS:-1}; round++)); do
    : >"$tmp/wrong"
    pids=()
    for ((shard = 0; shard < of; shard++)); do
      try_shard "$shard" "$of" "$@" &
      pids+=($!)
    done
    wait "${pids[@]}"
    if [ -s "$tmp/wrong" ]; then
      cat "$tmp/wrong" >&2
      fail "$(cut -d: -f1 "$tmp/wrong" | sort -u | grep -c .) cheats of" \
        "round $round, above, were not dealt with"
    fi
  done
}

# expect_listed PLUGIN: the variants of this plugin are those of the list.
expect_listed ()
{
  local so=$top_builddir/tests/cheats/.libs/$1.so

  gkhost list -p "$so" >"$tmp/listed" 2>&1 || :
  sed -n "s|^  \([a-z-]*\)/\([a-z0-9-]*\) of plugin $1\$|\1 \2|p" "$tmp/listed" |
    sort >"$tmp/there"
  awk -v plugin="$1" '$1 == plugin { print $2, $3 }' \
    "$top_srcdir/tests/cheats/list" | sort -u >"$tmp/tried"
  diff "$tmp/there" "$tmp/tried" ||
    fail "tests/cheats/list and $1.so differ, as above"
}
