#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Each public header compiles alone, as C99 and as C++17, with all warnings on; and
# so do tables of families and variants, and a family of gkhost/family.h, by each
# standard of C and C++ that a compiler knows, and by nvcc as code of the host.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_unsanitized

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

cat >"$tmp/tables" <<'END'
#include "no-family.h"
static const gk_option options[] = { { .name = "n", .help = "elements",
  .flags = GK_OPTION_SIZE, .value = { .i = 7 }, .min = 1, .max = 9 } };
static const gk_companion companions[] = { { .plugin = "other",
  .variant = "two", .device = GK_CUDA } };
static const gk_family family = { .name = "tables", .summary = "has tables",
  GK_OPTIONS (options), GK_COMPANIONS (companions), .setup = setup, .fill = fill,
  .verify = verify, .teardown = teardown };
static const gk_variant variants[] = { { .name = "one", .summary = "has one",
  .device = GK_CPU, GK_OPTIONS (options), .launch = launch } };
GK_PLUGIN ("tables", "1", "all tables", &family, variants)
END

cat >"$tmp/family" <<'END'
#include <gkhost/family.h>
typedef struct sums {
  uint64_t size;
  const void *x, *offsets, *indexes;
  void *sum;
} sums;
static const gk_option options[] = { GK_SIZE ("n", "elements", 7, 2, 9),
  GK_FACTOR ("by", "factor", 2.5, -8, 8),
  GK_TYPES ("dtype", "type of x", GK_F32, GK_BIT (GK_F32) | GK_BIT (GK_F64)) };
static void
reference (const void *problem, gk_line *line)
{
  gk_add_term (line, 0, gk_number (GK_F32, ((const sums *)problem)->x, line->line));
}
static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  const sums p = { sizeof p, NULL, NULL, NULL, NULL };
  gk_instance *in = gk_instance_new (host, setup, &p, sizeof p);

  if (in == NULL)
    return GK_FAIL;
  GK_ADD_INPUT (in, p, x, GK_F32, 1, values[0].i);
  GK_ADD_OFFSETS (in, p, offsets, GK_I64, 2, values[0].i);
  GK_ADD_INDEXES (in, p, indexes, GK_I32, 2, values[0].i);
  GK_ADD_OUTPUT (in, p, sum, GK_F32, values[0].i, 1);
  return gk_instance_finish (in, reference);
}
static const gk_family family = { .name = "sums", .summary = "copies",
  GK_OPTIONS (options), GK_CALLBACKS (setup) };
GK_FAMILY_PLUGIN ("sums", "1", "a family of family.h", &family)
END

# by_standards LANGUAGE STANDARD... -- COMPILER...: both compile by each.
by_standards ()
{
  local language=$1 source standard standards=()

  shift
  while [ "$1" != -- ]; do
    standards+=("$1")
    shift
  done
  shift
  for standard in "${standards[@]}"; do
    if ! "$@" -std="$standard" -x "$language" -c /dev/null -o "$tmp/none.o" \
      2>/dev/null; then
      echo "$* knows no $standard"
      continue
    fi
    for source in tables family; do
      "$@" -std="$standard" -x "$language" -Wall -Wextra -Werror \
        -Wno-missing-field-initializers -I"$top_srcdir/include" \
        -I"$top_srcdir/tests/plugins" \
        -c "$tmp/$source" -o "$tmp/$source.o" || fail "$*: $source: $standard"
    done
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
# shellcheck disable=SC2086
by_standards c c99 c11 c17 c2x c23 -- $CC
for compiler in g++ clang++; do
  ! command -v $compiler >/dev/null ||
    by_standards c++ c++17 c++20 c++2b c++23 -- $compiler
done
nvcc=${NVCC:-$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")}
if $nvcc --version >/dev/null 2>&1; then
  for source in tables family; do
    cp "$tmp/$source" "$tmp/$source.cu"
    # One standard each will do, but in .ci/nightly: a compilation takes seconds.
    standards=(c++17 c++20)
    if ! all_trials; then
      [ $source = family ] && standards=(c++20) || standards=(c++17)
    fi
    for standard in "${standards[@]}"; do
      $nvcc -std="$standard" -Werror=all-warnings \
        --compiler-options=-Wall,-Wextra,-Werror,-Wno-missing-field-initializers \
        -I"$top_srcdir/include" -I"$top_srcdir/tests/plugins" \
        -c "$tmp/$source.cu" -o "$tmp/$source.o" || fail "nvcc: $source: $standard"
    done
  done
fi
