#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A configure with GKHOST_PLUGIN, of the installed gkhost.m4, finds gkhost and a
# plugin is built with what it substitutes; without gkhost it says what to do.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_unsanitized

requires autoconf --version
requires aclocal --version
[ -f "$(aclocal --print-ac-dir)/pkg.m4" ] || skip "needs pkg.m4 of pkg-config"
install_for_plugins
macro=$(installed "$root" aclocal/gkhost.m4)

mkdir "$tmp/p"
cd "$tmp/p"
cat >configure.ac <<'AC'
AC_INIT([mine], [1])
AC_PROG_CC
GKHOST_PLUGIN
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
AC
cat >Makefile.in <<'MAKE'
mine.so: mine.c
	@CC@ @CFLAGS@ @GKHOST_CFLAGS@ -fPIC -shared -o mine.so mine.c
install: mine.so
	mkdir -p "@plugindir@" && cp mine.so "@plugindir@"
MAKE
sed 's/@NAME@/mine/g' "$top_srcdir/templates/c/copy.c" >mine.c
expect_status 0 aclocal -I "${macro%/*}"
expect_status 0 autoconf
expect_no_grep .
# pkg-config tells the folder without a DESTDIR, or with it.
expect_status 0 ./configure CC="$CC" plugindir="$plugindir"
expect_status 0 "$MAKE" install
# Two of the eleven types, and all sizes but the largest, will do, but in .ci/nightly.
few=()
all_trials || few=(-s '*.dtype=f32, i8' --only '*-[!7]*/*')
expect_status 0 gkhost check "$plugindir/mine.so" "${few[@]}"
expect_grep ': sound: [0-9]* case' "$tmp/out"
expect_status 0 ./configure CC="$CC"
expect_grep "gkhost/plugins" Makefile

expect_status 1 env PKG_CONFIG_PATH=/nowhere PKG_CONFIG_LIBDIR=/nowhere \
  ./configure CC="$CC"
expect_grep 'gkhost is not found: install it, and have PKG_CONFIG_PATH'

# Who can do without says what then.
# shellcheck disable=SC2016
sed 's/^GKHOST_PLUGIN$/GKHOST_PLUGIN([have=yes], [have=no])\nAC_MSG_NOTICE([have $have])/' \
  configure.ac >new.ac
mv new.ac configure.ac
expect_status 0 aclocal -I "${macro%/*}"
expect_status 0 autoconf
expect_status 0 ./configure CC="$CC"
expect_grep 'have yes' "$tmp/out"
expect_status 0 env PKG_CONFIG_PATH=/nowhere PKG_CONFIG_LIBDIR=/nowhere \
  ./configure CC="$CC"
expect_grep 'have no' "$tmp/out"
