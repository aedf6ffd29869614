# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# What the tests of the documentation share; sourced behind functions.sh.

: "${top_srcdir:?}" "${tmp:?}"
readme=$top_srcdir/README.md
man=$top_srcdir/man

# readme_block LANGUAGE N: the Nth fenced block of this language in the README.
readme_block ()
{
  awk -v fence="\`\`\`$1" -v wanted="$2" '
    $0 == "```" { on = 0 }
    on
    $0 == fence { on = ++n == wanted }' "$readme"
}

# man_block PAGE LANGUAGE N: the Nth display of the page that is marked with
# .\" tested: LANGUAGE, as a reader sees it.
man_block ()
{
  awk -v mark=".\\\\\" tested: $2" -v wanted="$3" '
    /^\.Ed/ { on = 0 }
    on { gsub (/\\e/, "\\"); print }
    /^\.Bd/ && marked { on = ++n == wanted }
    { marked = $0 == mark }' "$man/$1"
}

# each_block COMMAND ARG... -- FUNCTION: writes what COMMAND ARG... N prints to
# $tmp/block, for N from 1, and calls FUNCTION, until there is nothing.
each_block ()
{
  local n=1 words=()

  while [ "$1" != -- ]; do
    words+=("$1")
    shift
  done
  while "${words[@]}" "$n" >"$tmp/block" && [ -s "$tmp/block" ]; do
    "$2"
    n=$((n + 1))
  done
  [ "$n" -gt 1 ] || fail "no block from: ${words[*]}"
}

# make_tenth FILE...: makes the sizes of these suite files an eighth or a tenth, unless
# all trials are wanted, so that ranges stay ranges.
make_tenth ()
{
  all_trials || sed -E -i 's/\b(5|10|20|30)00\b/\10/g
    s/\b1024\b/128/g; s/\b4096\b/512/g' "$@"
}

# same_lines WHAT WANT WHAT GOT: two files have the same lines in any order.
same_lines ()
{
  local only

  [ -s "$2" ] || fail "nothing was found in $1"
  only=$(comm -3 <(sort -u "$2") <(sort -u "$4"))
  [ -z "$only" ] || fail "only in $1, or (indented) only in $3:
$only"
}
