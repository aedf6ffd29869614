#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# CMake finds an installed gkhost, also where the tree was moved, and builds,
# checks and installs a plugin with it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_unsanitized
requires cmake --version
install_for_plugins
# CMake is to find it by itself.
unset PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR
export CMAKE_GENERATOR='Unix Makefiles'
config=$(installed "$root" cmake/gkhost/gkhostConfig.cmake)

# A name that no target of CMake may have.
cd "$tmp"
expect_status 0 gkhost new copy test
# Two of the eleven types will do, but in .ci/nightly.
all_trials || printf '#!/bin/sh\nexec "%s" "$@" -s "*.dtype=f32, i8"\n' \
  "$top_builddir/gkhost" >"$tmp/bin/gkhost"
expect_status 0 cmake -S test -B "$tmp/build" -DCMAKE_C_COMPILER="${CC// /;}" \
  -Dgkhost_DIR="${config%/*}"
expect_status 0 cmake --build "$tmp/build"
nm -D --defined-only "$tmp/build/test.so" | awk '{ print $3 }' >"$tmp/symbols"
expect_equal "$(cat "$tmp/symbols")" gk_plugin_entry
(cd "$tmp/build" && expect_status 0 ctest) || exit
expect_status 0 cmake --install "$tmp/build"
[ -f "$plugindir/test.so" ] || fail "test.so was not installed in $plugindir"

# try VERSION STATUS LINES...: a project that asks for this version, and the lines.
try ()
{
  local version=$1 status=$2

  shift 2
  rm -rf "$tmp/p"
  mkdir "$tmp/p"
  printf '%s\n' 'cmake_minimum_required (VERSION 3.18)' \
    'project (p LANGUAGES NONE)' "find_package (gkhost $version REQUIRED)" "$@" \
    >"$tmp/p/CMakeLists.txt"
  expect_status "$status" cmake -S "$tmp/p" -B "$tmp/p/build" \
    -Dgkhost_DIR="${config%/*}"
}

version=$(sed -n 's/^#define PACKAGE_VERSION "\(.*\)"/\1/p' \
  "$top_builddir/config.h")
abi=$(sed -n 's/^#define GK_ABI //p' "$top_srcdir/include/gkhost/plugin.h")
# shellcheck disable=SC2016
try "$version EXACT" 0 'message ("abi ${gkhost_ABI}, ${gkhost_PLUGIN_DIR}")'
expect_grep "^abi $abi, $plugindir$"
try 0.0.1 0
try 999.0 1
expect_grep 'compatible'
try '' 1 'gkhost_add_plugin (mine)'
expect_grep 'gkhost_add_plugin (mine): name its sources behind it'
