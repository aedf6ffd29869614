#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# make install DESTDIR puts each file where the documentation says, and no
# leftover of libtool's.
source "${top_srcdir:-.}/tests/functions.sh" || exit

root=$tmp/root
install_into "$root"
prefix=$(installed "$root" bin/gkhost)
prefix=${prefix%/bin/gkhost}

for file in include/gkhost/{copy,family{,-elements,-inputs,-verify},matmul,plugin,reduce,softmax,stream,transpose}.h; do
  [ -f "$prefix/$file" ] || fail "$file was not installed"
done
for plugin in copy transpose reduce scan stream softmax matmul-square matmul-rect; do
  installed "$root" "gkhost/plugins/$plugin.so" >/dev/null
done
if grep -q '^#define GKHOST_CUDA 1' "$top_builddir/config.h"; then
  for plugin in {copy,transpose,reduce,scan,stream,softmax,matmul}-cuda \
    {reduce,scan}-cub; do
    installed "$root" "gkhost/plugins/$plugin.so" >/dev/null
  done
fi
for file in pkgconfig/gkhost.pc cmake/gkhost/gkhostConfig{,Version}.cmake \
  share/aclocal/gkhost.m4 share/gkhost/suite.ini \
  share/gkhost/tutorial.ini man1/gkhost.1 man3/gkhost-plugin.3 \
  man5/gkhost-records.5 man5/gkhost.ini.5 man7/gkhost-cluster.7 \
  man7/gkhost-trust.7 \
  doc/gkhost/{LICENSE,NEWS,README.md} \
  bash-completion/completions/gkhost _gkhost \
  fish/vendor_completions.d/gkhost.fish \
  doc/gkhost/examples/{matmul,reduce,scan,softmax,stream,transpose}.cu \
  doc/gkhost/examples/diagonal/{Makefile,diagonal.c,diagonal.cu}; do
  installed "$root" "$file" >/dev/null
done

# Not the wrapper of the build tree, which would look for plugins there.
if grep -q 'GKHOST_PLUGIN_PATH+set' "$prefix/bin/gkhost"; then
  fail "bin/gkhost is the wrapper"
fi

leftover=$(find "$root" -name '*.la' -o -name '*.a' -o -name '*.o')
[ -z "$leftover" ] || fail "installed too: $leftover"
