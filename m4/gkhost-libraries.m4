# SPDX-License-Identifier: BSD-3-Clause
# The libraries of the host and of its unit tests.

AC_DEFUN([GKHOST_LIBRARIES], [
  PKG_CHECK_MODULES([JANSSON], [jansson >= 2.7])

  # inih came to pkg-config late.
  PKG_CHECK_MODULES([INIH], [inih], [], [
    AC_CHECK_HEADER([ini.h],
      [AC_CHECK_LIB([inih], [ini_parse_stream], [INIH_LIBS=-linih])])
    AS_IF([test "x$INIH_LIBS" = x],
      [AC_MSG_ERROR([inih was not found: install libinih-dev (Debian, Ubuntu) or inih-devel (Fedora)])])
  ])

  PKG_CHECK_MODULES([CMOCKA], [cmocka], [have_cmocka=yes], [have_cmocka=no])
  AM_CONDITIONAL([HAVE_CMOCKA], [test "x$have_cmocka" = xyes])

  # In libc itself since glibc 2.34.
  gkhost_save_LIBS=$LIBS
  LIBS=
  AC_SEARCH_LIBS([dlopen], [dl], [],
    [AC_MSG_ERROR([dlopen was not found: gkhost opens its plugins with it])])
  DL_LIBS=$LIBS
  LIBS=
  AC_SEARCH_LIBS([sqrt], [m])
  M_LIBS=$LIBS
  LIBS=
  AC_SEARCH_LIBS([pthread_create], [pthread])
  PTHREAD_LIBS=$LIBS
  LIBS=$gkhost_save_LIBS
  AC_SUBST([DL_LIBS])
  AC_SUBST([M_LIBS])
  AC_SUBST([PTHREAD_LIBS])
])
