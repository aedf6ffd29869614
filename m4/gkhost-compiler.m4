# SPDX-License-Identifier: BSD-3-Clause
# What the C compiler is asked to do beyond the user's CFLAGS.

# GKHOST_TRY_CFLAG(FLAG): adds it to WARN_CFLAGS when the compiler knows it.
AC_DEFUN([GKHOST_TRY_CFLAG], [
  AS_VAR_PUSHDEF([known], [gkhost_cv_cflag_$1])
  AC_CACHE_CHECK([whether $CC takes $1], [known], [
    gkhost_save_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS -Werror $1"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])],
      [AS_VAR_SET([known], [yes])], [AS_VAR_SET([known], [no])])
    CFLAGS=$gkhost_save_CFLAGS
  ])
  AS_VAR_IF([known], [yes], [WARN_CFLAGS="$WARN_CFLAGS $1"])
  AS_VAR_POPDEF([known])
])

AC_DEFUN([GKHOST_COMPILER_FLAGS], [
  AC_ARG_ENABLE([werror],
    [AS_HELP_STRING([--enable-werror], [make compiler warnings errors])],
    [], [enable_werror=no])

  STD_CFLAGS=-std=gnu11
  # x87 computes in 80 bits, and rounds what is stored in memory alone.  For those
  # who look at what rounding takes: it takes that of each variable.
  ROUNDING_CFLAGS=
  AC_CACHE_CHECK([whether doubles are computed as doubles],
    [gkhost_cv_plain_doubles], [
    AC_COMPILE_IFELSE([AC_LANG_SOURCE([[#include <float.h>
#if FLT_EVAL_METHOD != 0
#error more precise
#endif
]])], [gkhost_cv_plain_doubles=yes], [gkhost_cv_plain_doubles=no])
  ])
  WARN_CFLAGS=
  AS_IF([test "x$gkhost_cv_plain_doubles" = xno],
    [GKHOST_TRY_CFLAG([-fexcess-precision=standard])
     ROUNDING_CFLAGS=$WARN_CFLAGS
     WARN_CFLAGS=])
  GKHOST_TRY_CFLAG([-Wall])
  GKHOST_TRY_CFLAG([-Wextra])
  GKHOST_TRY_CFLAG([-Wshadow])
  GKHOST_TRY_CFLAG([-Wstrict-prototypes])
  GKHOST_TRY_CFLAG([-Wmissing-prototypes])
  NVCC_WARNFLAGS="--compiler-options=-Wall"
  AS_IF([test "x$enable_werror" = xyes], [
    WARN_CFLAGS="$WARN_CFLAGS -Werror"
    NVCC_WARNFLAGS="$NVCC_WARNFLAGS -Werror=all-warnings"
  ])
  AC_SUBST([STD_CFLAGS])
  AC_SUBST([ROUNDING_CFLAGS])
  AC_SUBST([WARN_CFLAGS])
  AC_SUBST([NVCC_WARNFLAGS])

  # The CPU variants use threads through OpenMP; without it they use one, and
  # its vector loops where the compiler has these alone (gcc then warns of a
  # critical section).
  AC_OPENMP
  have_openmp=no
  AS_IF([test -n "$OPENMP_CFLAGS"], [have_openmp=yes], [
    gkhost_save_WARN_CFLAGS=$WARN_CFLAGS
    WARN_CFLAGS=
    GKHOST_TRY_CFLAG([-fopenmp-simd])
    GKHOST_TRY_CFLAG([-Wno-unknown-pragmas])
    OPENMP_CFLAGS=$WARN_CFLAGS
    WARN_CFLAGS=$gkhost_save_WARN_CFLAGS
  ])
])

# Address and undefined-behaviour sanitizers, for the host and the plugins.
AC_DEFUN([GKHOST_SANITIZERS], [
  AC_ARG_ENABLE([sanitizers],
    [AS_HELP_STRING([--enable-sanitizers],
      [build with ASan and UBSan (turns CUDA off unless it is asked for)])],
    [], [enable_sanitizers=no])

  SANITIZER_CFLAGS=
  SANITIZER_LDFLAGS=
  AS_IF([test "x$enable_sanitizers" != xno], [
    SANITIZER_CFLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all"
    SANITIZER_CFLAGS="$SANITIZER_CFLAGS -fno-omit-frame-pointer"
    AC_MSG_CHECKING([whether $CC can link with sanitizers])
    gkhost_save_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS $SANITIZER_CFLAGS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
      [AC_MSG_RESULT([yes])],
      [AC_MSG_RESULT([no])
       AC_MSG_ERROR([--enable-sanitizers: $CC can't link with $SANITIZER_CFLAGS; install libasan and libubsan])])
    CFLAGS=$gkhost_save_CFLAGS
    # Descriptions of places in the source would be relocated at each start, which
    # takes a tenth of it.
    SANITIZER_LDFLAGS=-no-pie
    # binutils' other linker takes half of the time, and tests are a hundred programs.
    AC_MSG_CHECKING([whether $CC links with gold and sanitizers])
    gkhost_save_LDFLAGS=$LDFLAGS
    CFLAGS="$CFLAGS $SANITIZER_CFLAGS"
    LDFLAGS="$SANITIZER_LDFLAGS -fuse-ld=gold $LDFLAGS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
      [AC_MSG_RESULT([yes])
       SANITIZER_LDFLAGS="$SANITIZER_LDFLAGS -fuse-ld=gold"],
      [AC_MSG_RESULT([no])])
    CFLAGS=$gkhost_save_CFLAGS
    LDFLAGS=$gkhost_save_LDFLAGS
    AC_DEFINE([GKHOST_SANITIZED], [1], [Define to 1 in a build with sanitizers.])
  ])
  AM_CONDITIONAL([HAVE_SANITIZERS], [test "x$enable_sanitizers" != xno])
  AC_SUBST([SANITIZER_CFLAGS])
  AC_SUBST([SANITIZER_LDFLAGS])

  # A plugin with an undefined symbol is to fail when it is linked, not when
  # it is opened.  (clang puts the sanitizers' run time into programs only, so
  # there every sanitized plugin has some.)
  AC_MSG_CHECKING([whether plugins can be linked with -Wl,-z,defs])
  gkhost_save_CFLAGS=$CFLAGS
  gkhost_save_LDFLAGS=$LDFLAGS
  CFLAGS="$CFLAGS -fPIC $SANITIZER_CFLAGS"
  LDFLAGS="$LDFLAGS -shared -Wl,-z,defs"
  AC_LINK_IFELSE([AC_LANG_SOURCE([[int f (int *p); int f (int *p) { return *p; }]])],
    [AC_MSG_RESULT([yes]); NO_UNDEFINED_LDFLAGS=-Wl,-z,defs],
    [AC_MSG_RESULT([no]); NO_UNDEFINED_LDFLAGS=])
  CFLAGS=$gkhost_save_CFLAGS
  LDFLAGS=$gkhost_save_LDFLAGS
  AC_SUBST([NO_UNDEFINED_LDFLAGS])
])
