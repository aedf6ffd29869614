# SPDX-License-Identifier: BSD-3-Clause
# For the configure of plugins: installed, and not used by gkhost's own.
#
# GKHOST_PLUGIN([ACTION-IF-FOUND], [ACTION-IF-NOT-FOUND])
# -------------------------------------------------------
# Finds gkhost by pkg-config, and substitutes GKHOST_CFLAGS, what a plugin is
# compiled with, and plugindir, the folder in which gkhost finds plugins (so that
# plugin_LTLIBRARIES of Automake go there).  Both may be set on the command line
# of configure.  It is an error where gkhost is not found and there is no
# ACTION-IF-NOT-FOUND.
AC_DEFUN([GKHOST_PLUGIN],
[AC_REQUIRE([PKG_PROG_PKG_CONFIG])dnl
PKG_CHECK_MODULES([GKHOST], [gkhost],
  [PKG_CHECK_VAR([plugindir], [gkhost], [plugindir])
$1],
  [m4_default([$2],
     [AC_MSG_ERROR([gkhost is not found: install it, and have PKG_CONFIG_PATH
name the folder of its gkhost.pc])])])
])
