#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The structs of the ABI lie in memory as tests/abi-layout.txt has them, and the
# enumerators, bits and maxima have the numbers there; everywhere alike in C and C++
# and with short enumerations.  Where pointers have 64 bits there is no padding
# at the ends, into which a field that comes later could fall.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# fields HEADER: a line for each field, "struct field".
fields ()
{
  awk '
    /^(typedef )?struct gk_[a-z]+ \{/ {
      name = $0
      sub (/ \{.*/, "", name)
      sub (/.*struct /, "", name)
      next
    }
    /^}/ { name = "" }
    name == "" || !/^  [a-z]/ { next }
    match ($0, /\(\*[a-z_]+\)/) {
      print name, substr ($0, RSTART + 2, RLENGTH - 3)
      next
    }
    {
      if (!/;/ && !/,$/)
        next
      sub (/;.*/, "")
      gsub (/\[[^]]*\]/, "")
      n = split ($0, part, /,/)
      for (i = 1; i <= n; i++) {
        sub (/.*[ *]/, "", part[i])
        if (part[i] != "")
          print name, part[i]
      }
    }' "$1"
}

# numbers HEADER: the names of its enumerators and of macros that are a number,
# a line each.
numbers ()
{
  sed -n '/^enum {/,/^}/s/^  \(GK_[A-Z0-9_]*\) = .*/\1/p
    s/^#define \(GK_[A-Z_]*\) \(UINT32_C ([0-9]*)\|[0-9][0-9]*\).*/\1/p' "$1"
}

# Nothing of it runs: the numbers stand in the assembler's text, so that a compiler for
# another machine tells them, and one with no library for it.
{
  printf '#include <gkhost/%s.h>\n' plugin copy transpose matmul reduce scan stream softmax
  printf '#define TELL(what, n, end) \\\n'
  printf '  __asm__ volatile (".ascii \\"@@" what " %%0 %%1\\"" : : '
  printf '"i" (n), "i" (end))\n'
  printf 'void layout (void);\nvoid layout (void)\n{\n'
  for header in plugin copy transpose matmul reduce scan stream softmax; do
    fields "$top_srcdir/include/gkhost/$header.h"
  done | awk '
    function close_struct() {
      if (last != "")
        printf "  TELL (\"%s =\", sizeof (%s), %s);\n", last, last, end
    }
    $1 != last { close_struct() }
    {
      last = $1
      at = "offsetof (" $1 ", " $2 ")"
      end = at " + sizeof (((" $1 " *)0)->" $2 ")"
      printf "  TELL (\"%s.%s\", %s, 0);\n", $1, $2, at
    }
    END { close_struct() }'
  for header in plugin copy transpose matmul reduce scan stream softmax; do
    numbers "$top_srcdir/include/gkhost/$header.h"
  done | sed 's/.*/  TELL ("& =", (int)&, (int)&);/'
  printf '  TELL ("pointer", sizeof (void *), 0);\n'
  printf '  TELL ("number", offsetof (struct number, n), 0);\n}\n'
} >"$tmp/body.c"
printf '#include <stdint.h>\nstruct number { char c; uint64_t n; };\n' |
  cat - "$tmp/body.c" >"$tmp/layout.c"
for struct in host device option setup vary check family variant plugin copy \
  transpose matmul reduce scan stream softmax; do
  expect_grep "gk_$struct\\." "$tmp/layout.c"
done

for number in WRONG U8 CUDA OPS_TENSOR_F64 MAX_BUFFERS MIXED_DTYPES ABI; do
  expect_grep "TELL (\"GK_$number =\"" "$tmp/layout.c"
done

# layout COMPILER...: prints it, what ends in padding marked.
layout ()
{
  "$@" -ffreestanding -I"$top_srcdir/include" -S -o "$tmp/layout.s" \
    "$tmp/layout.c" || return
  awk 'sub (/.*"@@/, "") {
    sub (/".*/, "")
    gsub (/[$#]/, "") # of constants, on some machines
    if ($2 == "=")
      print $1, $2, $3 ($3 == $4 ? "" : "+")
    else
      print $1, $2
  }' "$tmp/layout.s"
}

# told FILE WHAT: a number of it.
told ()
{
  sed -n "s/^$2 //p" "$1"
}

# as_kept FILE: such is the column that is kept of layouts of its kind.
as_kept ()
{
  local column

  case $(told "$1" pointer),$(told "$1" number) in
  8,*) column=1 ;;
  4,8) column=2 ;;
  4,4) column=3 ;;
  *) fail "no layout is kept where $(grep -E '^(pointer|number) ' "$1")" ;;
  esac
  kept_layout "$column" >"$tmp/kept"
  sed '/^pointer /d; /^number /d' "$1" >"$tmp/now"
  diff "$tmp/kept" "$tmp/now" ||
    fail 'the ABI has changed: where only fields or numbers were added at the' \
      "ends, update column $column of tests/abi-layout.txt"
  echo "compared with column $column"
}

# CC may hold options too.
# shellcheck disable=SC2086
layout $CC -std=c99 >"$tmp/c" || fail "$CC"
# shellcheck disable=SC2086
layout $CC -std=c99 -fshort-enums >"$tmp/short" || fail "$CC -fshort-enums"
diff "$tmp/c" "$tmp/short" || fail 'short enumerations change the layout'
# CC may be for another machine than g++.
if command -v g++ >/dev/null && layout g++ -std=c++17 -x c++ >"$tmp/c++" &&
  [ "$(told "$tmp/c" pointer)" = "$(told "$tmp/c++" pointer)" ]; then
  diff "$tmp/c" "$tmp/c++" || fail 'C++ has another layout'
fi
as_kept "$tmp/c"

# What an x86-64's compiler can tell of the others.
# shellcheck disable=SC2086
for options in -m32 '-m32 -malign-double'; do
  if layout $CC -std=c99 $options >"$tmp/32" 2>/dev/null &&
    [ "$(told "$tmp/32" pointer)" = 4 ]; then
    as_kept "$tmp/32"
  fi
done
! grep '+' <(sed '/^#/d' "$top_srcdir/tests/abi-layout.txt") || fail 'a struct ends in padding'
