# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# What the tests of forms of products share; sourced behind functions.sh.  odd.so has
# their odd variants.

: "${tmp:?}"

# run VARIANT M N K KEY...: records to $tmp/run.jsonl.
run ()
{
  printf '[matmul-rect]\nvariant = %s\nm = %s\nn = %s\nk = %s\n' "${@:1:4}" \
    >"$tmp/a.ini"
  printf '%s\n' 'max_samples = 10' 'audit = no' "${@:5}" >>"$tmp/a.ini"
  gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" -p "+$tmp/odd.so"
}

# cases STATUS N: so many of the last run have this status.
cases ()
{
  expect_equal "$(count_records "$tmp/run.jsonl" type=case status="$1")" "$2"
}
