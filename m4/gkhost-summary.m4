# SPDX-License-Identifier: BSD-3-Clause
# What configure says last.

# GKHOST_FEATURE(NAME, CONDITION, WHEN ON, WHEN OFF)
AC_DEFUN([GKHOST_FEATURE], [
  AS_IF([$2], [gkhost_text="$3"], [gkhost_text="$4"])
  printf '    %-18s %s\n' "$1" "$gkhost_text"
])

# What --version tells of it.
AC_DEFUN([GKHOST_TELL_FEATURES], [
  AS_IF([test $have_cuda = yes],
    [gkhost_text="CUDA $cuda_version for $cuda_arch"], [gkhost_text="no CUDA"])
  AC_DEFINE_UNQUOTED([GKHOST_TOOLKIT], ["$gkhost_text"],
    [What plugins for other devices than the CPU are built with.])
  AC_DEFINE_UNQUOTED([GKHOST_OPENMP], ["$have_openmp"],
    [Whether CPU variants use threads through OpenMP: yes or no.])
])

AC_DEFUN([GKHOST_SUMMARY], [
  AS_IF([test "x$prefix" = xNONE], [prefix=$ac_default_prefix])
  AS_IF([test "x$exec_prefix" = xNONE], [exec_prefix=$prefix])
  eval gkhost_plugindir=$libdir/gkhost/plugins
  eval gkhost_plugindir=$gkhost_plugindir
  printf '\nThis is gkhost %s. It will be built with:\n\n' "$PACKAGE_VERSION"
  GKHOST_FEATURE([CUDA variants], [test $have_cuda = yes],
    [yes: CUDA $cuda_version for $cuda_arch], [no: $cuda_why])
  GKHOST_FEATURE([Python scripts], [test $have_python = yes],
    [yes: Python $PYTHON_VERSION], [no: $python_why])
  GKHOST_FEATURE([OpenMP], [test $have_openmp = yes],
    [yes], [no: CPU variants use one thread])
  GKHOST_FEATURE([unit tests], [test "x$have_cmocka" = xyes],
    [yes], [no: cmocka was not found])
  GKHOST_FEATURE([sanitizers], [test "x$enable_sanitizers" != xno],
    [address, undefined], [no])
  GKHOST_FEATURE([full RELRO], [test -n "$RELRO_LDFLAGS"],
    [yes], [no: the linker does not take -z relro -z now])
  GKHOST_FEATURE([coverage], [test "x$enable_coverage" != xno],
    [counted], [no])
  GKHOST_FEATURE([warnings], [test "x$enable_werror" = xyes],
    [are errors], [are warnings])
  GKHOST_FEATURE([plugin folder], [:], [$gkhost_plugindir])
  printf '\nNext: make, and then ./gkhost -c conf/suite.ini (needs no install).\n'
])
