# SPDX-License-Identifier: BSD-3-Clause
# Python's headers and shared library, of which the bridge to scripts is made: used
# when they are found, an error when they were asked for and are not there.

AC_DEFUN([GKHOST_CHECK_PYTHON], [
  AC_ARG_WITH([python],
    [AS_HELP_STRING([--with-python],
      [build the bridge to Python scripts @<:@if python3-embed is found@:>@])],
    [], [with_python=check])
  AS_IF([test "x$with_python" = xcheck && test "x$enable_sanitizers" != xno],
    [with_python=no
     AC_MSG_NOTICE([Python is off in a build with sanitizers; --with-python turns it on])])

  have_python=no
  python_why="configure turned Python off"
  AS_IF([test "x$with_python" != xno], [
    PKG_CHECK_MODULES([PYTHON_EMBED], [python3-embed >= 3.9],
      [have_python=yes],
      [python_why="pkg-config found no python3-embed of Python 3.9 or later"
       AS_IF([test "x$with_python" != xcheck],
         [AC_MSG_ERROR([--with-python: $python_why; install python3-dev (Debian, Ubuntu) or python3-devel (Fedora)])])])
  ])
  AS_IF([test $have_python = yes], [
    PYTHON_VERSION=`$PKG_CONFIG --modversion python3-embed`
    PYTHON_PROGRAM=`$PKG_CONFIG --variable=exec_prefix python3-embed`/bin/python$PYTHON_VERSION
  ])
  AM_CONDITIONAL([HAVE_PYTHON], [test $have_python = yes])
  AC_SUBST([PYTHON_VERSION])
  AC_SUBST([PYTHON_PROGRAM])
])
