#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The manual pages render without a warning.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/docs-functions.sh"

pages=("$man"/*.[1-8])
if command -v mandoc >/dev/null; then
  expect_status 0 mandoc -Tlint -Wwarning "${pages[@]}"
fi
requires command -v groff
for page in "${pages[@]}"; do
  expect_status 0 groff -mandoc -Tutf8 "$page"
  expect_no_grep .
done

# How long a plugin may take to load.
seconds_of ()
{
  sed -n "s/^#define $1 //p" "$top_srcdir/host/run/discovery.c"
}
expect_grep "^A plugin has $(seconds_of DESCRIBE_SECONDS) s to load, and one that is a script $(seconds_of SCRIPT_SECONDS) s\.$" \
  "$top_srcdir/man/gkhost.1"
