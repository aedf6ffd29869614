# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Tries the variants of tests/cheats/list, each in a run of its own with an
# honest variant behind it.  A test sources tests/functions.sh first.

: "${tmp:?}" "${top_srcdir:?}" "${top_builddir:?}"

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

# run_case N PLUGIN FAMILY VARIANTS KEY=VALUE...: its records go to
# $tmp/N.jsonl, its exit status to $tmp/N.status.  case_seconds: its time limit.
case_seconds=10
run_case ()
{
  local n=$1 plugin=$2 family=$3 variants=$4 status=0 p
  local plugins=(-p "$top_builddir/plugins/$family/.libs/$family.so")

  shift 4
  {
    printf '[%s]\nvariant = %s\ntimeout = %s\nmin_time = 0.002\n' \
      "$family" "$variants" "$case_seconds"
    printf '%s\n' "$@"
  } >"$tmp/$n.ini"
  # The plugin that acts when it is loaded has no honest variant of its own.
  for p in ${plugin/#cheats-load/cheats-load cheats}; do
    plugins+=(-p "$top_builddir/tests/cheats/.libs/$p.so")
  done
  rm -f "$tmp/$n.jsonl"
  (
    close_others
    exec timeout -k 5 $((6 * case_seconds)) "$top_builddir/gkhost" -c "$tmp/$n.ini" \
      -o "$tmp/$n.jsonl" "${plugins[@]}"
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

# median_of N VARIANT: likewise, the median.
median_of ()
{
  records "$tmp/$1.jsonl" type=case "variant=$2" status=ok |
    sed -n 's/.*"time":{"median_s":\([-+.0-9e]*\).*/\1/p'
}

# lone_time N PLUGIN FAMILY KEY=VALUE...: what the honest variant takes, not
# judged, without a cheat in front of it; looked up where it is known.
lone_time ()
{
  local n=$1 plugin=${2/#cheats-load/cheats} family=$3 known

  shift 2
  known=$tmp/lone.$(printf '%s,' "$plugin" "$@")
  shift
  if [ ! -e "$known" ]; then
    run_case "$n.lone" "$plugin" "$family" honest verify=no audit=no "$@"
    time_of "$n.lone" honest >"$known.$n"
    mv "$known.$n" "$known"
  fi
  cat "$known"
}

# shorter TIME SHARE LONE: whether a time is less than this share of another.
shorter ()
{
  awk -v took="$1" -v share="$2" -v lone="${3:-0}" \
    'BEGIN { exit !(took < share * lone) }'
}

# judge_honest N LONE: whether the honest variant of a run passed, in a time
# like that without a cheat: no shorter than a tenth, since a machine may be
# busy.
judge_honest ()
{
  local n=$1 lone=$2 took

  took=$(time_of "$n" honest)
  if [ -z "$took" ]; then
    echo "the honest variant behind it got no time:" \
      "$(records "$tmp/$n.jsonl" type=case variant=honest |
        sed 's/.*"status"/"status"/' | cut -c 1-200)"
  elif shorter "$took" 0.1 "$lone"; then
    echo "the honest variant behind it got $took s, $lone s without it"
  fi
}

# judge_row N VARIANT: what is wrong with a cheat's row and the exit status, its
# time aside.
judge_row ()
{
  local n=$1 variant=$2 status

  status=$(cat "$tmp/$n.status")
  case $status in
    0 | 1 | 2) ;;
    *) echo "the host ended with status $status: $(tail -n 1 "$tmp/$n.out")" ;;
  esac
  # A plugin that was refused has no row.
  [ "$status" = 2 ] ||
    [ "$(count_records "$tmp/$n.jsonl" type=case "variant=$variant")" = 1 ] ||
    echo "its row is gone"
}

# judge_cheat N VARIANT: likewise, of one that must get no time.
judge_cheat ()
{
  local n=$1 variant=$2 took

  took=$(time_of "$n" "$variant")
  [ -z "$took" ] || echo "got a time, $took s"
  [ "$(cat "$tmp/$n.status")" != 0 ] || echo "exit status 0"
}

# judge_undone N VARIANT LONE SHARE: of one whose trick the host may undo, which
# then gets the time of honest work, no less than this share of what that took
# on a machine that may be busy.
judge_undone ()
{
  local n=$1 variant=$2 lone=$3 share=$4 took behind

  took=$(time_of "$n" "$variant")
  behind=$(time_of "$n" honest)
  [ -z "$took" ] || ! shorter "$took" "$share" "$lone" ||
    ! shorter "$took" "$share" "${behind:-$lone}" ||
    echo "got $took s, where honest work takes $lone s"
}

# judge_outvoted N VARIANT LONE: of one that lies of some samples, which may not
# be enough of them to move the median.
judge_outvoted ()
{
  local n=$1 variant=$2 lone=$3 took

  took=$(median_of "$n" "$variant")
  [ -z "$took" ] || ! shorter "$took" 0.4 "$lone" ||
    echo "got a median of $took s, where honest work takes $lone s"
}

# judge_line N LONE VARIANT: what is wrong with a run, one line each.
judge_line ()
{
  local n=$1 lone=$2 variant=$3

  case $variant in
    honest | claims-shortened) ;;
    cuda-l2-carve-out | idle-gap | cuda-idle-gap | clock-trapped | back-to-back | \
      kept-in-a-row)
      judge_undone "$n" "$variant" "$lone" 0.4 ;;
    # Its lie is a hundredth, and honest work takes three times as long beside
    # another shard now and then.
    claims-scaled) judge_undone "$n" "$variant" "$lone" 0.1 ;;
    # On a busy machine a sample may be one launch, and each one that computes.
    even-launches) judge_undone "$n" "$variant" "$lone" 0.7 ;;
    claims-in-turns | cuda-back-to-back) judge_outvoted "$n" "$variant" "$lone" ;;
    *) judge_cheat "$n" "$variant" ;;
  esac
  judge_row "$n" "$variant"
  [ "$(cat "$tmp/$n.status")" = 2 ] || judge_honest "$n" "$lone"
}

