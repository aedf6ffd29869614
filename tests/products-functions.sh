# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# What the tests of forms of products share; sourced behind functions.sh.  odd.so has
# their odd variants.

: "${tmp:?}"
plugins_of matmul-rect

# job DATA VARIANT M N K KEY...: prints a job with this kind of data.
job ()
{
  printf '[%s]\nfamily = matmul-rect\ndata = %s\nvariant = %s\nm = %s\nn = %s\nk = %s\n' \
    "$1" "${@:1:5}"
  printf '%s\n' 'max_samples = 10' 'audit = no' "${@:6}"
}

# run VARIANT M N K KEY...: records to $tmp/run.jsonl.
run ()
{
  run_data random "$@"
}

# run_data KINDS VARIANT M N K KEY...: likewise, a job for each of these kinds of data;
# others: all but random and zero.
run_data ()
{
  local data

  for data in ${1/others/exact wide normal sparse heavy graded permutation}; do
    job "$data" "${@:2}"
  done >"$tmp/a.ini"
  gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" -p "+$tmp/odd.so"
}

# cases STATUS N: so many of the last run have this status.
cases ()
{
  expect_equal "$(count_records "$tmp/run.jsonl" type=case status="$1")" "$2"
}
