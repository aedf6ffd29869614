#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The structs of the ABI lie in memory as a table has them, and its enumerators,
# bits and maxima have the numbers there; alike in C and C++ and with short
# enumerations, and where pointers have 64 bits with no padding at their ends, into
# which a field that comes later could fall.  The tables: abi-layout.txt, where
# pointers have 64 bits; where they have 32, abi-layout-32.txt if numbers of 64 bits
# lie at multiples of 8 (armhf, armel), abi-layout-i386.txt if of 4.
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

{
  printf '#include <stdio.h>\n'
  printf '#include <gkhost/%s.h>\n' plugin copy transpose matmul
  printf 'int main (void)\n{\n  size_t end = 0;\n\n'
  for header in plugin copy transpose matmul; do
    fields "$top_srcdir/include/gkhost/$header.h"
  done | awk '
    function close_struct () {
      if (last != "")
        printf "  printf (\"%s = %%zu%%s\\n\", sizeof (%s), " \
          "sizeof (%s) == end ? \"\" : \" padded\");\n", last, last, last
    }
    $1 != last { close_struct () }
    {
      last = $1
      at = "offsetof (" $1 ", " $2 ")"
      printf "  end = %s + sizeof (((%s *)0)->%s);\n", at, $1, $2
      printf "  printf (\"%s.%s %%zu\\n\", %s);\n", $1, $2, at
    }
    END { close_struct () }'
  for header in plugin copy transpose matmul; do
    numbers "$top_srcdir/include/gkhost/$header.h"
  done | sed 's/.*/  printf ("& = %u\\n", (unsigned)&);/'
  printf '  return 0;\n}\n'
} >"$tmp/layout.c"
for struct in host device option setup vary check family variant plugin copy \
  transpose matmul; do
  expect_grep "gk_$struct\\." "$tmp/layout.c"
done

for number in WRONG U8 CUDA OPS_TENSOR_F64 MAX_BUFFERS MIXED_DTYPES ABI; do
  expect_grep "GK_$number = %u" "$tmp/layout.c"
done

# layout COMPILER...: prints it.
layout ()
{
  "$@" -I"$top_srcdir/include" -o "$tmp/layout" "$tmp/layout.c" &&
    "$tmp/layout"
}

# CC may hold options too.
# shellcheck disable=SC2086
layout $CC -std=c99 >"$tmp/c" || fail "$CC"
# shellcheck disable=SC2086
layout $CC -std=c99 -fshort-enums >"$tmp/short" || fail "$CC -fshort-enums"
diff "$tmp/c" "$tmp/short" || fail 'short enumerations change the layout'
if command -v g++ >/dev/null && layout g++ -std=c++17 -x c++ >"$tmp/c++"; then
  diff "$tmp/c" "$tmp/c++" || fail 'C++ has another layout'
fi

# holds CONDITION: whether the compiler finds it true.
holds ()
{
  printf '#include <stddef.h>\n#include <stdint.h>\n' >"$tmp/holds.c"
  printf 'struct at { char c; uint64_t n; };\n' >>"$tmp/holds.c"
  printf '_Static_assert (%s, "");\n' "$1" >>"$tmp/holds.c"
  # shellcheck disable=SC2086
  $CC -c -o "$tmp/holds.o" "$tmp/holds.c" 2>/dev/null
}

if holds 'sizeof (void *) == 8'; then
  table=abi-layout.txt
  expect_no_grep padded "$tmp/c"
elif holds 'sizeof (void *) == 4 && offsetof (struct at, n) == 8'; then
  table=abi-layout-32.txt
elif holds 'sizeof (void *) == 4 && offsetof (struct at, n) == 4'; then
  table=abi-layout-i386.txt
else
  skip 'no table has pointers of this size'
fi
diff "$top_srcdir/tests/$table" "$tmp/c" ||
  fail 'the ABI has changed: where only fields or numbers were added at the' \
    "ends, update tests/$table, and the other tables alike"
