#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Names of the program are plain: none of the private words that the project gave up
# is a file, tag, type, macro, function or variable at file scope, or such a name's first word; a
# function that calls another has two words at least, since it can stand in a
# backtrace; and no two structs, unions or enums share a tag.  Locals and members
# are free.  Comments and messages speak of things, not of persons.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# The words, and what is written instead: a session, a case_state, run_case ...
private='hearing course conduct seen taken needs patience passing handed opening
  surroundings spoil remake doubt hindered unsettled standing siblings tally
  subject cell swept sizes forest ending again findings profiled doubts spared
  thinned packed absent unforeseen place side sides spokesman wild live told
  rehearse turned stretch'

# One-word names that every C programmer knows.
known='main xmalloc xcalloc xrealloc xgrow xstrdup xstrndup xasprintf xvasprintf'

cd "$top_srcdir" || exit
find host report plugins bridges include -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' |
  sort >"$tmp/files"
[ "$(grep -c . "$tmp/files")" -gt 400 ] || fail "only $(grep -c . "$tmp/files") files found"

# Lines "FILE:LINE: MESSAGE" for all that is wrong.  The layout is clang-format's:
# what stands at file scope begins in the first column, a function's name too.
# What is expanded is awk's.
# shellcheck disable=SC2016
xargs awk -v private="$private" -v known="$known" '
  BEGIN {
    split (private, w); for (i in w) is_private[w[i]] = 1
    split (known, k); for (i in k) is_known[k[i]] = 1
    split ("if while for switch return sizeof defined case else do", s)
    for (i in s) is_keyword[s[i]] = 1
  }

  function report(line, text) { print FILENAME ":" line ": " text }

  # The word that a name begins with: of "taken_take", "taken".
  function first(name) { sub (/[-_.].*/, "", name); return tolower (name) }

  function check(kind, name, line) {
    if (name != "" && first(name) in is_private)
      report(line, kind " " name " begins with a private word")
  }

  # The last name ahead of what ends a declarator.
  function declared(text) {
    sub (/ *(=|;|\[).*/, "", text)
    return match (text, /[A-Za-z_][A-Za-z0-9_]*$/) ? substr (text, RSTART) : ""
  }

  FNR == 1 {
    name = FILENAME; sub (/.*\//, "", name)
    check("file", name, 1)
    candidate = ""; inside = ""
  }

  /^#define / { check("macro", $2, FNR); next }

  /^(typedef )?(struct|union|enum) [A-Za-z_0-9]+( final)?$/ { tag = $NF; next }
  tag != "" && /^\{/ { found_tag(tag) }
  { tag = "" }
  /^(typedef )?(struct|union|enum) [A-Za-z_0-9]+( final)? \{/ {
    name = $0; sub (/^(typedef )?(struct|union|enum) /, "", name); sub (/ .*/, "", name)
    found_tag(name)
    next
  }

  function found_tag(name) {
    check("tag", name, FNR)
    if (name in where)
      report(FNR, "tag " name " stands in " where[name] ", too")
    where[name] = FILENAME ":" FNR
  }

  /^[A-Za-z_][A-Za-z0-9_]* \(/ && !/;$/ {
    candidate = $1; begun = FNR
    next
  }
  /^\{/ {
    inside = candidate; candidate = ""; calls = 0
    check("function", inside, begun)
    next
  }
  /^\}/ {
    if (inside != "" && inside !~ /_/ && calls && !(inside in is_known))
      report(begun, "function " inside " has one word: say what it does to what")
    inside = ""
    next
  }
  inside != "" {
    text = $0
    while (match (text, /[A-Za-z_][A-Za-z0-9_]* \(/)) {
      callee = substr (text, RSTART, RLENGTH - 2)
      calls += !(callee in is_keyword)
      text = substr (text, RSTART + RLENGTH)
    }
    next
  }
  /^[A-Za-z_]/ && /[=;]/ && !/^(return|goto|else|case)/ && !/\(/ {
    check("name", declared($0), FNR)
  }
  /^typedef .*\(/ {
    text = $0; sub (/ \(.*/, "", text)
    check("type", declared(text), FNR)
  }
' <"$tmp/files" >"$tmp/wrong"

# Nor are persons or those words in comments and messages.
xargs grep -n -i -w -E 'whoever|nobody|somebody|hearing|hindered|spokesman|rehearse' \
  <"$tmp/files" >>"$tmp/wrong" || :

[ ! -s "$tmp/wrong" ] || {
  cat "$tmp/wrong" >&2
  fail "these names do not follow the style of HACKING"
}
