# SPDX-License-Identifier: BSD-3-Clause
# What the linker is asked to do so that a plugin can not patch the program.

# A kernel that wants a better time overwrites the address through which the
# program calls clock_gettime.  With all addresses resolved at the start, and
# their table read-only from then on, that takes more than a store.
AC_DEFUN([GKHOST_HARDENING], [
  RELRO_LDFLAGS=-Wl,-z,relro,-z,now
  AC_MSG_CHECKING([whether $CC links with $RELRO_LDFLAGS])
  gkhost_save_LDFLAGS=$LDFLAGS
  LDFLAGS="$LDFLAGS $RELRO_LDFLAGS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no]); RELRO_LDFLAGS=])
  LDFLAGS=$gkhost_save_LDFLAGS
  AC_SUBST([RELRO_LDFLAGS])

  # Files that whoever started the program left open are no plugin's to write
  # to.  (glibc 2.34.)
  AC_CHECK_FUNCS([posix_spawn_file_actions_addclosefrom_np])
])
