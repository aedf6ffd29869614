#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A cold launch that is quick to enqueue is not held: only the first sample is,
# of which it is not known yet.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100

export FAKE_DRIVER_HOLDS=$tmp/holds
expect_status 0 driver_copy right 'cache = cold
audit = no
min_samples = 100
max_samples = 100'
# The audit, which holds a launch as well, is left out.
expect_equal "$(wc -c <"$tmp/holds")" 1
