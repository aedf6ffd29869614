#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Every package of packaging/ has the version that configure.ac has, and the number of
# the ABI that the header has.
source "${top_srcdir:-.}/tests/functions.sh" || exit

version=$(sed -n 's/^#define PACKAGE_VERSION "\(.*\)"/\1/p' "$top_builddir/config.h")
abi=$(sed -n 's/^#define GK_ABI //p' "$top_srcdir/include/gkhost/plugin.h")

# has FILE TEXT: somewhere in a line of it.
has ()
{
  grep -q -F -e "$2" "$top_srcdir/packaging/$1" ||
    fail "packaging/$1 has no '$2': it follows AC_INIT in configure.ac, and GK_ABI"
}

has gkhost.spec "Version:        $version"
has gkhost.spec "gkhost-plugin-abi(%{_arch}) = $abi"
has spack/package.py "version(\"$version\""
has spack/package.py "gkhost-$version.tar.gz"
has conda-forge/recipe.yaml "version: $version"
for package in debian debian-cuda; do
  first=$(sed -n 1p "$top_srcdir/packaging/$package/changelog")
  [[ $first == *" ($version-"* ]] ||
    fail "packaging/$package/changelog:1: is not of $version: $first"
done
