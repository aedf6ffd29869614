#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What `gkhost new FAMILY NAME --lang rust` writes builds without a warning, is
# sound, and is timed beside another variant; and Rust sees the ABI as C does.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/new-functions.sh"

requires cargo --version
requires rustc --version
minor=$(rustc --version | sed 's/^rustc 1\.\([0-9]*\)\..*/\1/')
[ "$minor" -ge 77 ] || skip "needs Rust 1.77"
install_for_plugins
for family in copy transpose matmul; do
  new "my-$family" "$family" "my-$family" --lang rust
  RUSTFLAGS=-Dwarnings build "my-$family"
done
passes my-copy my-copy 1
passes my-transpose my-transpose 1
passes my-matmul my-matmul 2

# Offsets, sizes and numbers, as tests/abi-layout.txt has them.
[ "$(getconf LONG_BIT)" = 64 ] || skip "the layout was not compared: needs 64 bits"
cp "$top_srcdir/templates/rust/gkhost.rs" "$tmp/gkhost.rs"
{
  printf 'mod gkhost;\nuse gkhost::*;\nfn main() {\n'
  sed "s/.*/    println!(\"{}\", &);/
    s/, gk_\([a-z]*\) = .*);/, format!(\"gk_\1 = {}\", std::mem::size_of::<gk_\1>()));/
    s/, gk_\([a-z]*\)\.\([a-z0-9_]*\) .*);/, format!(\"gk_\1.\2 {}\", std::mem::offset_of!(gk_\1, r#\2)));/
    s/, \(GK_[A-Z0-9_]*\) = .*);/, format!(\"\1 = {}\", \1));/" \
    "$top_srcdir/tests/abi-layout.txt"
  printf '}\n'
} >"$tmp/layout.rs"
expect_status 0 rustc --edition 2021 -o "$tmp/layout" "$tmp/layout.rs"
"$tmp/layout" >"$tmp/layout.txt"
expect_status 0 diff "$top_srcdir/tests/abi-layout.txt" "$tmp/layout.txt"
