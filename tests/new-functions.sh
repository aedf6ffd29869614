# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# What the tests of `gkhost new` share; sourced behind functions.sh.

: "${top_srcdir:?}" "${top_builddir:?}" "${tmp:?}"

# install_for_plugins: installs gkhost, and has pkg-config and the shell find it;
# the plugins are in $plugindir.
install_for_plugins ()
{
  local pc

  requires pkg-config --version
  root=$tmp/root
  install_into "$root"
  pc=$(installed "$root" pkgconfig/gkhost.pc)
  export PKG_CONFIG_PATH=${pc%/*} PKG_CONFIG_SYSROOT_DIR=$root
  plugindir=$(installed "$root" gkhost/plugins/copy.so)
  plugindir=${plugindir%/*}
  export GKHOST_PLUGIN_PATH=$plugindir
  mkdir "$tmp/bin"
  printf '#!/bin/sh\nexec "%s" "$@"\n' "$top_builddir/gkhost" >"$tmp/bin/gkhost"
  chmod +x "$tmp/bin/gkhost"
  PATH=$tmp/bin:$PATH
}

# new NAME ARG...: writes a plugin of this name in $tmp.
new ()
{
  local name=$1

  shift
  cd "$tmp" || return
  expect_status 0 gkhost new "$@"
  expect_grep "^$name/ has .* next: cd $name && make check && make run$" \
    "$tmp/out"
}

# build NAME ARG...: makes it, as its README says.
build ()
{
  local name=$1

  shift
  expect_status 0 "$MAKE" -C "$tmp/$name" plugindir="$plugindir" "$@"
  expect_no_grep warning
  nm -D --defined-only "$tmp/$name/$name.so" | awk '{ print $3 }' >"$tmp/symbols"
  expect_equal "$(cat "$tmp/symbols")" gk_plugin_entry
}

# passes NAME VARIANT N ARG...: its check and its suite; N cases of the variant
# are verified.
passes ()
{
  local name=$1 variant=$2 n=$3

  shift 3
  expect_status 0 "$MAKE" -C "$tmp/$name" plugindir="$plugindir" "$@" check
  expect_grep 'sound on all that ran' "$tmp/out"
  expect_status 0 "$MAKE" -C "$tmp/$name" plugindir="$plugindir" "$@" \
    GKHOST="gkhost -s *.max_time=10ms -o $tmp/$name.jsonl" run
  expect_equal "$(records "$tmp/$name.jsonl" type=case variant="$variant" \
    status=ok | grep -c '"done": *true')" "$n"
}
