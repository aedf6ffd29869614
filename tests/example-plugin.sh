#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The example plugins build outside the tree, with nothing but the installed
# headers and pkg-config, and their variants are verified beside ours.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires pkg-config --version

root=$tmp/root
install_into "$root"
pc=$(installed "$root" pkgconfig/gkhost.pc)
export PKG_CONFIG_PATH=${pc%/*} PKG_CONFIG_SYSROOT_DIR=$root

cp -R "$top_srcdir/examples/diagonal" "$tmp/diagonal"
chmod -R u+w "$tmp/diagonal"
if grep -q '^#define GKHOST_CUDA 1' "$top_builddir/config.h"; then
  nvcc=${NVCC-}
else
  nvcc=
fi
expect_status 0 "$MAKE" -C "$tmp/diagonal" CC="$CC" NVCC="$nvcc" \
  CFLAGS="-O2 -Wall -Wextra -Werror"
mkdir "$tmp/plugins"
cp "$tmp/diagonal/"*.so "$tmp/plugins"

cat >"$tmp/suite.ini" <<'END'
[both]
family = transpose
variant = *
rows = 1, 67
cols = 1, 130
dtype = i8, i16, f32, f64, c128
max_time = 0.01
audit = no
END
ours=$(installed "$root" gkhost/plugins/transpose.so)
expect_status 0 gkhost -c "$tmp/suite.ini" -p "${ours%/*}" -p "$tmp/plugins" \
  -o "$tmp/run.jsonl"

# verified VARIANT PLUGIN N: N rows, each verified.
verified ()
{
  expect_equal "$(records "$tmp/run.jsonl" type=case variant="$1" \
    plugin="$2" status=ok | grep -c '"done": *true')" "$3"
}

# Two rows times two columns, of five dtypes.
verified cpu-naive transpose 20
verified cache-oblivious diagonal 20
if [ -n "$nvcc" ] && has_gpu transpose; then
  verified direct transpose-cuda 20
  verified diagonal diagonal-cuda 8
fi
