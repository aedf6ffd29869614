#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A plugin in Rust sees the ABI as C does: offsets, sizes and numbers, as
# tests/abi-layout.txt has them.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires rustc --version
minor=$(rustc --version | sed 's/^rustc 1\.\([0-9]*\)\..*/\1/')
[ "$minor" -ge 77 ] || skip "needs Rust 1.77"
[ "$(getconf LONG_BIT)" = 64 ] || skip "needs 64 bits"
cp "$top_srcdir/templates/rust/gkhost.rs" "$tmp/gkhost.rs"
kept_layout 1 >"$tmp/kept.txt"
{
  printf 'mod gkhost;\nuse gkhost::*;\nfn main() {\n'
  sed "s/.*/    println!(\"{}\", &);/
    s/, gk_\([a-z]*\) = .*);/, format!(\"gk_\1 = {}\", std::mem::size_of::<gk_\1>()));/
    s/, gk_\([a-z]*\)\.\([a-z0-9_]*\) .*);/, format!(\"gk_\1.\2 {}\", std::mem::offset_of!(gk_\1, r#\2)));/
    s/, \(GK_[A-Z0-9_]*\) = .*);/, format!(\"\1 = {}\", \1));/" \
    "$tmp/kept.txt"
  printf '}\n'
} >"$tmp/layout.rs"
expect_status 0 rustc --edition 2021 -o "$tmp/layout" "$tmp/layout.rs"
"$tmp/layout" >"$tmp/layout.txt"
expect_status 0 diff "$tmp/kept.txt" "$tmp/layout.txt"
