#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A run whose records or report nobody reads can be interrupted, keeps what it
# has, and a second signal ends it at once.
source "${top_srcdir:-.}/tests/functions.sh"

# A report that no pipe holds.
printf '[copy]\nrows = 4\ncols = %s\nvariant = cpu-memcpy, cpu-threads\n%s\n' \
  '1:400' 'max_samples = 1
min_samples = 1
verify = no' >"$tmp/long.ini"
