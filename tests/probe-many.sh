#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# More devices than workers ask at a time are all found, in their order.
source "${top_srcdir:-.}/tests/functions.sh" || exit

beside_run '[copy]
rows = 500
cols = 500
device = cuda:*
variant = meets'
LD_LIBRARY_PATH=$tmp/driver FAKE_DRIVER_DEVICES=40 \
  expect_status 0 gkhost -c "$tmp/beside.ini" --dry-run \
  -p "$top_builddir/plugins/copy/.libs/copy.so" \
  -p "$top_builddir/tests/plugins/.libs/beside.so"
expect_equal "$(grep -o 'cuda:[0-9]*' "$tmp/out" | paste -s -d ' ')" \
  "$(for i in {0..39}; do echo "cuda:$i"; done | paste -s -d ' ')"
