# SPDX-License-Identifier: BSD-3-Clause
# MPI, of which one module alone is made: used when its compiler is found, an error
# when it was asked for and is not there or does not work.

# GKHOST_NO_MPI(REASON): an error when MPI was asked for.
AC_DEFUN([GKHOST_NO_MPI], [
  AS_IF([test "x$with_mpi" != xcheck],
    [AC_MSG_ERROR([--with-mpi: $1])])
  have_mpi=no
  mpi_why="$1"
])

AC_DEFUN([GKHOST_CHECK_MPI], [
  AC_ARG_WITH([mpi],
    [AS_HELP_STRING([--with-mpi],
      [build the module for barriers between ranks, with $MPICC @<:@if found@:>@])],
    [], [with_mpi=check])
  AC_ARG_VAR([MPICC], [MPI's C compiler @<:@mpicc@:>@])

  AS_IF([test "x$with_mpi" = xcheck && test "x$enable_sanitizers" != xno],
    [with_mpi=no])
  have_mpi=no
  mpi_why="turned off"
  AS_IF([test "x$with_mpi" != xno], [
    AC_CHECK_PROGS([MPICC], [mpicc])
    AS_IF([test -z "$MPICC"],
      [GKHOST_NO_MPI([mpicc was not found])],
      [have_mpi=yes])
  ])
  AS_IF([test $have_mpi = yes], [GKHOST_MPI_FLAGS])
  AM_CONDITIONAL([HAVE_MPI], [test $have_mpi = yes])
  AC_SUBST([MPI_CPPFLAGS])
  AC_SUBST([MPI_LIBS])
])

# What mpicc adds to the compiler that it calls: that one is ours, whose flags fit.
AC_DEFUN([GKHOST_MPI_FLAGS], [
  AC_MSG_CHECKING([what $MPICC adds])
  MPI_CPPFLAGS=
  MPI_LIBS=
  mpi_adds=`$MPICC -show 2>&AS_MESSAGE_LOG_FD`
  # Without the compiler itself.
  set x $mpi_adds
  shift
  test $[#] -eq 0 || shift
  for mpi_one
  do
    AS_CASE([$mpi_one],
      [-I*|-D*], [MPI_CPPFLAGS="$MPI_CPPFLAGS $mpi_one"],
      [-L*|-l*|-Wl,-rpath*|-pthread], [MPI_LIBS="$MPI_LIBS $mpi_one"])
  done
  AC_MSG_RESULT([$MPI_CPPFLAGS $MPI_LIBS])

  AC_MSG_CHECKING([whether $CC links with it])
  gkhost_save_CPPFLAGS=$CPPFLAGS
  gkhost_save_LIBS=$LIBS
  CPPFLAGS="$CPPFLAGS $MPI_CPPFLAGS"
  LIBS="$LIBS $MPI_LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([
#include <stdint.h>
#include <mpi.h>
], [MPI_Request r; int64_t a = 0, b;
    MPI_Init (0, 0);
    MPI_Iallreduce (&a, &b, 1, MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD, &r);])],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     GKHOST_NO_MPI([$MPICC does not work with $CC, see config.log])])
  CPPFLAGS=$gkhost_save_CPPFLAGS
  LIBS=$gkhost_save_LIBS
])
