#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Each public header compiles alone, as C99 and as C++17, with all warnings on.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# compiles COMPILER...: so does every header, and a use of its macro.
compiles ()
{
  local header name

  for header in "$top_srcdir"/include/gkhost/*.h; do
    name=gkhost/${header##*/}
    printf '#include <%s>\n#include <%s>\n' "$name" "$name" >"$tmp/alone"
    cat >>"$tmp/alone" <<'END'
GK_FAMILY_PLUGIN ("alone", "1", "compiles", NULL)
END
    "$@" -Wall -Wextra -pedantic -Werror -I"$top_srcdir/include" \
      -c "$tmp/alone" -o "$tmp/alone.o" || fail "$name: $*"
  done
}

# CC may hold options too.
# shellcheck disable=SC2086
compiles $CC -std=c99 -x c
if command -v g++ >/dev/null; then
  compiles g++ -std=c++17 -x c++
else
  echo "no g++: the C++ part is left out"
fi
