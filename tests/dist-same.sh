#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The same sources make the same tarball, however often it is made and whatever
# the clock says: nothing in it is of the packing.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_unsanitized
[[ $(tar --version) == *GNU* ]] || skip "needs GNU tar"

# packed: makes a tarball below $tmp.
packed ()
{
  (cd "$tmp" && rm -rf gkhost && mkdir gkhost)
  "$MAKE" -C "$top_builddir" dist-gzip distdir="$tmp/gkhost" \
    >"$tmp/dist.log" 2>&1 || {
    cat "$tmp/dist.log" >&2
    fail "make dist-gzip failed"
  }
}

packed
mv "$tmp/gkhost.tar.gz" "$tmp/first.tar.gz"
# What a clock tells has changed by then.
sleep 1.1
packed
cmp "$tmp/first.tar.gz" "$tmp/gkhost.tar.gz" || fail "two tarballs differ"

owners=$(tar --numeric-owner -tvzf "$tmp/gkhost.tar.gz" | cut -d' ' -f2 | sort -u)
expect_equal "$owners" 0/0
