# SPDX-License-Identifier: BSD-3-Clause
# Counters of which lines of the host ran, for gcovr.

# Stands before AC_PROG_CC: where the compiler moves lines together it can't count them
# apart, so that CFLAGS are others than usual unless the user has given some.
AC_DEFUN([GKHOST_ENABLE_COVERAGE], [
  AC_ARG_ENABLE([coverage],
    [AS_HELP_STRING([--enable-coverage],
      [count which lines of the host run (with gcc; read by gcovr)])],
    [], [enable_coverage=no])

  COVERAGE_CFLAGS=
  AS_IF([test "x$enable_coverage" != xno], [
    : "${CFLAGS=-g -O0}"
    # Threads of plugins call the host: counts that race turn negative, and
    # gcovr then gives up.
    COVERAGE_CFLAGS='--coverage -fprofile-update=atomic'
    AC_DEFINE([GKHOST_COVERAGE], [1],
      [Define to 1 in a build that counts which lines run.])
  ])
  AC_SUBST([COVERAGE_CFLAGS])
])
