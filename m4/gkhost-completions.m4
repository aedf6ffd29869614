# SPDX-License-Identifier: BSD-3-Clause

# GKHOST_COMPLETIONS
# Where each shell's completion is installed: below the prefix, since a shell
# that was asked for its own folder would tell one that is not ours.
AC_DEFUN([GKHOST_COMPLETIONS], [
  _GKHOST_COMPLETION([bash], [bash-completion/completions])
  _GKHOST_COMPLETION([zsh], [zsh/site-functions])
  _GKHOST_COMPLETION([fish], [fish/vendor_completions.d])
])

# _GKHOST_COMPLETION(SHELL, FOLDER)
# Sets SHELLcompletiondir; empty, and make installs none, with --without.
AC_DEFUN([_GKHOST_COMPLETION], [
  AC_ARG_WITH([$1-completion-dir],
    [AS_HELP_STRING([--with-$1-completion-dir=DIR],
      [where the completion of $1 is installed @<:@DATADIR/$2@:>@])],
    [], [with_$1_completion_dir=yes])
  AS_CASE([$with_$1_completion_dir],
    [yes], [$1completiondir='$(datadir)/$2'],
    [no], [$1completiondir=],
    [$1completiondir=$with_$1_completion_dir])
  AC_SUBST([$1completiondir])
])
