#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# packaging/release makes a tarball with a checksum and signatures that hold, and
# stops before it makes anything where the sources are not fit for a release.  The
# sources are a small tree with a makefile of its own.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires git --version
requires gpg --version
# Where there is such a folder gpg writes its sockets to it, whatever GNUPGHOME is.
for folder in {/run,/var/run}/user/"$(id -u)"; do
  [ ! -d "$folder" ] || skip "gpg's agent would write to $folder"
done

export HOME=$tmp GNUPGHOME=$tmp/gnupg GIT_CONFIG_NOSYSTEM=1
mkdir -m 700 "$GNUPGHOME"
gpg --batch --quiet --passphrase '' --quick-generate-key 'a <a@b.c>' >"$tmp/gpg" 2>&1 ||
  skip "gpg makes no key: $(tail -n 1 "$tmp/gpg")"
# Its agent would outlive the test.
trap 'gpgconf --kill all; remove_tmp' EXIT

tree=$tmp/tree
mkdir -p "$tree/packaging" "$tmp/build"
cp "$top_srcdir/packaging/release" "$tree/packaging"
release ()
{
  "$tree/packaging/release" "$@"
}
git_tree ()
{
  git -C "$tree" -c user.name=a -c user.email=a@b.c "$@" >"$tmp/git" 2>&1 ||
    fail "git $1: $(cat "$tmp/git")"
}
git_tree init
git_tree config user.name a
git_tree config user.email a@b.c

# is VERSION ADDRESS NEWS: what the tree has.
is ()
{
  printf 'AC_INIT([gkhost], [%s], [%s], [gkhost],\n        [http://b.c/])\n' \
    "$1" "$2" >"$tree/configure.ac"
  echo "$3" >"$tree/NEWS"
  git_tree add .
  git_tree commit -m "$1 $2 $3"
}
printf 'dist-gzip:\n\techo sources >gkhost-1.2.tar.gz\n' >"$tmp/build/Makefile"

# refused MESSAGE ARG...: and nothing is made.
refused ()
{
  local message=$1

  shift
  expect_status 1 release "$@" "$tmp/build" "$tmp/out.d"
  expect_grep "$message"
  [ ! -e "$tmp/out.d" ] || fail "a folder was left behind"
  expect_equal "$(git -C "$tree" tag)" ""
}

is 1.2 bugs@gkhost.example 'gkhost 1.2'
refused 'configure.ac: AC_INIT has addresses at .example'
expect_status 0 release --unsigned "$tmp/build" "$tmp/look"
(cd "$tmp/look" && sha256sum --quiet --check SHA256SUMS) || fail "wrong checksum"
[ ! -e "$tmp/look/SHA256SUMS.asc" ] || fail "signed, though unsigned was asked for"

is 1.2 a@b.c 'gkhost 1.1'
refused "NEWS:1: is not 'gkhost 1.2'"
is 1.3 a@b.c 'gkhost 1.3'
refused 'made no gkhost-1.3.tar.gz: it is configured for another version'
is 1.2 a@b.c 'gkhost 1.2'
touch "$tree/new"
refused 'the checkout has changes'
rm "$tree/new"

expect_status 0 release "$tmp/build" "$tmp/out.d"
(cd "$tmp/out.d" && sha256sum --quiet --check SHA256SUMS) || fail "wrong checksum"
expect_equal "$(cat "$tmp/out.d/gkhost-1.2.tar.gz")" sources
gpg --verify "$tmp/out.d/SHA256SUMS.asc" 2>/dev/null || fail "wrong signature"
git_tree verify-tag v1.2

expect_status 1 release "$tmp/build" "$tmp/out.d"
expect_grep 'out.d is there'
expect_status 1 release "$tmp/build" "$tmp/again"
expect_grep 'the tag v1.2 is there'
for arguments in "" "build" "--sign build out" "build out more"; do
  # shellcheck disable=SC2086
  expect_status 2 release $arguments
done
expect_status 0 release --help