# try_line N PLUGIN FAMILY VARIANT KEY=VALUE...: adds what is wrong to
# $tmp/wrong.
try_line ()
{
  local n=$1 plugin=$2 family=$3 variant=$4 variants=$4 line lone=0

  shift 4
  if [ "$variant" != honest ]; then
    variants="$variant, honest"
    lone=$(lone_time "$n" "$plugin" "$family" "$@")
  fi
  run_case "$n" "$plugin" "$family" "$variants" "$@"
  judge_line "$n" "$lone" "$variant" >"$tmp/$n.wrong"
  while read -r line; do
    echo "$family/$variant ($*): $line" >>"$tmp/wrong"
  done <"$tmp/$n.wrong"
}

# try_shard SHARD OF PLUGIN...: each so-manieth line of these plugins, of those
# whose variant matches the pattern CHEATS where that is set.
try_shard ()
{
  local shard=$1 of=$2 n=0 words

  shift 2
  while read -r -a words; do
    # shellcheck disable=SC2053 # a pattern is what it is
    [[ " $* " = *" ${words[0]-#} "* && ${words[2]} = ${CHEATS:-*} ]] || continue
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
  local name='\([a-z0-9-]*\)'

  GKHOST_PLUGIN_PATH=$tmp gkhost list \
    -p "$top_builddir/tests/cheats/.libs/$1.so" >"$tmp/listed" 2>&1 || :
  sed -n "s|^  $name/$name of plugin $1\$|\1 \2|p" "$tmp/listed" |
    sort >"$tmp/there"
  awk -v plugin="$1" '$1 == plugin { print $2, $3 }' \
    "$top_srcdir/tests/cheats/list" | sort -u >"$tmp/tried"
  [ -s "$tmp/there" ] || fail "nothing is known of $1.so"
  diff "$tmp/there" "$tmp/tried" ||
    fail "tests/cheats/list and $1.so differ, as above"
}
