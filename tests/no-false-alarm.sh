#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Right variants are never refused: all of them, on random problems, in random
# modes.  CASES=10000 tries about as many, LOAD=1 keeps all cores busy
# meanwhile, DEVICES=cuda leaves the CPU out, and SEED repeats the problems of a
# run.
source "${top_srcdir:-.}/tests/functions.sh" || exit

: "${CASES:=150}" "${SEED:=$RANDOM}" "${LOAD:=}" "${DEVICES:=auto}"
RANDOM=$SEED
echo "about $CASES cases with SEED=$SEED, LOAD=$LOAD"

busy=()
stop_load ()
{
  [ ${#busy[@]} -eq 0 ] || kill "${busy[@]}" 2>/dev/null || :
}
trap 'stop_load; remove_tmp' EXIT

# one_of WORD...: sets $word to one of them.
one_of ()
{
  shift $((RANDOM % $#))
  word=$1
}

# size MOST: sets $word to a size below it; small ones and large ones are as
# likely.
size ()
{
  word=$((1 + RANDOM % (1 + $1 / (1 << RANDOM % 8))))
}

# key NAME: writes it with the value in $word.
key ()
{
  printf '%s = %s\n' "$1" "$word"
}

write_sizes ()
{
  local name

  case $1 in
  copy | transpose) for name in rows cols; do size 1500; key "$name"; done ;;
  reduce)
    size 100
    key rows
    size 30000
    key cols
    one_of sum sum min max
    key op
    ;;
  scan)
    size 200000
    key n
    one_of inclusive exclusive
    key form
    ;;
  stream)
    size 100000
    key n
    one_of copy scale add triad dot
    key op
    ;;
  softmax)
    size 100
    key rows
    size 10000
    word=$((word + 2))
    key cols
    one_of softmax layernorm
    key op
    ;;
  matmul-rect)
    for name in m n k; do size 160; key "$name"; done
    one_of 1 1 1 2 7 20 150
    key batch
    ;;
  matmul-square) size 160; key n ;;
  esac
}

# write_job NUMBER FAMILY
write_job ()
{
  local dtype

  printf '[%s-%s]\nfamily = %s\n' "$2" "$1" "$2"
  write_sizes "$2"
  case $2 in
  copy | transpose) one_of i8 i16 i32 i64 f16 bf16 f32 f64 c64 c128 u8 ;;
  reduce) one_of i32 i64 f32 f64 bf16 ;;
  scan) one_of i32 i64 f32 ;;
  stream) one_of i32 f32 f64 bf16 ;;
  softmax) one_of f32 bf16 ;;
  *)
    one_of row col
    key layout
    one_of i32 f32 f64 bf16 f8_e4m3 f8_e5m2
    ;;
  esac
  dtype=$word
  key dtype
  if [[ $2 = matmul-* && $dtype = [fb]* ]]; then
    one_of 1 1 1 0.5 -0.75
    key alpha
    one_of 0 0 0 1 -0.625
    key beta
    one_of no no yes
    key bias
  fi
  if [[ $dtype = f8* ]]; then
    one_of same f8_e4m3 f8_e5m2
    key dtype_b
    one_of usual f32 f16
    key dtype_c
    one_of none none tensor lines-a lines-b
    key scales
  fi
  one_of 0 0 1 7 64
  [[ $2 = @(reduce|scan|stream|softmax) ]] || key pad
  one_of cold cold hot
  key cache
  one_of stream graph
  key launch
  one_of device device managed mapped
  key memory
  one_of kernel kernel transfer
  key scope
  one_of yes yes replay
  key audit
  case $2-$dtype in
  copy-* | transpose-*) one_of random random exact ;;
  reduce-* | scan-*) one_of random random exact normal sparse heavy graded ;;
  stream-i32) one_of random random exact ;;
  stream-*) one_of random random exact normal sparse heavy graded ;;
  softmax-*) one_of random random normal heavy graded ;;
  matmul-*-i32) one_of random random wide ;;
  *) one_of random random exact wide normal sparse heavy graded permutation ;;
  esac
  key data
}

# A problem has two or three variants that can run on it.  Each time: outputs
# that fit in the caches of several cores, which is where a fill moves them from.
{
  printf '[suite]\nmax_time = 0.05\nmin_time = 0.001\n'
  printf '[threads]\nfamily = copy\nvariant = cpu-threads\ncache = hot\n'
  printf 'rows = 256..1024*2\ncols = 1024\n'
  for ((i = 0; 5 * i < 2 * CASES; i++)); do
    one_of copy transpose reduce scan stream softmax matmul-square matmul-rect
    write_job "$i" "$word"
  done
} >"$tmp/a.ini"

if [ -n "$LOAD" ]; then
  for ((i = $(nproc); i > 0; i--)); do
    while :; do :; done &
    busy+=($!)
  done
fi
gkhost -c "$tmp/a.ini" -d "$DEVICES" -o "$tmp/run.jsonl" >"$tmp/out" 2>"$tmp/err" ||
  : "told below"
stop_load
for status in ok skipped wrong failed crashed timeout; do
  echo "$status: $(count_records "$tmp/run.jsonl" type=case "status=$status")"
done
echo "judged launches: $(records "$tmp/run.jsonl" type=case status=ok |
  sed -n 's/.*"launches": *\([0-9]*\).*/\1/p' |
  awk '{ n += $1 } END { print n + 0 }')"
records "$tmp/run.jsonl" type=case |
  grep -v -e '"status": *"ok"' -e '"status": *"skipped"' >"$tmp/alarms" || :
if [ -s "$tmp/alarms" ]; then
  cat "$tmp/alarms" >&2
  fail "right variants were refused; SEED=$SEED repeats their problems"
fi
[ "$(count_records "$tmp/run.jsonl" type=case status=ok)" -ge \
  $((CASES / 2)) ] || fail "too few ran: $(tail -n 3 "$tmp/err")"
expect_grep '"type":"end"' "$tmp/run.jsonl"
