#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Each message in gkhost-plugin(3)'s list of mistakes is what gkhost says of a
# plugin with that mistake, and the list has all that is said of broken tables.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/docs-functions.sh"

libs=$top_builddir/tests/plugins/.libs
copy=$top_builddir/plugins/copy/.libs/copy.so
transpose=$top_builddir/plugins/transpose/.libs/transpose.so
: >"$tmp/said"

# say COMMAND ARG...: keeps what it says on standard error.
say ()
{
  "$@" </dev/null >"$tmp/out" 2>"$tmp/err" || :
  sed 's/^gkhost: //' "$tmp/err" >>"$tmp/said"
}

# say_reasons PLUGIN KEYS ARG...: likewise what the records of a run say.
say_reasons ()
{
  printf '%b\n' "$2" >"$tmp/a.ini"
  rm -f "$tmp/run.jsonl"
  say gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" -p "$copy" -p "$transpose" \
    -p "$libs/$1.so" "${@:3}"
  sed 's/\\"/"/g' "$tmp/run.jsonl" >>"$tmp/said"
}

for plugin in "$libs"/broken-table-*.so; do
  say gkhost list -p "$plugin"
done
sed 's/^.*broken-table-[a-z-]*\.so: //' "$tmp/said" >"$tmp/tables"

# The file.
echo 'int main (void);' >"$tmp/text.so"
mkdir "$tmp/empty" "$tmp/installed"
for plugin in "$tmp/text.so" "$tmp/empty" "$libs"/{no-plugin,other-abi,shadow,crash-on-load}.so; do
  say with_plugin "$plugin"
done
say gkhost check "$libs/broken-table-unknown-family.so"
cp "$copy" "$tmp/installed/gkhost-toy.so"
touch "$tmp/mine.py" "$tmp/mine.toy"
for script in mine.py mine.toy; do
  GKHOST_PLUGIN_PATH=$tmp/installed say gkhost list -p "$tmp/$script"
done
rm "$tmp/installed/gkhost-toy.so"
cp "$libs/newer.so" "$tmp/installed"
say gkhost list -p "$tmp/installed" -p "$libs/newer.so"

# one_of NAME FAMILY VARIANT MORE: a plugin that has no more than that.  Whatever
# handler of signals a sanitizer set is not what is tested.
one_of ()
{
  cat >"$tmp/$1.c" <<END
#include <signal.h>
#include <gkhost/plugin.h>
static void __attribute__ ((constructor)) plain (void)
{ signal (SIGSEGV, SIG_DFL); }
static int launch (const gk_host *host, const void *problem, void *state,
                   void *stream)
{ (void)host, (void)problem, (void)state, (void)stream; return GK_SKIP; }
static const gk_variant variants[] = {
  { .family = "$2", .name = "$3", .summary = "none", .launch = launch, $4 }
};
GK_PLUGIN ("$1", "1", "one of another", NULL, variants)
END
  build_plugin "$1"
  say gkhost list -p "$tmp/$1.so" -p "$copy"
}
one_of copy transpose mine ''
mv "$tmp/copy.so" "$tmp/installed"
say gkhost list -p "$tmp/installed" -p "$copy"
one_of mine copy cpu-memcpy ''
cp "$copy" "$tmp/installed"
say gkhost list -p "$tmp/installed" -p "$tmp/mine.so"
one_of longer copy mine \
  '.options = (const gk_option *)(uintptr_t)16, .n_options = 3'

# One that adds to its output.
cat >"$tmp/adds.c" <<'END'
#include <gkhost/copy.h>
static int launch (const gk_host *host, const void *problem, void *state,
                   void *stream)
{
  const gk_copy *p = problem;
  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->rows * p->cols; i++)
    ((uint32_t *)p->dst)[i] += ((const uint32_t *)p->src)[i];
  return GK_OK;
}
static const gk_variant variants[] = { { .family = "copy", .name = "adds",
  .summary = "adds", .dtypes = GK_BIT (GK_I32), .launch = launch } };
GK_PLUGIN ("adds", "1", "adds", NULL, variants)
END
build_plugin adds
printf '[copy]\nrows = 9\ncols = 9\ndtype = i32\nvariant = adds\n' >"$tmp/a.ini"
say gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" -p "$copy" -p "$tmp/adds.so"
cat "$tmp/run.jsonl" >>"$tmp/said"

# A variant, and a family.
say_reasons faults '[transpose]\nrows = 31\ncols = 17\ntimeout = 2
variant = crashes, hangs, leaves, wrong, leaves-out, writes-past, spills,
 spoils-input, fails, says-nothing, strays, takes-late, prints' -v
say_reasons untidy '[copy]\nrows = 16\ncols = 16
variant = rounding, handler, descriptors, hoards, hoards-b, hoards-c, hoards-d,
 handler-first, threads'
say_reasons broken-family '[broken]\nvariant = first\ntimeout = 5
fault = no-problem, no-bytes, no-output, no-data, bad-slot, shared-slot, bad-shape, bad-ops,
 bad-plants, all-constant, buffer-flags, work-flags, over-bound, setup-crashes'
say_reasons paths '[reduce]\ncols = 100\ndtype = f32\nvariant = unnamed' \
  -p "$top_builddir/plugins/reduce/.libs/reduce.so"
say_reasons lazy-judge '[lazy]\nfault = fill-behind, vary-before, verify-input,
 verify-output, outside-range, output-range, many-ranges'
say gkhost check "$libs/lazy-judge.so" --only 'lazy-2' \
  -s '*.fault=passes-all, fill-counts, vary-counts, varies-nothing, fill-same' \
  -o "$tmp/checked.jsonl"
cat "$tmp/checked.jsonl" >>"$tmp/said"
say gkhost check "$libs/lazy-judge-steady.so" --only 'lazy-2'
tr -s ' \n' ' ' <"$tmp/out" >>"$tmp/said"

# What is between quotes in the list, a message a line; dots stand for names and
# numbers.
sed -n '/^\.Sh MISTAKES/,/^\.Sh/p' "$man/gkhost-plugin.3" | tr '\n' ' ' |
  sed 's/\\(lq/\n&/g; s/\\(rq/&\n/g' | sed -n 's/^\\(lq\(.*\)\\(rq$/\1/p' \
    >"$tmp/messages"
[ "$(wc -l <"$tmp/messages")" -gt 50 ] || fail 'the list was not found'
sed 's/[][\.*^$]/\\&/g; s/\\\.\\\.\\\./.*/g' "$tmp/messages" >"$tmp/patterns"

while IFS= read -r pattern; do
  grep -q -e "$pattern" "$tmp/said" || fail "nothing says: $pattern"
done <"$tmp/patterns"
grep -v -f "$tmp/patterns" "$tmp/tables" >"$tmp/left" || :
[ ! -s "$tmp/left" ] || fail "the list has not: $(cat "$tmp/left")"
