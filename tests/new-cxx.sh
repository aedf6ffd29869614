#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What `gkhost new FAMILY NAME --lang c++` writes builds without a warning, is
# sound, and is timed beside another variant.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/new-functions.sh"

requires g++ --version
install_for_plugins
for family in copy transpose matmul; do
  new "my-$family" "$family" "my-$family" --lang c++
  build "my-$family" CXX=g++ CXXFLAGS='-O2 -Wall -Wshadow -Werror'
done
passes my-copy my-copy 1
passes my-transpose my-transpose 1
passes my-matmul my-matmul 2
