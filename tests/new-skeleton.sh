#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# `gkhost new` writes a skeleton of a variant for a family that another's plugin brings:
# its options, its header, which `make install` of that plugin has installed, and a launch
# to fill in.  Filled in, it is sound.
source "${top_srcdir:-.}/tests/functions.sh" || exit

install_for_plugins
header=$(installed "$root" gkhost/plugin.h)
cd "$tmp"

# make_in FOLDER TARGET...
make_in ()
{
  expect_status 0 "$MAKE" -C "$1" CC="$CC" plugindir="$plugindir" \
    includedir="${header%/gkhost/*}" "${@:2}"
}

expect_status 0 gkhost new --family list-scale
# Neither is installed yet.
expect_status 2 gkhost new list-scale mine
expect_grep "there is no family 'list-scale' to make a variant of; there is copy, .*; name the plugin of another's with -p$"
make_in list-scale
expect_status 2 gkhost new list-scale mine -p list-scale --lang c++
expect_grep 'gkhost has no template in C++ for a variant of list-scale; leave --lang out$'
expect_status 2 gkhost new list-scale cpu-naive -p list-scale
expect_grep "there is a variant 'cpu-naive' already"
[ ! -e mine ] || fail 'a folder was written'

expect_status 0 gkhost new list-scale mine -p list-scale
expect_grep 'mine/ has a skeleton of a variant of list-scale, in C; next: fill in launch in mine/mine.c' "$tmp/out"
expect_grep '#include <gkhost/list-scale.h>' mine/mine.c
expect_grep '^ \*   n: .*: 1 to 1099511627776; default 1000000$' mine/mine.c
expect_grep '^ \*   by: factor of each element: 1 to 1000; default 3$' mine/mine.c
expect_equal "$(grep -v '^;' mine/suite.ini | tr '\n' ' ')" ' [list-scale] n = 1000000 by = 3 '

make_in list-scale install
expect_status 0 cmp list-scale/list-scale.h "${header%/*}/list-scale.h"
# So it is of gkhost's families that have no template.
for family in reduce scan softmax stream; do
  expect_status 0 gkhost new "$family" "a-$family"
  expect_status 0 gkhost new "$family" "a-$family-cuda" --lang cuda
  expect_grep "const gk_$family \*" "a-$family-cuda/a-$family-cuda.cu"
done

# Its header would replace one of gkhost's.
expect_status 2 gkhost new --family plugin
expect_grep 'gkhost has a header gkhost/plugin.h of its own; choose another name'

# The rest takes a compiler, and plugins that it made, longer than gkhost.
requires_unsanitized
for family in reduce scan softmax stream; do
  make_in "a-$family"
  expect_no_grep warning
done
make_in mine
expect_no_grep warning
make_in mine check
expect_grep 'not checked: every case was skipped (it is a skeleton: compute the problem in launch)' "$tmp/out"

# shellcheck disable=SC2016 # of sed
sed -i '/^  host->error/d; s/^  return GK_SKIP;/  for (int64_t i = 0; i < p->n; i++)\
    p->dst[i] = (int32_t)((uint32_t)p->src[i] * (uint32_t)p->by);\
  return GK_OK;/; s/(void)p, //; s/^  (void)state/  (void)host, (void)state/' mine/mine.c
make_in mine check
expect_grep 'mine.so: sound: [0-9]* case' "$tmp/out"
make_in mine run
expect_grep '^mine .*yes' "$tmp/out"
